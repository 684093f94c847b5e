// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_utilisation.h"

#include "core/analysis/activity/device_rows.h"

#include <algorithm>
#include <set>
#include <span>
#include <vector>

namespace kernline {

namespace {

constexpr double nsPerSecond = 1e9;

std::optional<double> shareOf(double ns, const WorkUtilisation& of) {
  const double all = static_cast<double>(of.elapsed.ns) * static_cast<double>(of.devices);
  return ns > 0 && all > 0 ? std::optional(ns / all) : std::nullopt;
}

/// Which device each track is of; -1: none.
std::vector<std::int32_t> deviceOfTrack(const Trace& trace) {
  std::vector<std::int32_t> devices(trace.tracks().size(), -1);
  std::int32_t number = 0;
  for (const DeviceRows& device : deviceRows(trace)) {
    for (const TrackId track : device.tracks) {
      devices[index(track)] = number;
    }
    ++number;
  }
  return devices;
}

}  // namespace

std::optional<double> WorkUtilisation::ofFlops() const {
  return shareOf(matrixNs, *this);
}

std::optional<double> WorkUtilisation::ofBandwidth() const {
  return shareOf(bytesNs, *this);
}

WorkUtilisation workUtilisation(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                const std::optional<TimeRange>& range) {
  WorkUtilisation made;
  const std::vector<std::int32_t> deviceOf = deviceOfTrack(trace);
  std::set<std::int32_t> devices;
  std::optional<TimeRange> covered;
  std::vector<SpanId> some;
  for (const WorkCall& call : model.calls) {
    some.clear();
    std::ranges::copy_if(model.workOf(call), std::back_inserter(some),
                         [&](SpanId work) { return !range || range->contains(trace.start(work)); });
    for (const SpanId work : some) {
      const TimeRange at = trace.range(work);
      covered = covered ? TimeRange{std::min(covered->begin, at.begin), std::max(covered->end, at.end)} : at;
      devices.insert(deviceOf[index(trace.trackOf(work))]);
    }
    const WorkFigures figures = some.empty() ? WorkFigures{} : meter.of(call, some);
    if (figures.rooflineCount == 0) {
      continue;
    }
    made.bytes += figures.bytes;
    made.bytesNs += figures.bytes / meter.ceilings()->bytesPerSecond * nsPerSecond;
    if (model.needs(call).unit == WorkUnit::Matrix && figures.flops > 0) {
      made.matrixFlops += figures.flops;
      made.matrixNs +=
          figures.flops / meter.ceilings()->flopsPerSecond.find(meter.peakName(call))->second * nsPerSecond;
    }
  }
  made.devices = devices.size();
  made.elapsed = range ? range->length() : covered ? covered->length() : Duration{};
  return made;
}

}  // namespace kernline
