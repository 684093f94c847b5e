// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/digest/digest_details.h"

#include "core/analysis/digest/duration_sketch.h"
#include "core/analysis/quality/data_quality.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/analysis/work/trace_work.h"
#include "core/analysis/work/work_model.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/span_kinds.h"
#include "core/output/digest/time_buckets.h"
#include "core/output/digest/without_profiler_json.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json orNull(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json textOf(std::string_view text) {
  return Json(std::string(text));
}

/// Nanoseconds by cause, those that there are.
Json idleJson(const std::array<Duration, idleCauseCount>& sums) {
  Json json = Json::object();
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    if (sums[cause].ns > 0) {
      json[std::string(toText(static_cast<IdleCause>(cause)))] = sums[cause].ns;
    }
  }
  return json;
}

Json phasesJson(const StepStats& figures) {
  Json phases = Json::array();
  for (const PhaseFigures& phase : figures.phases) {
    phases.push_back({{"name", toText(phase.phase)},
                      {"device_ns", phase.device.ns},
                      {"idle_ns", phase.idle.ns},
                      {"exposed_communication_ns", phase.exposedCommunication.ns}});
  }
  return phases;
}

Json stepsJson(DigestSubject& subject, const DetailLimits& limits) {
  const Trace& trace = subject.trace();
  const std::vector<DeviceIdle>& idle = subject.idle();
  Json steps = Json::array();
  for (const StepStats& figures : subject.figures()) {
    if (steps.size() == limits.steps) {
      break;
    }
    const LaunchedActivityTimes& launched = figures.launched;
    steps.push_back({{"name", textOf(trace.text(figures.step.name))},
                     {"start_ns", figures.onDevice.begin.ns},
                     {"duration_ns", figures.onDevice.length().ns},
                     {"device_ns", figures.device.ns},
                     {"kernel_ns", launched.kernel.ns},
                     {"communication_ns", launched.communication.ns},
                     {"exposed_communication_ns", figures.exposedCommunication.ns},
                     {"idle_ns", figures.idle.ns},
                     {"idle_by_cause_ns", idleJson(idleWithin(idle, figures.onDevice))},
                     {"peak_allocated_bytes", orNull(figures.peakBytes)},
                     {"phases", phasesJson(figures)}});
  }
  return steps;
}

Json sketchJson(const std::string& name, const DurationSketch& sketch) {
  Json buckets = Json::array();
  for (const auto& [bucket, count] : sketch.buckets()) {
    buckets.push_back({bucket, count});
  }
  return {{"name", name},
          {"count", sketch.count()},
          {"total_ns", sketch.sum().ns},
          {"min_ns", sketch.min().ns},
          {"max_ns", sketch.max().ns},
          {"buckets", std::move(buckets)}};
}

/// The names with most time, and all others as one.
Json namesJson(const Trace& trace, SpanKinds kinds, const DetailLimits& limits) {
  std::unordered_map<StringId, DurationSketch> sketches;
  const std::vector<bool> repeated = repeatedRows(trace);
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount && !repeated[t]; ++i) {
      if (kinds.contains(trace.kind(SpanId{i}))) {
        sketches[trace.name(SpanId{i})].add(trace.duration(SpanId{i}));
      }
    }
  }
  std::vector<std::pair<std::string_view, const DurationSketch*>> order;
  for (const auto& [name, sketch] : sketches) {
    order.emplace_back(trace.text(name), &sketch);
  }
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return std::pair{-a.second->sum().ns, a.first} < std::pair{-b.second->sum().ns, b.first};
  });
  Json rows = Json::array();
  DurationSketch rest;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i < limits.names) {
      rows.push_back(sketchJson(std::string(order[i].first), *order[i].second));
    } else {
      rest.add(*order[i].second);
    }
  }
  const std::size_t others = order.size() - rows.size();
  Json othersJson = sketchJson("", rest);
  othersJson["names"] = others;
  return {{"rows", std::move(rows)}, {"others", std::move(othersJson)}};
}

Json workJson(const Trace& trace, unsigned threads) {
  const WorkModel model = workModel(trace, WorkRules::current(), threads);
  const TraceWork work = traceWork(trace, model, WorkMeter(trace, model, std::nullopt), {});
  return {{"kernel_ns", work.all.kernelTime.ns},
          {"modelled_ns", work.all.modeled.ns},
          {"flops", work.all.flops},
          {"bytes", work.all.bytes},
          {"message_bytes", work.all.messageBytes},
          {"bus_bytes", work.all.busBytes}};
}

Json devicesJson(const Trace& trace, const std::vector<DeviceIdle>& idle) {
  Json devices = Json::array();
  for (const DeviceIdle& device : idle) {
    devices.push_back({{"device", device.device},
                       {"name", device.name},
                       {"window_ns", device.window.length().ns},
                       {"idle_ns", device.idle.ns},
                       {"idle_by_cause_ns", idleJson(device.sums)}});
    const auto described = std::ranges::find(trace.devices(), device.device, &Device::id);
    if (described != trace.devices().end()) {
      devices.back()["memory_bytes"] = described->memoryBytes;
      devices.back()["multiprocessors"] = described->multiprocessors;
    }
  }
  return devices;
}

Json issuesJson(const Trace& trace) {
  const DataQuality quality = DataQuality::of(trace);
  Json issues = Json::array();
  for (const DataIssue& issue : quality.issues()) {
    issues.push_back({{"key", textOf(issue.key)}, {"severity", toText(issue.severity)}, {"count", issue.count}});
  }
  return issues;
}

}  // namespace

Json digestDetails(DigestSubject& subject, const DetailLimits& limits) {
  const Trace& trace = subject.trace();
  Json work;
  Json names;
  Json issues;
  parallelFor(subject.threads(), 2, [&](std::size_t part) {
    if (part == 0) {
      work = workJson(trace, subject.threads());
    } else {
      names = {{"kernels", namesJson(trace, SpanKinds::deviceActivities(), limits)},
               {"operators", namesJson(trace, {SpanKind::Op}, limits)}};
      issues = issuesJson(trace);
    }
  });
  return {{"relative_error", DurationSketch::relativeError},
          {"devices", devicesJson(trace, subject.idle())},
          {"steps", stepsJson(subject, limits)},
          {"without_profiler", withoutProfilerJson(subject.withoutProfiler())},
          {"kernels", std::move(names["kernels"])},
          {"operators", std::move(names["operators"])},
          {"work", std::move(work)},
          {"streams", streamBuckets(trace, limits.buckets)},
          {"memory", memoryBuckets(trace, limits.buckets)},
          {"findings", std::move(issues)}};
}

}  // namespace kernline
