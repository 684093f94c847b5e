// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/advise_answer.h"

#include "app/cli/answers/step_count.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

std::span<const AdviceRow> shownRows(const FileAdvice& answer) {
  const std::span<const AdviceRow> rows = answer.advice.rows;
  return answer.limit == 0 ? rows : rows.first(std::min(answer.limit, rows.size()));
}

std::string placeName(const FileAdvice& answer, const AdvicePlace& place) {
  return place.span == SpanId::none ? "idle" : std::string(answer.file.trace->nameText(place.span));
}

Json placesJson(const FileAdvice& answer, const std::vector<AdvicePlace>& places) {
  Json array = Json::array();
  for (const AdvicePlace& place : places) {
    array.push_back({{"name", textValue(placeName(answer, place))},
                     {"start_ns", place.range.begin.ns},
                     {"duration_ns", place.range.length().ns}});
  }
  return array;
}

Json rowJson(const FileAdvice& answer, const AdviceRow& row) {
  Json evidence = Json::array();
  for (const Message& sentence : row.evidence) {
    evidence.push_back(textValue(sentence.english()));
  }
  Json causes = Json::array();
  for (const AdviceCause& cause : row.causes) {
    causes.push_back({{"title", textValue(cause.title.english())},
                      {"name", cause.name.empty() ? Json(nullptr) : textValue(cause.name)},
                      {"upper_bound_ns", answer.advice.mean(cause.bound).ns},
                      {"upper_bound_all_ns", answer.advice.perDevice(cause.bound).ns},
                      {"upper_bound_share", answer.advice.share(cause.bound)},
                      {"gaps", cause.gaps},
                      {"longest_ns", cause.longest.ns},
                      {"called_from", cause.calledFrom.empty() ? Json(nullptr) : textValue(cause.calledFrom)},
                      {"places", placesJson(answer, cause.places)}});
  }
  return {{"kind", textValue(toText(row.kind))},
          {"rule", row.rule.empty() ? Json(nullptr) : textValue(row.rule)},
          {"title", textValue(row.title.english())},
          {"upper_bound_ns", answer.advice.mean(row.bound).ns},
          {"upper_bound_all_ns", answer.advice.perDevice(row.bound).ns},
          {"upper_bound_share", answer.advice.share(row.bound)},
          {"likely_ns", answer.advice.mean(row.likely).ns},
          {"confidence", textValue(toText(row.confidence))},
          {"evidence", std::move(evidence)},
          {"places", placesJson(answer, row.places)},
          {"causes", std::move(causes)}};
}

/// "2.813 ms per step: The host is in cudaFree (longest gap 2.248 ms)".
std::string causeText(const FileAdvice& answer, const AdviceCause& cause) {
  return fmt::format("{}{}: {} (longest gap {}{})", formatDuration(answer.advice.mean(cause.bound)),
                     answer.advice.steps > 0 ? " per step" : "", cause.title.english(), formatDuration(cause.longest),
                     cause.calledFrom.empty() ? "" : ", called from " + cause.calledFrom);
}

/// Returns the causes shown in text; the others are in the JSON.
std::span<const AdviceCause> shownCauses(const AdviceRow& row) {
  constexpr std::size_t maxCauses = 8;
  return std::span(row.causes).first(std::min(maxCauses, row.causes.size()));
}

std::string furtherCauses(const FileAdvice& answer, const AdviceRow& row) {
  Duration rest;
  for (const AdviceCause& cause : std::span(row.causes).subspan(shownCauses(row).size())) {
    rest += cause.bound;
  }
  return fmt::format("{}{}: {} more", formatDuration(answer.advice.mean(rest)),
                     answer.advice.steps > 0 ? " per step" : "",
                     counted(row.causes.size() - shownCauses(row).size(), "cause"));
}

/// "3 steps (recorded as ProfilerStep#), mean 15.19 ms, median 15.10 ms".
std::string stepsText(const FileAdvice& answer) {
  const Advice& advice = answer.advice;
  const std::string text = fmt::format("{} ({}), mean {}", stepCount(advice.steps, answer.found),
                                       printable(howFound(answer.found).english()), formatDuration(advice.step()));
  return advice.steps == 1 ? text : text + ", median " + formatDuration(advice.medianStep);
}

/// ", about 15.86 ms without the profiler" where that is worth saying.
std::string withoutProfiler(const Advice& advice) {
  const std::optional<StepWithoutProfiler> step = advice.shorterStep();
  return step ? fmt::format(", about {} without the profiler", formatDuration(step->time.likely)) : std::string();
}

/// Returns the number and length of the steps, and how they were found; or the length of the range.
std::string measuredText(const FileAdvice& answer) {
  const Advice& advice = answer.advice;
  std::string text = (advice.steps > 0 ? stepsText(answer) : formatDuration(advice.step())) + withoutProfiler(advice);
  if (advice.devices > 1) {
    text += fmt::format(" · mean of {}", counted(advice.devices, "device"));
  }
  return text;
}

std::string ceilingsText(const FileAdvice& answer) {
  if (!answer.device.ceilings) {
    return withoutCeilings(answer.device);
  }
  const Ceilings& ceilings = *answer.device.ceilings;
  const bool isOwn = ceilings.origin != CeilingOrigin::Datasheet;
  return fmt::format("peak rates of {}{} · roofline covers {} of kernel time", printable(answer.device.name),
                     isOwn ? " (" + printable(ceilings.source) + ")" : "",
                     formatShare(answer.advice.rooflineCoverage()));
}

std::string whyNothing(const Advice& advice) {
  return nothingFound(advice).english() +
         (lacksCapture(advice) ? " Most of it is replayed by graphs; --capture names the profile of their capture."
                               : "");
}

std::string timeText(const FileAdvice& answer, Duration time) {
  return formatDuration(answer.advice.mean(time));
}

}  // namespace

void writeAdviceJson(Output& output, const FileAdvice& answer) {
  const Advice& advice = answer.advice;
  JsonDocument document(output, "advise-2");
  document.member("path", textValue(answer.file.path));
  addRange(document, answer.range, *answer.file.trace);
  document.member("device", referenceDeviceJson(answer.device));
  document.member("devices", advice.devices);
  document.member("steps", advice.steps);
  document.member("steps_found", advice.steps > 0 ? textValue(howFound(answer.found).english()) : Json(nullptr));
  document.member("step_ns", advice.step().ns);
  document.member("median_step_ns", advice.medianStep.ns);
  document.member("elapsed_ns", advice.perDevice(advice.elapsed).ns);
  document.member("kernel_ns", advice.perDevice(advice.kernelTime).ns);
  document.member("modelled_ns", advice.perDevice(advice.modeled).ns);
  document.member("roofline_kernel_ns", advice.perDevice(advice.underRoofline).ns);
  document.member("warm_up_steps", advice.warmUp);
  document.member("outlier_steps", advice.outliers);
  document.member("before_first_work_ns", advice.perDevice(advice.unknown).ns);
  document.member("unrecorded_ns", advice.perDevice(advice.unrecorded).ns);
  document.member("recording_least_ns", advice.mean(advice.recording.least).ns);
  document.member("recording_most_ns", advice.mean(advice.recording.most).ns);
  document.member("without_profiler_ns", advice.stepWithoutProfiler().ns);
  document.beginArray("rows");
  for (const AdviceRow& row : shownRows(answer)) {
    document.element(rowJson(answer, row));
  }
  document.endArray();
  document.end();
}

void writeAdviceMarkdown(Output& output, const FileAdvice& answer) {
  output.write(fmt::format("### What to optimize: {}\n\n", markdownCell(answer.file.path)));
  output.write(fmt::format("{} · {}\n\n", measuredText(answer), ceilingsText(answer)));
  for (const Message& sentence : cautionsOn(answer.advice)) {
    output.write(markdownCell(sentence.english()) + "\n\n");
  }
  if (!answer.advice.savesTime()) {
    output.write(markdownCell(whyNothing(answer.advice)) + (answer.advice.rows.empty() ? "\n" : "\n\n"));
  }
  if (answer.advice.rows.empty()) {
    return;
  }
  output.write(markdownHead({{"", true},
                             {"what"},
                             {answer.advice.steps > 0 ? "likely per step" : "likely", true},
                             {"at most", true},
                             {"share", true},
                             {"confidence"}}));
  std::size_t number = 0;
  for (const AdviceRow& row : shownRows(answer)) {
    output.write(markdownRow({std::to_string(++number), markdownCell(row.title.english()), timeText(answer, row.likely),
                              timeText(answer, row.bound), formatShare(answer.advice.share(row.bound)),
                              std::string(toText(row.confidence))}));
  }
  output.write(markdownRow({"", "all", "", timeText(answer, answer.advice.boundOfAll()),
                            formatShare(answer.advice.share(answer.advice.boundOfAll())), ""}));
  output.write("\nLikely: the saving in a replay without the profiler. Bounds do not overlap.\n\n");
  number = 0;
  for (const AdviceRow& row : shownRows(answer)) {
    std::string text = fmt::format("{}.", ++number);
    for (const Message& sentence : row.evidence) {
      text += " " + markdownCell(sentence.english());
    }
    output.write(text + "\n");
    for (const AdviceCause& cause : shownCauses(row)) {
      output.write("   - " + markdownCell(causeText(answer, cause)) + "\n");
    }
    if (row.causes.size() > shownCauses(row).size()) {
      output.write("   - " + furtherCauses(answer, row) + "\n");
    }
  }
}

void writeAdviceText(Output& output, const FileAdvice& answer) {
  if (deviceTracks(*answer.file.trace).empty()) {
    output.write(fmt::format("{} · {}\n", printable(answer.file.path), noGpuWork));
    return;
  }
  output.write(fmt::format("{} · {}\n  {}\n", printable(answer.file.path), measuredText(answer), ceilingsText(answer)));
  for (const Message& sentence : cautionsOn(answer.advice)) {
    output.write("  " + printable(sentence.english()) + "\n");
  }
  if (!answer.advice.savesTime()) {
    output.write("  " + printable(whyNothing(answer.advice)) + "\n");
  }
  if (answer.advice.rows.empty()) {
    return;
  }
  const Time zero = answer.file.trace->bounds().begin;
  const char* each = answer.advice.steps > 0 ? " per step" : "";
  std::size_t number = 0;
  for (const AdviceRow& row : shownRows(answer)) {
    output.write(fmt::format("\n{:>3}. {}\n     likely {}{}, at most {}, {} · confidence: {}\n", ++number,
                             printable(row.title.english()), timeText(answer, row.likely), each,
                             timeText(answer, row.bound), formatShare(answer.advice.share(row.bound)),
                             toText(row.confidence)));
    for (const Message& sentence : row.evidence) {
      output.write("     " + printable(sentence.english()) + "\n");
    }
    for (const AdviceCause& cause : shownCauses(row)) {
      output.write("     - " + printable(causeText(answer, cause)) + "\n");
    }
    if (row.causes.size() > shownCauses(row).size()) {
      output.write("     - " + furtherCauses(answer, row) + "\n");
    }
    if (!row.places.empty()) {
      const AdvicePlace& place = row.places.front();
      output.write(fmt::format("     at {}: {}\n", formatDuration(place.range.begin - zero),
                               printable(shortKernelName(placeName(answer, place)))));
    }
  }
  output.write(fmt::format("\n  all together at most {}{}, {}\n", timeText(answer, answer.advice.boundOfAll()), each,
                           formatShare(answer.advice.share(answer.advice.boundOfAll()))));
  output.write(cutNotice(answer.advice.rows.size() - shownRows(answer).size(), "--limit 0"));
}

}  // namespace kernline::cli
