// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/unrecorded_activity.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/interval_union.h"
#include "core/analysis/counters/device_counters.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxNextActivities = 32;

/// Looks at the gaps of one device.
class GapsOfDevice {
 public:
  GapsOfDevice(const CounterMeans& means, const DeviceTracks& rows, DeviceCounters counters)
      : m_means(means), m_counters(std::move(counters)) {
    m_found.rank = rows.rank;
    m_found.device = rows.device;
    m_found.process = rows.process;
  }

  void add(TimeRange gap, SpanId next) {
    m_found.idle += gap.length();
    const TimeRange inner{gap.begin + UnrecordedActivity::edge, gap.end - UnrecordedActivity::edge};
    const IntervalUnion onSms = smStretches(inner);
    const IntervalUnion busy =
        onSms.unitedWith(trafficOf(m_counters.dramRead, inner)).unitedWith(trafficOf(m_counters.dramWrite, inner));
    m_found.sampled += m_sampled.length();
    m_sampled = {};
    if (busy.isEmpty()) {
      return;
    }
    m_found.onSms += onSms.length();
    m_found.busy += busy.length();
    m_found.stretches += busy.intervals().size();
    if (m_found.nextActivities.size() < maxNextActivities) {
      m_found.nextActivities.push_back(next);
    }
  }

  UnrecordedActivity take() {
    m_found.smActive = m_found.onSms.ns > 0 ? m_activeNs / static_cast<double>(m_found.onSms.ns) : 0;
    return std::move(m_found);
  }

 private:
  IntervalUnion smStretches(TimeRange gap) {
    IntervalUnion active;
    if (!m_counters.smActive) {
      return active;
    }
    IntervalUnion sampled;
    m_means.eachValue(*m_counters.smActive, gap, [&](TimeRange held, double value) {
      sampled.append(held);
      if (value >= UnrecordedActivity::minSmActive) {
        active.append(held);
        m_activeNs += value * static_cast<double>(held.length().ns);
      }
    });
    m_sampled = m_sampled.unitedWith(sampled);
    return active;
  }

  /// Samples in a row of high traffic that together moved enough.
  IntervalUnion trafficOf(std::optional<CounterId> counter, TimeRange gap) {
    IntervalUnion moved;
    if (!counter) {
      return moved;
    }
    IntervalUnion sampled;
    TimeRange row;
    double bytes = 0;
    const auto endRow = [&] {
      if (bytes >= UnrecordedActivity::minDramBytes) {
        moved.append(row);
      }
      row = {};
      bytes = 0;
    };
    m_means.eachValue(*counter, gap, [&](TimeRange held, double value) {
      sampled.append(held);
      if (bytes > 0 && row.end < held.begin) {
        endRow();
      }
      if (value < UnrecordedActivity::minDramRate) {
        endRow();
        return;
      }
      constexpr double secondsOfNs = 1e-9;
      row = bytes > 0 ? row.unitedWith(held) : held;
      bytes += value * static_cast<double>(held.length().ns) * secondsOfNs;
    });
    endRow();
    m_sampled = m_sampled.unitedWith(sampled);
    return moved;
  }

  const CounterMeans& m_means;
  DeviceCounters m_counters;
  IntervalUnion m_sampled;  // sampled time of the gap
  double m_activeNs = 0;    // % times ns
  UnrecordedActivity m_found;
};

UnrecordedActivity unrecordedOf(const Trace& trace, const CounterMeans& means, const DeviceTracks& rows,
                                const DeviceCounters& counters) {
  GapsOfDevice gaps(means, rows, counters);
  std::optional<Time> reached;
  for (const SpanId activity : activitiesByStart(trace, rows)) {
    if (reached && trace.start(activity) > *reached) {
      gaps.add({*reached, trace.start(activity)}, activity);
    }
    reached = std::max(reached.value_or(trace.end(activity)), trace.end(activity));
  }
  return gaps.take();
}

}  // namespace

std::vector<UnrecordedActivity> unrecordedActivity(const Trace& trace, const std::stop_token& stop) {
  std::vector<UnrecordedActivity> found;
  if (trace.counters().empty()) {
    return found;
  }
  std::optional<CounterMeans> means;
  for (const DeviceTracks& rows : deviceTracks(trace)) {
    const DeviceCounters counters = deviceCounters(trace, rows.process);
    if (!counters.smActive && !counters.dramRead && !counters.dramWrite) {
      continue;
    }
    if (stop.stop_requested()) {
      return {};
    }
    if (!means) {
      means.emplace(trace);
    }
    found.push_back(unrecordedOf(trace, *means, rows, counters));
  }
  return found;
}

}  // namespace kernline
