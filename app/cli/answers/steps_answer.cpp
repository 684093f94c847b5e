// SPDX-License-Identifier: GPL-3.0-or-later
// Steps for other programs: JSON and CSV, in base units.
#include "app/cli/answers/steps_answer.h"

#include "app/cli/answers/without_profiler.h"
#include "app/cli/kit/row_columns.h"
#include "core/analysis/steps/inference_batches.h"
#include "core/output/digest/without_profiler_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace kernline::cli {

namespace {

std::span<const StepStats> shownSteps(const FileSteps& answer) {
  const std::size_t limit = answer.limit.value_or(0);
  return std::span{answer.figures}.first(limit == 0 ? answer.figures.size() : std::min(limit, answer.figures.size()));
}

std::string_view titleOf(const Trace& trace, const Step& step) {
  return step.process == ProcessId::none ? std::string_view{} : trace.text(trace.process(step.process).title);
}

std::optional<std::int32_t> rankOf(const Trace& trace, const Step& step) {
  const std::int32_t rank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
  return rank < 0 ? std::nullopt : std::optional{rank};
}

Columns<InferenceIteration> inferenceColumns() {
  using Row = InferenceIteration;
  return {{"kind", "", Unit::Text, [](const Row& row) { return toText(row.kind); }},
          {"requests", "", Unit::Count, &Row::requests},
          {"context_requests", "", Unit::Count, &Row::contextRequests},
          {"tokens", "", Unit::Count, &Row::tokens},
          {"context_tokens", "", Unit::Count, &Row::contextTokens},
          {"kv_tokens", "", Unit::Count, &Row::kvTokens}};
}

Json memoryJson(const std::vector<PhaseMemory>& memory) {
  Json list = Json::array();
  for (const PhaseMemory& device : memory) {
    list.push_back({{"device", device.device},
                    {"peak_allocated_bytes", jsonOf(device.peakBytes)},
                    {"change_bytes", device.changeBytes},
                    {"holds_peak", device.holdsPeak}});
  }
  return list;
}

/// The most on any device.
std::optional<std::int64_t> peakOf(const std::vector<PhaseMemory>& memory) {
  std::optional<std::int64_t> peak;
  for (const PhaseMemory& device : memory) {
    peak = std::max(peak, device.peakBytes);  // none is less than any
  }
  return peak;
}

Json phasesJson(const std::vector<PhaseFigures>& phases) {
  Json list = Json::array();
  for (const PhaseFigures& phase : phases) {
    Json json{{"name", toText(phase.phase)},      {"device_ns", phase.device.ns},
              {"idle_ns", phase.idle.ns},         {"exposed_communication_ns", phase.exposedCommunication.ns},
              {"launched_ns", phase.launched.ns}, {"peak_allocated_bytes", jsonOf(peakOf(phase.memory))}};
    if (!phase.memory.empty()) {
      json["memory"] = memoryJson(phase.memory);
    }
    list.push_back(std::move(json));
  }
  return list;
}

Columns<StepStats> columnsOf(const Trace& trace) {
  using enum Unit;
  using Row = StepStats;
  return {{"index", "", Count, &Row::index},
          {"process", "", Text, [&](const Row& row) { return titleOf(trace, row.step); }},
          {"rank", "", Number, [&](const Row& row) { return rankOf(trace, row.step); }},
          {"name", "", Text, [&](const Row& row) { return trace.text(row.step.name); }},
          {"start_ns", "", Time, [](const Row& row) { return row.step.range.begin.ns; }},
          {"duration_ns", "", Time, [](const Row& row) { return row.onDevice.length(); }},
          {"host_ns", "", Time, [](const Row& row) { return row.step.range.length(); }},
          {"device_start_ns", "", Time, [](const Row& row) { return row.onDevice.begin.ns; }},
          {"device_ns", "", Time, &Row::device},
          {"idle_ns", "", Time, &Row::idle},
          {"unrecorded_ns", "", Time, &Row::unrecorded},
          {"exposed_communication_ns", "", Time, &Row::exposedCommunication},
          {"launched_ns", "", Time, [](const Row& row) { return row.launched.all; }},
          {"peak_allocated_bytes", "", Bytes, &Row::peakBytes}};
}

std::optional<Duration> undisturbedOf(const FileSteps& answer, const StepStats& step) {
  return answer.undisturbed.empty()
             ? std::nullopt
             : std::optional(answer.undisturbed[static_cast<std::size_t>(&step - answer.figures.data())].length());
}

Json stepJson(const FileSteps& answer, const Columns<StepStats>& columns, const StepStats& figures) {
  Json json = membersOf(columns, figures);
  json["phases"] = phasesJson(figures.phases);
  if (figures.peakPhase) {
    json["peak_phase"] = toText(*figures.peakPhase);
  }
  if (figures.inference) {
    json["inference"] = membersOf(inferenceColumns(), *figures.inference);
  }
  json["undisturbed_ns"] = jsonOf(undisturbedOf(answer, figures));
  return json;
}

Json countersJson(const Trace& trace, const std::vector<StepCounter>& counters) {
  Json list = Json::array();
  for (const auto& [device, one] : counters) {
    const Counter& counter = trace.counters()[index(one.counter)];
    list.push_back({{"device", device},
                    {"name", textValue(trace.text(counter.name))},
                    {"series", textValue(trace.text(counter.series))},
                    {"unit", textValue(trace.text(counter.unit))},
                    {"mean", jsonOf(one.mean)},
                    {"sampled_ns", one.sampled.ns}});
  }
  return list;
}

Json extentJson(const std::optional<Extent>& extent) {
  return extent ? Json{extent->least, extent->most} : Json(nullptr);
}

Json batchesJson(const InferenceBatches& batches) {
  return {{"kind", toText(batches.kind)},
          {"requests", extentJson(batches.requests)},
          {"tokens", extentJson(batches.tokens)},
          {"kv_tokens_per_request", extentJson(batches.kvPerRequest)},
          {"iterations", batches.iterations},
          {"median_duration_ns", batches.medianDuration.ns},
          {"max_duration_ns", batches.maxDuration.ns},
          {"median_device_ns", batches.medianDevice.ns},
          {"median_idle_ns", batches.medianIdle.ns},
          {"duration_ns_per_token", jsonOf(batches.durationPerToken())},
          {"device_ns_per_token", jsonOf(batches.devicePerToken())}};
}

}  // namespace

void writeStepsJson(Output& output, const FileSteps& answer) {
  JsonDocument document(output, "steps-2");
  document.member("path", textValue(answer.file.path));
  document.member("source", toText(answer.found.source));
  document.member("name", textValue(answer.found.name));
  document.member("share", answer.found.share);
  document.member("outside_steps_ns", answer.outside.ns);
  document.member("without_profiler", withoutProfilerJson(answer.withoutProfiler));
  document.beginArray("steps");
  const Columns<StepStats> columns = columnsOf(*answer.file.trace);
  const std::span<const StepStats> steps = shownSteps(answer);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Json json = stepJson(answer, columns, steps[i]);
    if (!answer.counters.empty()) {
      json["counters"] = countersJson(*answer.file.trace, answer.counters[i]);
    }
    document.element(json);
  }
  document.endArray();
  document.beginArray("batches");
  for (const InferenceBatches& batches : inferenceBatches(answer.figures)) {
    document.element(batchesJson(batches));
  }
  document.endArray();
  document.beginArray("candidates");
  for (const FoundSteps& candidate : answer.candidates) {
    document.element(
        {{"source", toText(candidate.source)}, {"name", textValue(candidate.name)}, {"steps", candidate.steps.size()}});
  }
  document.endArray();
  document.end();
}

void writeStepsCsv(Output& output, const FileSteps& answer) {
  Columns<StepStats> columns =
      picked(columnsOf(*answer.file.trace),
             "index,process,rank,name,start_ns,duration_ns,device_ns,idle_ns,exposed_communication_ns,launched_ns,"
             "peak_allocated_bytes,host_ns,device_start_ns");
  for (std::size_t p = 0; p < stepPhaseCount; ++p) {
    const auto phase = static_cast<StepPhase>(p);
    columns.emplace_back(fmt::format("{}_ns", toText(phase)), "", Unit::Time, [phase](const StepStats& step) {
      const auto found = std::ranges::find(step.phases, phase, &PhaseFigures::phase);
      return found == step.phases.end() ? Duration{} : found->device;
    });
  }
  append(columns, inferenceColumns(),
         [](const StepStats& step) { return step.inference ? &*step.inference : nullptr; });
  columns.emplace_back("undisturbed_ns", "", Unit::Time,
                       [&](const StepStats& step) { return undisturbedOf(answer, step); });
  writeTable(output, TableForm::Csv, columns, shownSteps(answer));
}

}  // namespace kernline::cli
