// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_utilization.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/steps/device_progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr double nsPerSecond = 1e9;

std::optional<double> shareOf(double ns, const WorkUtilization& of) {
  const double all = static_cast<double>(of.elapsed.ns) * static_cast<double>(of.devices);
  return ns > 0 && all > 0 ? std::optional(ns / all) : std::nullopt;
}

/// Returns the device number of each track; -1 if it has none.
std::vector<std::int32_t> deviceOfTrack(const Trace& trace) {
  std::vector<std::int32_t> devices(trace.tracks().size(), -1);
  std::int32_t number = 0;
  for (const DeviceTracks& device : deviceTracks(trace)) {
    for (const TrackId track : device.tracks) {
      devices[index(track)] = number;
    }
    ++number;
  }
  return devices;
}

constexpr std::size_t noGroup = SIZE_MAX;

/// Sums of groups of device activity, and when it ran.
class UtilizationSums {
 public:
  UtilizationSums(const Trace& trace, const WorkModel& model, const WorkMeter& meter, std::size_t groups)
      : m_trace(trace),
        m_model(model),
        m_meter(meter),
        m_deviceOf(deviceOfTrack(trace)),
        m_made(groups),
        m_devices(groups),
        m_covered(groups) {}

  /// All calls; `groupOf` a span of work: below the count, or noGroup.
  void addAll(const auto& groupOf) {
    std::map<std::size_t, std::vector<SpanId>> parts;
    for (const WorkCall& call : m_model.calls) {
      parts.clear();
      for (const SpanId activity : m_model.workOf(call)) {
        if (const std::size_t group = groupOf(activity); group != noGroup) {
          parts[group].push_back(activity);
        }
      }
      for (const auto& [group, some] : parts) {
        add(group, call, some);
      }
    }
  }

  /// Returns the utilization of work that starts in `range`, or of all if there is none.
  [[nodiscard]] WorkUtilization of(std::size_t group, const std::optional<TimeRange>& range) const {
    return during(group, range ? range->length() : covered(group));
  }

  /// Returns the utilization of work that was launched during `launching`, which may take longer.
  [[nodiscard]] WorkUtilization ofLaunched(std::size_t group, const TimeRange& launching) const {
    return during(group, std::max(launching.length(), covered(group)));
  }

 private:
  [[nodiscard]] Duration covered(std::size_t group) const {
    return m_covered[group] ? m_covered[group]->length() : Duration{};
  }

  [[nodiscard]] WorkUtilization during(std::size_t group, Duration elapsed) const {
    WorkUtilization made = m_made[group];
    made.devices = m_devices[group].size();
    made.elapsed = elapsed;
    return made;
  }

  void add(std::size_t group, const WorkCall& call, std::span<const SpanId> some) {
    std::optional<TimeRange>& covered = m_covered[group];
    for (const SpanId activity : some) {
      const TimeRange at = m_trace.range(activity);
      covered = covered ? TimeRange{std::min(covered->begin, at.begin), std::max(covered->end, at.end)} : at;
      m_devices[group].insert(m_deviceOf[index(m_trace.trackOf(activity))]);
    }
    const WorkFigures figures = m_meter.of(call, some);
    WorkUtilization& made = m_made[group];
    made.kernelTime += figures.kernelTime;
    made.modeled += figures.rooflineTime;
    if (figures.rooflineCount == 0) {
      return;
    }
    const Ceilings& ceilings = *m_meter.ceilings();
    made.bytes += figures.bytes;
    made.bytesNs += figures.bytes / ceilings.bytesPerSecond * nsPerSecond;
    if (m_model.needs(call).unit == WorkUnit::Matrix && figures.flops > 0) {
      made.matrixFlops += figures.flops;
      made.matrixNs += figures.flops / ceilings.flopsPerSecond.find(m_meter.peakName(call))->second * nsPerSecond;
    }
  }

  const Trace& m_trace;
  const WorkModel& m_model;
  const WorkMeter& m_meter;
  std::vector<std::int32_t> m_deviceOf;
  std::vector<WorkUtilization> m_made;
  std::vector<std::set<std::int32_t>> m_devices;
  std::vector<std::optional<TimeRange>> m_covered;
};

/// All but times and counts.
void addUse(WorkUtilization& all, const WorkUtilization& one) {
  all.matrixFlops += one.matrixFlops;
  all.matrixNs += one.matrixNs;
  all.bytes += one.bytes;
  all.bytesNs += one.bytesNs;
  all.kernelTime += one.kernelTime;
  all.modeled += one.modeled;
}

bool isAsked(const Trace& trace, SpanId activity, const std::optional<TimeRange>& range,
             const std::shared_ptr<const std::vector<SpanId>>& among) {
  return among ? std::ranges::binary_search(*among, activity) : !range || range->contains(trace.start(activity));
}

}  // namespace

std::optional<double> WorkUtilization::ofFlops() const {
  return shareOf(matrixNs, *this);
}

std::optional<double> WorkUtilization::ofBandwidth() const {
  return shareOf(bytesNs, *this);
}

std::optional<double> WorkUtilization::coverage() const {
  return kernelTime.ns > 0 ? std::optional(static_cast<double>(modeled.ns) / static_cast<double>(kernelTime.ns))
                           : std::nullopt;
}

bool WorkUtilization::isLittleModeled() const {
  constexpr double minCoverage = 0.8;
  return coverage().value_or(1) < minCoverage;
}

std::vector<Step> stepsAsDevicesEndThem(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  const std::vector<TimeRange> ranges = stepsOnDevices(trace, steps, stop);
  std::vector<Step> made(steps.steps.begin(), steps.steps.begin() + static_cast<std::ptrdiff_t>(ranges.size()));
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    made[i].range = ranges[i];
  }
  return made;
}

WorkUtilization workUtilization(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                const std::optional<TimeRange>& range,
                                const std::shared_ptr<const std::vector<SpanId>>& among, const WorkOfSteps& steps) {
  if (!range && !steps.steps.empty()) {
    WorkUtilization all;
    for (const DeviceUtilization& device : deviceUtilization(trace, model, meter, range, among, steps)) {
      addUse(all, device.use);
      all.elapsed += device.use.elapsed;
      all.steps = std::max(all.steps, device.use.steps);
      ++all.devices;
    }
    all.elapsed = {all.devices > 0 ? all.elapsed.ns / static_cast<std::int64_t>(all.devices) : 0};
    if (all.devices > 0) {
      return all;
    }
  }
  UtilizationSums sums(trace, model, meter, 1);
  sums.addAll([&](SpanId activity) { return isAsked(trace, activity, range, among) ? 0 : noGroup; });
  return among && range ? sums.ofLaunched(0, *range) : sums.of(0, range);
}

std::vector<DeviceUtilization> deviceUtilization(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                                 const std::optional<TimeRange>& range,
                                                 const std::shared_ptr<const std::vector<SpanId>>& among,
                                                 const WorkOfSteps& steps) {
  const std::vector<DeviceTracks> devices = deviceTracks(trace);
  const std::vector<std::int32_t> deviceOf = deviceOfTrack(trace);
  const bool isOfSteps = !range && !steps.steps.empty();
  const std::size_t parts = isOfSteps ? steps.steps.size() : 1;
  UtilizationSums sums(trace, model, meter, devices.size() * parts);
  sums.addAll([&](SpanId activity) {
    const std::int32_t device = deviceOf[index(trace.trackOf(activity))];
    const std::size_t part = isOfSteps ? steps.stepOf[index(activity)] : 0;
    return isAsked(trace, activity, range, among) && device >= 0 && part < parts
               ? static_cast<std::size_t>(device) * parts + part
               : noGroup;
  });
  std::vector<DeviceUtilization> made;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    WorkUtilization use;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t group = i * parts + part;
      const WorkUtilization one = isOfSteps        ? sums.ofLaunched(group, steps.steps[part].range)
                                  : among && range ? sums.ofLaunched(group, *range)
                                                   : sums.of(group, range);
      if (one.devices > 0) {
        addUse(use, one);
        use.elapsed += one.elapsed;
        use.devices = one.devices;
        use.steps += isOfSteps ? 1 : 0;
      }
    }
    if (use.devices > 0) {
      made.push_back({.rank = devices[i].rank, .device = devices[i].device, .name = devices[i].title, .use = use});
    }
  }
  if (isOfSteps && made.size() < devices.size()) {
    // Devices that no step has work on count as a whole.
    for (DeviceUtilization& whole : deviceUtilization(trace, model, meter, range, among)) {
      if (std::ranges::find(made, whole.name, &DeviceUtilization::name) == made.end()) {
        made.push_back(std::move(whole));
      }
    }
  }
  return made;
}

std::vector<WorkUtilization> stepUtilization(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                             std::span<const Step> steps, std::span<const std::uint32_t> stepOf) {
  UtilizationSums sums(trace, model, meter, steps.size());
  sums.addAll(
      [&](SpanId activity) { return stepOf[index(activity)] < steps.size() ? stepOf[index(activity)] : noGroup; });
  std::vector<WorkUtilization> made;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    made.push_back(sums.ofLaunched(i, steps[i].range));
  }
  return made;
}

}  // namespace kernline
