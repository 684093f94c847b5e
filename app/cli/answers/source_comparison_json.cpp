// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/source_comparison_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/row_columns.h"
#include "core/analysis/ncu/kernel_card.h"
#include "core/model/names/kernel_name.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

std::string_view matchWord(LineMatch how) {
  constexpr std::string_view words[] = {"same", "moved", "changed", "number"};
  return words[static_cast<std::size_t>(how)];
}

Json countOrNull(std::uint64_t count) {
  return count > 0 ? Json(count) : Json(nullptr);
}

/// Samples of both sides, and on the scale of the comparison what they come to.
void addSampleValues(Json& json, const ComparedKernel& kernel, const SamplePair& samples) {
  json["samples_before"] = samples.before;
  json["samples_after"] = samples.after;
  json["before"] = kernel.valueBefore(samples);
  json["after"] = kernel.valueAfter(samples);
  json["change"] = kernel.change(samples);
  json["is_clear"] = kernel.isClear(samples);
}

Json comparedStatesJson(const ComparedKernel& kernel, const std::vector<ComparedState>& states) {
  Json json = Json::array();
  for (const ComparedState& state : states) {
    const auto known = warpStateOf(state.state);
    Json row{{"state", textValue(state.state)},
             {"name", textValue(known ? known->state.english() : std::string_view(state.state))},
             {"stall", !known || known->isStall}};
    addSampleValues(row, kernel, state.samples);
    json.push_back(std::move(row));
  }
  return json;
}

Json placeJson(const KernelSources& sources, std::uint32_t file, std::uint32_t line) {
  return line == 0 ? Json(nullptr) : textValue(sources.files[file].path);
}

Json lineJson(const SourceComparisonAnswer& answer, const ComparedKernel& kernel, const ComparedLine& line) {
  const KernelSources& before = answer.before.run.sources;
  const KernelSources& after = answer.after.run.sources;
  const auto textOf = [](const KernelSources& sources, std::uint32_t file, std::uint32_t number) {
    const std::string_view text = number == 0 ? std::string_view() : sources.lineText(file, number);
    return text.empty() ? Json(nullptr) : textValue(text);
  };
  const auto shareOf = [](std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  };
  Json json{{"file_before", placeJson(before, line.fileBefore, line.lineBefore)},
            {"line_before", countOrNull(line.lineBefore)},
            {"text_before", textOf(before, line.fileBefore, line.lineBefore)},
            {"file_after", placeJson(after, line.fileAfter, line.lineAfter)},
            {"line_after", countOrNull(line.lineAfter)},
            {"text_after", textOf(after, line.fileAfter, line.lineAfter)},
            {"match", line.how ? textValue(matchWord(*line.how)) : Json(nullptr)},
            {"share_before", shareOf(line.samples.before, kernel.samples.before)},
            {"share_after", shareOf(line.samples.after, kernel.samples.after)}};
  addSampleValues(json, kernel, line.samples);
  json["states"] = comparedStatesJson(kernel, line.states);
  return json;
}

Json sideJson(const SampledRun& run, std::size_t number) {
  const SourceKernel& kernel = run.sources.kernels[number];
  const SampledKernelFacts& facts = run.facts[number];
  return {{"name", textValue(kernel.name)},
          {"samples", kernel.samples},
          {"period_cycles", countOrNull(kernel.periodCycles)},
          {"launches", countOrNull(facts.launches)},
          {"mean_duration_ns", wholeOrNull(facts.durationNs)},
          {"registers_per_thread", jsonOf(facts.registersPerThread)},
          {"shared_memory_per_block_bytes", wholeOrNull(facts.sharedBytesPerBlock)},
          {"occupancy", jsonOf(facts.occupancy)},
          {"instructions", kernel.instructions.size()},
          {"executed_instructions", jsonOf(facts.executedInstructions)}};
}

Json comparedKernelJson(const SourceComparisonAnswer& answer, const ComparedKernel& kernel) {
  Json json{{"short_name", textValue(shortKernelName(answer.after.run.sources.kernels[kernel.after].name))},
            {"measure", kernel.isPerLaunch ? "samples_per_launch" : "share"},
            {"kernel_before", sideJson(answer.before.run, kernel.before)},
            {"kernel_after", sideJson(answer.after.run, kernel.after)}};
  addSampleValues(json, kernel, kernel.samples);
  json["states"] = comparedStatesJson(kernel, kernel.states);
  Json lines = Json::array();
  for (const ComparedLine& line : std::span(kernel.lines).first(limited(kernel.lines.size(), answer.limit))) {
    lines.push_back(lineJson(answer, kernel, line));
  }
  json["lines"] = std::move(lines);
  return json;
}

Json aloneJson(const KernelSources& sources, const std::vector<std::size_t>& numbers) {
  Json json = Json::array();
  for (const std::size_t number : numbers) {
    const SourceKernel& kernel = sources.kernels[number];
    json.push_back({{"name", textValue(kernel.name)},
                    {"short_name", textValue(shortKernelName(kernel.name))},
                    {"samples", kernel.samples}});
  }
  return json;
}

}  // namespace

void writeSourceComparisonJson(Output& output, const SourceComparisonAnswer& answer) {
  JsonDocument document(output, "source-comparison-1");
  document.member("before", textValue(answer.before.path));
  document.member("after", textValue(answer.after.path));
  document.beginArray("kernels");
  for (const ComparedKernel& kernel : answer.comparison.kernels) {
    document.element(comparedKernelJson(answer, kernel));
  }
  document.endArray();
  document.array("only_before", aloneJson(answer.before.run.sources, answer.comparison.onlyBefore));
  document.array("only_after", aloneJson(answer.after.run.sources, answer.comparison.onlyAfter));
  document.end();
}

}  // namespace kernline::cli
