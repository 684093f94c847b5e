// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/digest/time_buckets.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_tracks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using Json = nlohmann::ordered_json;

constexpr int thousand = 1000;

/// Equal parts of a range; the last ones are shorter by what does not divide.
class Buckets {
 public:
  Buckets(TimeRange range, std::size_t count)
      : m_begin(range.begin),
        m_count(static_cast<std::int64_t>(std::max<std::size_t>(1, count))),
        m_width(std::max<std::int64_t>(1, (range.length().ns + m_count - 1) / m_count)) {}

  [[nodiscard]] std::int64_t count() const { return m_count; }
  [[nodiscard]] std::int64_t width() const { return m_width; }
  [[nodiscard]] std::size_t at(Time time) const {
    return static_cast<std::size_t>(std::clamp<std::int64_t>((time - m_begin).ns / m_width, 0, m_count - 1));
  }
  [[nodiscard]] TimeRange range(std::size_t bucket) const {
    const Time begin = m_begin + Duration{static_cast<std::int64_t>(bucket) * m_width};
    return {begin, begin + Duration{m_width}};
  }

 private:
  Time m_begin;
  std::int64_t m_count;
  std::int64_t m_width;
};

/// Level by level, each of four of the one below.
Json levelsOf(std::vector<std::int64_t> busy, std::int64_t width) {
  Json levels = Json::array();
  for (std::int64_t parts = 1;; parts *= 4) {
    Json shares = Json::array();
    for (const std::int64_t ns : busy) {
      // Computes in double, for nonsense durations of many years would overflow.
      const double whole = static_cast<double>(width) * static_cast<double>(parts);
      const auto share = static_cast<std::int64_t>(std::llround(static_cast<double>(ns) / whole * thousand));
      shares.push_back(std::min<std::int64_t>(thousand, share));
    }
    levels.push_back(std::move(shares));
    if (busy.size() <= 1) {
      return levels;
    }
    std::vector<std::int64_t> above((busy.size() + 3) / 4);
    for (std::size_t i = 0; i < busy.size(); ++i) {
      above[i / 4] += busy[i];
    }
    busy = std::move(above);
  }
}

IntervalUnion busyOf(const Trace& trace, const Track& track) {
  std::vector<IntervalUnion> lanes;
  for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
    lanes.push_back(
        unionOfLane(trace, trace.lanes()[lane], {}, [&](SpanId span) { return isCountedActivity(trace, span); }));
  }
  return unionOfAll(std::move(lanes));
}

}  // namespace

Json streamBuckets(const Trace& trace, std::size_t count) {
  const Buckets buckets(trace.bounds(), count);
  Json streams = Json::array();
  for (const DeviceTracks& device : deviceTracks(trace)) {
    for (const TrackId t : device.tracks) {
      const IntervalUnion busy = busyOf(trace, trace.track(t));
      if (busy.isEmpty()) {
        continue;
      }
      std::vector<std::int64_t> sums(static_cast<std::size_t>(buckets.count()));
      for (const TimeRange interval : busy.intervals()) {
        for (std::size_t b = buckets.at(interval.begin); b < sums.size() && buckets.range(b).begin < interval.end;
             ++b) {
          sums[b] += std::max<std::int64_t>(0, interval.clippedTo(buckets.range(b)).length().ns);
        }
      }
      streams.push_back({{"device", device.device},
                         {"stream", std::string(trace.text(trace.track(t).tid))},
                         {"busy_ns", busy.length().ns},
                         {"bucket_ns", buckets.width()},
                         {"busy_per_mille", levelsOf(std::move(sums), buckets.width())}});
    }
  }
  return streams;
}

Json memoryBuckets(const Trace& trace, std::size_t count) {
  struct Most {
    std::vector<std::int64_t> allocated;
    std::vector<std::int64_t> reserved;
  };
  const Buckets buckets(trace.bounds(), count);
  std::map<std::pair<std::int16_t, std::int16_t>, Most> devices;
  for (const MemoryEvent& event : trace.memoryEvents()) {
    Most& most = devices[{event.deviceType, event.device}];
    most.allocated.resize(static_cast<std::size_t>(buckets.count()), -1);
    most.reserved.resize(static_cast<std::size_t>(buckets.count()), -1);
    const std::size_t at = buckets.at(event.time);
    most.allocated[at] = std::max(most.allocated[at], event.totalAllocated);  // absent totals are less than any
    most.reserved[at] = std::max(most.reserved[at], event.totalReserved);
  }
  Json list = Json::array();
  for (auto& [device, most] : devices) {
    list.push_back({{"device_type", device.first},
                    {"device", device.second},
                    {"bucket_ns", buckets.width()},
                    {"max_allocated_bytes", std::move(most.allocated)},
                    {"max_reserved_bytes", std::move(most.reserved)}});
  }
  return list;
}

}  // namespace kernline
