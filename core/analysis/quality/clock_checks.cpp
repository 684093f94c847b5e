// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/clock_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace kernline {

namespace {

bool isHostRow(const Track& track) {
  return track.spanCount > 0 && (track.kind == TrackKind::Thread || track.kind == TrackKind::Async);
}

std::optional<TimeRange> hostRange(const Trace& trace) {
  std::optional<TimeRange> range;
  for (const Track& track : trace.tracks()) {
    if (isHostRow(track)) {
      const TimeRange extent{std::max(track.extent.begin, trace.bounds().begin), track.extent.end};
      range = range ? range->unitedWith(extent) : extent;
    }
  }
  return range;
}

/// The smallest launch latency in each of equal parts of a device's time.
class LatencyFloor {
 public:
  explicit LatencyFloor(TimeRange range) : m_range(range) { m_floor.fill(INT64_MAX); }

  void add(Time start, std::int64_t latency) {
    const double part = static_cast<double>((start - m_range.begin).ns) / static_cast<double>(m_range.length().ns + 1);
    std::int64_t& floor = m_floor[std::min(parts - 1, static_cast<std::size_t>(part * parts))];
    floor = std::min(floor, latency);
  }

  /// Whether a line fits the values well, falls, and ends below zero.
  [[nodiscard]] bool falls() const {
    constexpr double minFit = 0.9;
    constexpr double minFallNs = 5'000;  // more than the jitter of two clock readings
    constexpr std::size_t minParts = 8;
    double n = 0;
    double sumX = 0;
    double sumY = 0;
    double sumXx = 0;
    double sumYy = 0;
    double sumXy = 0;
    for (std::size_t i = 0; i < parts; ++i) {
      if (m_floor[i] == INT64_MAX) {
        continue;
      }
      const auto x = static_cast<double>(i);
      const auto y = static_cast<double>(m_floor[i]);
      n += 1;
      sumX += x;
      sumY += y;
      sumXx += x * x;
      sumYy += y * y;
      sumXy += x * y;
    }
    const double spreadX = n * sumXx - sumX * sumX;
    const double spreadY = n * sumYy - sumY * sumY;
    if (n < minParts || spreadX <= 0 || spreadY <= 0) {
      return false;
    }
    const double slope = (n * sumXy - sumX * sumY) / spreadX;
    const double fit = (n * sumXy - sumX * sumY) / std::sqrt(spreadX * spreadY);
    const double last = sumY / n + slope * (static_cast<double>(parts - 1) - sumX / n);
    return fit <= -minFit && last < 0 && -slope * static_cast<double>(parts - 1) >= minFallNs;
  }

 private:
  static constexpr std::size_t parts = 32;
  TimeRange m_range;
  std::array<std::int64_t, parts> m_floor{};
};

struct LaunchedBy {
  TimeRange range{{INT64_MAX}, {INT64_MIN}};
  std::vector<Launch> launches;
};

/// Whether a time is before or behind `near` by more than the length of `host`, and by more than `atLeastNs`.
bool isFarFrom(TimeRange host, TimeRange near, Time time, std::uint64_t atLeastNs = 0) {
  const auto gap = [](Time from, Time to) {
    return static_cast<std::uint64_t>(to.ns) - static_cast<std::uint64_t>(from.ns);
  };
  const std::uint64_t limit = std::max(gap(host.begin, host.end), atLeastNs);
  return (time > near.end && gap(near.end, time) > limit) || (time < near.begin && gap(time, near.begin) > limit);
}

/// Erases work near the host; the rest is sorted by number. Work without a long rest behind near work was queued (a
/// graph, many launches): it may last arbitrarily long.
void eraseQueued(const Trace& trace, TimeRange host, std::vector<SpanId>& activities) {
  constexpr std::uint64_t launchedNs = 1'000'000;  // an idle device takes no longer to begin
  TimeRange near = host;
  const auto isNear = [&](SpanId activity, Time edge) {
    return !isFarFrom(host, near, edge, trace.launchOf(activity) == SpanId::none ? 0 : launchedNs);
  };
  std::ranges::sort(activities, {}, [&](SpanId activity) { return trace.start(activity); });
  std::vector<SpanId> far;
  for (const SpanId activity : activities) {
    if (trace.start(activity) > host.end && isNear(activity, trace.start(activity))) {
      near.end = std::max(near.end, trace.end(activity));
    } else {
      far.push_back(activity);
    }
  }
  std::ranges::sort(far, std::ranges::greater(), [&](SpanId activity) { return trace.end(activity); });
  std::erase_if(far, [&](SpanId activity) {
    const bool isQueued = trace.end(activity) < host.begin && isNear(activity, trace.end(activity));
    near.begin = isQueued ? std::min(near.begin, trace.start(activity)) : near.begin;
    return isQueued;
  });
  std::ranges::sort(far);
  activities = std::move(far);
}

/// The launches of each device process; one process may have many streams.
std::map<ProcessId, LaunchedBy> launchesByDevice(const Trace& trace) {
  std::map<ProcessId, LaunchedBy> devices;
  const Track* known = nullptr;
  LaunchedBy* device = nullptr;
  for (const Launch& launch : trace.launches()) {
    if (has(trace.flags(launch.activity), SpanFlags::OutsideBounds)) {
      continue;
    }
    const auto work = static_cast<std::uint32_t>(launch.activity);
    if (known == nullptr || work < known->firstSpan || work >= known->firstSpan + known->spanCount) {
      known = &trace.track(trace.trackOf(launch.activity));
      device = &devices[known->process];
    }
    const Time start = trace.start(launch.activity);
    device->range = device->range.unitedWith({start, start});
    device->launches.push_back(launch);
  }
  return devices;
}

}  // namespace

Examples activitiesFarFromHost(const Trace& trace) {
  const std::optional<TimeRange> host = hostRange(trace);
  if (!host || host->isEmpty()) {
    return {};
  }
  std::vector<SpanId> far;
  for (const Track& track : trace.tracks()) {
    // Its first and last spans are those that lie farthest out.
    const bool mayHold = track.spanCount > 0 && !isHostRow(track) &&
                         (isFarFrom(*host, *host, track.extent.begin) || isFarFrom(*host, *host, track.extent.end));
    for (std::uint32_t i = track.firstSpan; mayHold && i < track.firstSpan + track.spanCount; ++i) {
      const SpanId span{i};
      const TimeRange range = trace.range(span);
      if (isDeviceActivity(trace.kind(span)) && !has(trace.flags(span), SpanFlags::OutsideBounds) &&
          (range.begin > host->end || range.end < host->begin)) {
        far.push_back(span);
      }
    }
  }
  if (!far.empty()) {
    eraseQueued(trace, *host, far);
  }
  Examples odd;
  for (const SpanId span : far) {
    odd.add(span);
  }
  return odd;
}

ClockChecks clockChecks(const Trace& trace) {
  ClockChecks found;
  for (const auto& [process, device] : launchesByDevice(trace)) {
    LatencyFloor floor(device.range);
    for (const Launch& launch : device.launches) {
      floor.add(trace.start(launch.activity), (trace.start(launch.activity) - trace.start(launch.call)).ns);
    }
    if (!floor.falls()) {
      if (std::optional<ClockMove> move = clockMove(freeLaunches(trace, device.launches))) {
        found.moves.push_back(std::move(*move));
      }
      continue;
    }
    for (const Launch& launch : device.launches) {
      if (trace.start(launch.activity) < trace.start(launch.call)) {
        found.drifting.add(launch.activity);
      }
    }
  }
  return found;
}

}  // namespace kernline
