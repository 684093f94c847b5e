// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/statistics.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/analysis/statistics/self_times.h"
#include "core/model/base/median.h"
#include "core/model/base/parallel.h"
#include "core/model/base/saturating_sum.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace kernline {

namespace {

/// Results of the first pass for a group.
struct Group {
  std::uint64_t firstDuration = 0;  ///< index of its first duration in the second pass
  std::uint32_t count = 0;
  SpanId longest = SpanId::none;
  std::int64_t total = 0;
  std::int64_t min = std::numeric_limits<std::int64_t>::max();
  std::int64_t max = -1;
};

/// Groups a trace's spans by a small integer.
class Grouping {
 public:
  Grouping(const Trace& trace, const StatisticsOptions& options, std::stop_token stop)
      : m_trace(trace), m_options(options), m_key(options.by ? options.by : byName(trace)), m_stop(std::move(stop)) {
    if (options.among) {
      m_isAmong.resize(trace.spanCount());
      for (const SpanId span : *options.among) {
        m_isAmong[index(span)] = true;
      }
    } else {
      m_isRepeated = repeatedRows(trace);
    }
  }

  Statistics run();

 private:
  [[nodiscard]] bool isSelected(std::uint32_t span) const;
  [[nodiscard]] bool isWanted(std::uint32_t span) const;
  [[nodiscard]] std::int64_t lengthOf(std::uint32_t span) const;
  void measureBusyTime(Statistics& result) const;
  [[nodiscard]] StatisticsRow rowOf(std::uint32_t group) const;
  [[nodiscard]] bool isLeftOut(std::uint32_t track) const { return !m_isRepeated.empty() && m_isRepeated[track]; }
  [[nodiscard]] std::uint64_t countSkipped() const;
  bool gather();
  void countTrack(const Track& track);
  void measureSelfTimes();
  void finishRows(std::span<StatisticsRow> rows);
  void finishRow(StatisticsRow& row, const Group& group);

  const Trace& m_trace;
  const StatisticsOptions& m_options;
  SpanKeyPtr m_key;
  std::stop_token m_stop;
  std::vector<bool> m_isAmong;     // wanted spans, if only some are
  std::vector<bool> m_isRepeated;  // repeated rows by track, if they do not count
  std::vector<Group> m_groups;
  std::vector<std::uint32_t> m_groupOf;   // indexed by span
  std::vector<std::int64_t> m_selves;     // indexed by group; empty if they equal the totals
  std::vector<std::int64_t> m_durations;  // durations of all selected spans, group after group
};

/// Whether the span is wanted by its kind and by the list, in any range.
bool Grouping::isWanted(std::uint32_t span) const {
  return m_options.kinds.contains(m_trace.kinds()[span]) && (!m_options.among || m_isAmong[span]);
}

bool Grouping::isSelected(std::uint32_t span) const {
  if (!isWanted(span)) {
    return false;
  }
  if (!m_options.range) {
    return true;
  }
  const TimeRange range = *m_options.range;
  const TimeRange interval = m_trace.range(SpanId{span});
  return interval.isEmpty() ? range.contains(interval.begin) : !range.isEmpty() && interval.overlaps(range);
}

std::int64_t Grouping::lengthOf(std::uint32_t span) const {
  if (!m_options.range) {
    return m_trace.durations()[span].ns;
  }
  const TimeRange interval = m_trace.range(SpanId{span});
  return interval.isEmpty() ? 0 : interval.clippedTo(*m_options.range).length().ns;
}

std::uint64_t Grouping::countSkipped() const {
  std::uint64_t count = 0;
  for (std::uint32_t t = 0; t < m_isRepeated.size(); ++t) {
    const Track& track = m_trace.tracks()[t];
    for (std::uint32_t i = 0; m_isRepeated[t] && i < track.spanCount; ++i) {
      count += isSelected(track.firstSpan + i) ? 1 : 0;
    }
  }
  return count;
}

void Grouping::countTrack(const Track& track) {
  const std::uint32_t end = track.firstSpan + track.spanCount;
  for (std::uint32_t span = track.firstSpan; span < end; ++span) {
    if (span % spansBetweenStops == 0 && m_stop.stop_requested()) {
      return;
    }
    if (!isSelected(span)) {
      continue;
    }
    const std::uint32_t number = m_key->of(SpanId{span});
    const std::int64_t length = lengthOf(span);
    Group& group = m_groups[number];
    m_groupOf[span] = number;
    ++group.count;
    group.total = saturatingSum(group.total, length);
    group.min = std::min(group.min, length);
    if (length > group.max) {
      group.max = length;
      group.longest = SpanId{span};
    }
  }
}

/// Fills m_groups, then m_durations; false if stopped.
bool Grouping::gather() {
  m_groups.assign(m_key->count, {});
  m_groupOf.assign(m_trace.spanCount(), notGrouped);
  for (std::uint32_t t = 0; t < m_trace.tracks().size() && !m_stop.stop_requested(); ++t) {
    if (!isLeftOut(t)) {
      countTrack(m_trace.tracks()[t]);
    }
  }
  if (m_stop.stop_requested()) {
    return false;
  }
  std::uint64_t first = 0;
  for (Group& group : m_groups) {
    group.firstDuration = first;
    first += group.count;
  }
  m_durations.resize(first);
  std::vector<std::uint64_t> next(m_groups.size());
  std::ranges::transform(m_groups, next.begin(), &Group::firstDuration);
  for (std::uint32_t span = 0; span < m_groupOf.size(); ++span) {
    if (m_groupOf[span] != notGrouped) {
      m_durations[next[m_groupOf[span]]++] = lengthOf(span);
    }
  }
  return !m_stop.stop_requested();
}

void Grouping::measureSelfTimes() {
  if (!m_options.kinds.isWithin(SpanKinds::deviceActivities())) {
    m_selves = selfTimes(m_trace, m_groupOf, m_groups.size(), m_options.kinds, m_options.range, m_stop);
  }
}

void Grouping::measureBusyTime(Statistics& result) const {
  const std::vector<DeviceTracks> devices = deviceTracks(m_trace);
  std::vector<std::size_t> deviceOf(m_trace.tracks().size(), devices.size());  // index past the last means the host
  for (std::size_t d = 0; d < devices.size(); ++d) {
    for (const TrackId track : devices[d].tracks) {
      deviceOf[index(track)] = d;
    }
  }
  std::vector<std::vector<IntervalUnion>> unions(devices.size() + 1);
  for (const Lane& lane : m_trace.lanes()) {
    if (m_stop.stop_requested()) {
      return;
    }
    if (isLeftOut(static_cast<std::uint32_t>(lane.track))) {
      continue;
    }
    unions[deviceOf[index(lane.track)]].push_back(unionOfLane(
        m_trace, lane, m_options.range, [this](SpanId span) { return isWanted(static_cast<std::uint32_t>(span)); }));
  }
  for (std::size_t d = 0; d < unions.size(); ++d) {
    const Duration busy = unionOfAll(std::move(unions[d])).length();
    result.busy = {saturatingSum(result.busy.ns, busy.ns)};
    result.busyDevices += d < devices.size() && busy.ns > 0 ? 1 : 0;
  }
}

StatisticsRow Grouping::rowOf(std::uint32_t g) const {
  const Group& group = m_groups[g];
  StatisticsRow row;
  row.key = g;
  row.count = group.count;
  row.total = {group.total};
  row.min = {group.min};
  row.max = {group.max};
  row.longest = group.longest;
  row.category = m_trace.categoryText(group.longest);
  row.name = m_key->label(g);
  return row;
}

void Grouping::finishRow(StatisticsRow& row, const Group& group) {
  const std::span values{m_durations.data() + group.firstDuration, group.count};
  row.median = {medianOf(values)};
  const auto count = static_cast<std::int64_t>(group.count);
  row.mean = {group.total / count + (group.total % count * 2 >= count ? 1 : 0)};
  if (count > 1) {
    const double mean = static_cast<double>(group.total) / static_cast<double>(count);
    double squares = 0;
    for (const std::int64_t value : values) {
      const double difference = static_cast<double>(value) - mean;
      squares += difference * difference;
    }
    row.stddev = {std::llround(std::sqrt(squares / static_cast<double>(count - 1)))};
  }
}

/// Medians and deviations, on two threads that share the spans about evenly.
void Grouping::finishRows(std::span<StatisticsRow> rows) {
  std::vector<const Group*> groups;
  for (const Group& group : m_groups) {
    if (group.count > 0) {
      groups.push_back(&group);
    }
  }
  const auto finish = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !m_stop.stop_requested(); ++i) {
      finishRow(rows[i], *groups[i]);
    }
  };
  std::size_t half = 0;
  while (half < groups.size() && groups[half]->firstDuration < m_durations.size() / 2) {
    ++half;
  }
  constexpr std::size_t minSpansPerThread = 100'000;
  if (m_durations.size() < minSpansPerThread) {
    finish(0, groups.size());
    return;
  }
  inParallel([&] { finish(half, groups.size()); }, [&] { finish(0, half); });
}

Statistics Grouping::run() {
  Statistics result;
  bool isGathered = false;
  inParallel([&] { isGathered = gather(); }, [&] { measureBusyTime(result); });
  if (!isGathered) {
    return {};
  }
  for (std::uint32_t g = 0; g < m_groups.size(); ++g) {
    if (m_groups[g].count > 0) {
      result.rows.push_back(rowOf(g));
    }
  }
  inParallel([&] { finishRows(result.rows); }, [&] { measureSelfTimes(); });
  if (m_stop.stop_requested()) {
    return {};
  }
  result.by = m_key;
  for (StatisticsRow& row : result.rows) {
    row.self = m_selves.empty() ? row.total : Duration{m_selves[row.key]};
    result.self = {saturatingSum(result.self.ns, row.self.ns)};
    result.count += row.count;
    result.total = {saturatingSum(result.total.ns, row.total.ns)};
  }
  result.repeated = countSkipped();
  shareOut(result, result);
  std::ranges::sort(result.rows, [](const StatisticsRow& a, const StatisticsRow& b) {
    return a.total != b.total ? a.total > b.total : a.name != b.name ? a.name < b.name : a.key < b.key;
  });
  return result;
}

}  // namespace

void shareOut(Statistics& part, const Statistics& all) {
  for (StatisticsRow& row : part.rows) {
    const auto total = static_cast<double>(row.total.ns);
    row.share = all.total.ns > 0 ? total / static_cast<double>(all.total.ns) : 0;
    row.shareOfBusy = all.busy.ns > 0 ? total / static_cast<double>(all.busy.ns) : 0;
  }
}

Statistics statistics(const Trace& trace, const StatisticsOptions& options, std::stop_token stop) {
  return Grouping{trace, options, std::move(stop)}.run();
}

}  // namespace kernline
