// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cases/plugin_steps.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace kernline::test {

namespace {

constexpr std::string_view stepPrefix = "ProfilerStep#";

TimeRange hostExtent(const Trace& trace) {
  TimeRange extent{{INT64_MAX}, {INT64_MIN}};
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanKind kind = trace.kind(SpanId{i});
    const std::string_view name = trace.nameText(SpanId{i});
    if (kind == SpanKind::Op || name.starts_with("enumerate(") || name.starts_with("Optimizer.")) {
      extent = extent.unitedWith(trace.range(SpanId{i}));
    }
  }
  return extent;
}

std::vector<PluginStep> hostSteps(const Trace& trace) {
  std::vector<PluginStep> steps;
  for (const Step& step : trace.steps()) {
    if (trace.text(step.name).starts_with(stepPrefix)) {
      steps.push_back({.name = std::string(trace.text(step.name).substr(stepPrefix.size())), .range = step.range});
    }
  }
  if (steps.empty()) {
    steps.push_back({.name = "0", .range = hostExtent(trace)});
  }
  return steps;
}

struct DevicePart {
  std::uint64_t count = 0;
  Time end{INT64_MIN};
  Time begin{INT64_MAX};
};

/// The work of calls inside each step; of the rest what ended before the first of it.
std::vector<DevicePart> deviceParts(const Trace& trace, const std::vector<PluginStep>& steps) {
  std::vector<DevicePart> parts(steps.size());
  for (const Launch& launch : trace.launches()) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const TimeRange call = trace.range(launch.call);
      if (call.begin >= steps[s].range.begin && call.end <= steps[s].range.end) {
        ++parts[s].count;
        parts[s].begin = std::min(parts[s].begin, trace.start(launch.activity));
        parts[s].end = std::max(parts[s].end, trace.end(launch.activity));
        break;
      }
    }
  }
  return parts;
}

Time endOfEarlierWork(const Trace& trace, const std::vector<PluginStep>& steps, const DevicePart& first) {
  const auto isOfAStep = [&](SpanId call) {
    return call != SpanId::none && std::ranges::any_of(steps, [&](const PluginStep& step) {
             return trace.start(call) >= step.range.begin && trace.end(call) <= step.range.end;
           });
  };
  Time end = steps.front().range.begin;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId activity{i};
    if (isDeviceActivity(trace.kind(activity)) && trace.end(activity) < first.begin &&
        !isOfAStep(trace.launchOf(activity))) {
      end = std::max(end, trace.end(activity));
    }
  }
  return end;
}

/// The last steps have no kernels, or fewer than four fifths of the step before: their kernels were cut off.
void dropCutSteps(std::vector<PluginStep>& steps, const std::vector<DevicePart>& parts) {
  std::size_t kept = steps.size();
  while (kept > 0 && parts[kept - 1].count == 0) {
    --kept;
  }
  if (kept >= 2 && static_cast<double>(parts[kept - 2].count) * 0.8 > static_cast<double>(parts[kept - 1].count)) {
    --kept;
  }
  steps.resize(kept);
}

}  // namespace

std::vector<PluginStep> pluginSteps(const Trace& trace) {
  std::vector<PluginStep> steps = hostSteps(trace);
  const std::vector<DevicePart> parts = deviceParts(trace, steps);
  if (std::ranges::none_of(parts, [](const DevicePart& part) { return part.count > 0; })) {
    return steps;
  }
  Time before = endOfEarlierWork(trace, steps, parts.front());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    TimeRange& range = steps[s].range;
    range.begin = std::max(range.begin, before);
    range.end = std::max({range.end, range.begin, parts[s].end});
    before = range.end;
  }
  if (steps.size() > 1) {
    dropCutSteps(steps, parts);
  }
  return steps;
}

}  // namespace kernline::test
