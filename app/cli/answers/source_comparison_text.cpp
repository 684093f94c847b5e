// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/source_comparison_text.h"
#include "app/cli/answers/source_comparison_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/ncu/kernel_card.h"
#include "core/model/base/text.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

std::string stateTitle(const std::string& word) {
  const auto known = warpStateOf(word);
  return known ? std::string(known->state.english()) : printable(word);
}

std::string comparedPlace(const KernelSources& sources, std::uint32_t file, std::uint32_t line) {
  const std::string& path = sources.files[file].path;
  return printable(fmt::format("{}:{}", fileNameOf(path), line));
}

/// "demo.cu:12", "demo.cu:12 → 18", "demo.cu:12 gone", "demo.cu:18 new".
std::string linePlaces(const SourceComparisonAnswer& answer, const ComparedLine& line) {
  const KernelSources& before = answer.before.run.sources;
  const KernelSources& after = answer.after.run.sources;
  if (line.lineBefore == 0 && line.lineAfter == 0) {
    return "unknown line";
  }
  if (line.lineAfter == 0) {
    return comparedPlace(before, line.fileBefore, line.lineBefore) + " gone";
  }
  if (line.lineBefore == 0) {
    return comparedPlace(after, line.fileAfter, line.lineAfter) + " new";
  }
  const std::string place = comparedPlace(before, line.fileBefore, line.lineBefore);
  const std::string arrow = line.lineBefore == line.lineAfter ? "" : fmt::format(" → {}", line.lineAfter);
  constexpr std::string_view remarks[] = {"", " moved", " changed", " by number"};
  return place + arrow + std::string(remarks[static_cast<std::size_t>(line.how.value_or(LineMatch::Same))]);
}

std::string lineWords(const SourceComparisonAnswer& answer, const ComparedLine& line) {
  const std::string_view text = line.lineAfter > 0 ? answer.after.run.sources.lineText(line.fileAfter, line.lineAfter)
                                : line.lineBefore > 0
                                    ? answer.before.run.sources.lineText(line.fileBefore, line.lineBefore)
                                    : std::string_view();
  return printable(trimmed(text));
}

/// "Long scoreboard -41.0 %": the state that changed most in a line, if any clearly did.
std::string mostChanged(const ComparedKernel& kernel, const ComparedLine& line) {
  const auto isClear = [&](const ComparedState& state) { return kernel.isClear(state.samples); };
  const auto found = std::ranges::find_if(line.states, isClear);
  return found == line.states.end()
             ? ""
             : fmt::format("{} {}", stateTitle(found->state), comparedChange(kernel, found->samples));
}

/// Writes facts on the kernel in both runs.
void writeFacts(Output& output, const SourceComparisonAnswer& answer, const ComparedKernel& kernel) {
  const SourceKernel& before = answer.before.run.sources.kernels[kernel.before];
  const SourceKernel& after = answer.after.run.sources.kernels[kernel.after];
  const SampledKernelFacts& factsBefore = answer.before.run.facts[kernel.before];
  const SampledKernelFacts& factsAfter = answer.after.run.facts[kernel.after];
  TextTable table({{""},
                   {"before", TextTable::Align::Right},
                   {"after", TextTable::Align::Right},
                   {"change", TextTable::Align::Right}});
  using Text = std::function<std::string(double)>;
  const auto add = [&](const char* name, std::optional<double> a, std::optional<double> b, const Text& text) {
    if (a && b) {
      table.add({name, text(*a), text(*b), *a == *b || *a == 0 ? "" : fmt::format("{:+.1f} %", 100 * (*b / *a - 1))});
    }
  };
  const Text count = [](double value) { return formatCount(std::llround(value)); };
  const Text duration = [](double value) { return formatDuration(Duration{std::llround(value)}); };
  const Text bytes = [](double value) { return formatBytes(std::llround(value)); };
  if (kernel.isPerLaunch) {
    table.add({"samples per launch", comparedValue(kernel, kernel.valueBefore(kernel.samples)),
               comparedValue(kernel, kernel.valueAfter(kernel.samples)), comparedChange(kernel, kernel.samples)});
    table.add({"launches", formatCount(factsBefore.launches), formatCount(factsAfter.launches), ""});
  } else {
    table.add({"samples", formatCount(kernel.samples.before), formatCount(kernel.samples.after), ""});
  }
  add("mean duration", factsBefore.durationNs, factsAfter.durationNs, duration);
  add("registers per thread", factsBefore.registersPerThread, factsAfter.registersPerThread, count);
  add("shared memory per block", factsBefore.sharedBytesPerBlock, factsAfter.sharedBytesPerBlock, bytes);
  add("occupancy", factsBefore.occupancy, factsAfter.occupancy, formatShare);
  add("instructions", static_cast<double>(before.instructions.size()), static_cast<double>(after.instructions.size()),
      count);
  add("executed instructions", factsBefore.executedInstructions, factsAfter.executedInstructions, count);
  output.write(table.text(2, terminalWidth()) + "\n");
}

void writeComparedStates(Output& output, const ComparedKernel& kernel) {
  TextTable table({{"state"},
                   {"before", TextTable::Align::Right},
                   {"after", TextTable::Align::Right},
                   {"change", TextTable::Align::Right}});
  for (const ComparedState& state : kernel.states) {
    table.add({stateTitle(state.state), comparedValue(kernel, kernel.valueBefore(state.samples)),
               comparedValue(kernel, kernel.valueAfter(state.samples)), comparedChange(kernel, state.samples)});
  }
  output.write(table.text(2, terminalWidth()) + "\n");
}

void writeComparedLines(Output& output, const SourceComparisonAnswer& answer, const ComparedKernel& kernel) {
  TextTable table({{"before", TextTable::Align::Right},
                   {"after", TextTable::Align::Right},
                   {"change", TextTable::Align::Right},
                   {"line"},
                   {"most changed state"},
                   {"source"}});
  const std::size_t shown = limited(kernel.lines.size(), answer.limit);
  for (const ComparedLine& line : std::span(kernel.lines).first(shown)) {
    table.add({comparedValue(kernel, kernel.valueBefore(line.samples)),
               comparedValue(kernel, kernel.valueAfter(line.samples)), comparedChange(kernel, line.samples),
               linePlaces(answer, line), mostChanged(kernel, line), lineWords(answer, line)});
  }
  output.write(table.text(2, terminalWidth()));
  output.write(cutNotice(kernel.lines.size() - shown, "--limit 0"));
  output.write("\n");
}

void writeAlone(Output& output, std::string_view side, const KernelSources& sources,
                const std::vector<std::size_t>& numbers) {
  std::string names;
  for (const std::size_t number : numbers) {
    names += (names.empty() ? "" : ", ") + printable(shortKernelName(sources.kernels[number].name));
  }
  if (!names.empty()) {
    output.write(fmt::format("only {}: {}\n", side, names));
  }
}

}  // namespace

void writeSourceComparisonText(Output& output, const SourceComparisonAnswer& answer) {
  output.write(fmt::format("before  {}\nafter   {}\n\n", printable(answer.before.path), printable(answer.after.path)));
  for (const ComparedKernel& kernel : answer.comparison.kernels) {
    output.write(fmt::format(
        "{}: {}\n", printable(shortKernelName(answer.after.run.sources.kernels[kernel.after].name)),
        kernel.isPerLaunch ? "samples per launch; ≈: change within sampling noise"
                           : "share of the kernel's samples (launches unknown); ≈: change within sampling noise"));
    writeFacts(output, answer, kernel);
    writeComparedStates(output, kernel);
    writeComparedLines(output, answer, kernel);
  }
  writeAlone(output, "before", answer.before.run.sources, answer.comparison.onlyBefore);
  writeAlone(output, "after", answer.after.run.sources, answer.comparison.onlyAfter);
}

}  // namespace kernline::cli
