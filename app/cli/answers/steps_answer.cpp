// SPDX-License-Identifier: GPL-3.0-or-later
// Steps for other programs: JSON and CSV, in base units.
#include "app/cli/answers/steps_answer.h"

#include "app/cli/answers/without_profiler.h"
#include "app/cli/kit/json_document.h"
#include "core/analysis/steps/inference_batches.h"
#include "core/model/format/csv_cell.h"
#include "core/output/digest/without_profiler_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace kernline::cli {

namespace {

template <typename Number>
Json orNull(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

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

Json inferenceJson(const InferenceIteration& iteration) {
  return {{"kind", toText(iteration.kind)},
          {"requests", orNull(iteration.requests)},
          {"context_requests", orNull(iteration.contextRequests)},
          {"tokens", orNull(iteration.tokens)},
          {"context_tokens", orNull(iteration.contextTokens)},
          {"kv_tokens", orNull(iteration.kvTokens)}};
}

Json memoryJson(const std::vector<PhaseMemory>& memory) {
  Json list = Json::array();
  for (const PhaseMemory& device : memory) {
    list.push_back({{"device", device.device},
                    {"peak_allocated_bytes", orNull(device.peakBytes)},
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
              {"launched_ns", phase.launched.ns}, {"peak_allocated_bytes", orNull(peakOf(phase.memory))}};
    if (!phase.memory.empty()) {
      json["memory"] = memoryJson(phase.memory);
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json stepJson(const Trace& trace, const StepStats& figures) {
  const Step& step = figures.step;
  Json json{{"index", figures.index},
            {"process", textValue(titleOf(trace, step))},
            {"rank", orNull(rankOf(trace, step))},
            {"name", textValue(trace.text(step.name))},
            {"start_ns", step.range.begin.ns},
            {"duration_ns", figures.onDevice.length().ns},
            {"host_ns", step.range.length().ns},
            {"device_start_ns", figures.onDevice.begin.ns},
            {"device_ns", figures.device.ns},
            {"idle_ns", figures.idle.ns},
            {"unrecorded_ns", figures.unrecorded.ns},
            {"exposed_communication_ns", figures.exposedCommunication.ns},
            {"launched_ns", figures.launched.all.ns},
            {"peak_allocated_bytes", orNull(figures.peakBytes)},
            {"phases", phasesJson(figures.phases)}};
  if (figures.peakPhase) {
    json["peak_phase"] = toText(*figures.peakPhase);
  }
  if (figures.inference) {
    json["inference"] = inferenceJson(*figures.inference);
  }
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
                    {"mean", orNull(one.mean)},
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
          {"duration_ns_per_token", orNull(batches.durationPerToken())},
          {"device_ns_per_token", orNull(batches.devicePerToken())}};
}

template <typename Number>
std::string cellOf(const std::optional<Number>& value) {
  return value ? fmt::format("{}", *value) : std::string{};
}

std::string phaseCells(const StepStats& figures) {
  std::string cells;
  for (std::size_t p = 0; p < stepPhaseCount; ++p) {
    const auto phase = std::ranges::find(figures.phases, static_cast<StepPhase>(p), &PhaseFigures::phase);
    cells += fmt::format(",{}", phase == figures.phases.end() ? 0 : phase->device.ns);
  }
  return cells;
}

std::string inferenceCells(const std::optional<InferenceIteration>& inference) {
  if (!inference) {
    return std::string(6, ',');
  }
  return fmt::format(",{},{},{},{},{},{}", toText(inference->kind), cellOf(inference->requests),
                     cellOf(inference->contextRequests), cellOf(inference->tokens), cellOf(inference->contextTokens),
                     cellOf(inference->kvTokens));
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
  const std::span<const StepStats> steps = shownSteps(answer);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Json json = stepJson(*answer.file.trace, steps[i]);
    json["undisturbed_ns"] = answer.undisturbed.empty() ? Json(nullptr) : Json(answer.undisturbed[i].length().ns);
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
  const Trace& trace = *answer.file.trace;
  output.write(
      "index,process,rank,name,start_ns,duration_ns,device_ns,idle_ns,exposed_communication_ns,launched_ns,"
      "peak_allocated_bytes,host_ns,device_start_ns");
  for (std::size_t p = 0; p < stepPhaseCount; ++p) {
    output.write(fmt::format(",{}_ns", toText(static_cast<StepPhase>(p))));
  }
  output.write(",kind,requests,context_requests,tokens,context_tokens,kv_tokens,undisturbed_ns\n");
  for (std::size_t i = 0; i < shownSteps(answer).size(); ++i) {
    const StepStats& figures = shownSteps(answer)[i];
    const Step& step = figures.step;
    output.write(
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}{}{},{}\n", figures.index, csvCell(titleOf(trace, step)),
                    cellOf(rankOf(trace, step)), csvCell(trace.text(step.name)), step.range.begin.ns,
                    figures.onDevice.length().ns, figures.device.ns, figures.idle.ns, figures.exposedCommunication.ns,
                    figures.launched.all.ns, cellOf(figures.peakBytes), step.range.length().ns,
                    figures.onDevice.begin.ns, phaseCells(figures), inferenceCells(figures.inference),
                    answer.undisturbed.empty() ? std::string() : fmt::format("{}", answer.undisturbed[i].length().ns)));
  }
}

}  // namespace kernline::cli
