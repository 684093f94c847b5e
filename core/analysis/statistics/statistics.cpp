// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/statistics.h"

#include "core/analysis/activity/busy_time.h"
#include "core/analysis/activity/device_rows.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/model/base/median.h"
#include "core/model/base/parallel.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_map>

namespace kernline {

namespace {

constexpr std::uint32_t notSelected = std::numeric_limits<std::uint32_t>::max();

std::int64_t saturatingSum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

/// What a first pass learns of one group.
struct Group {
  std::uint64_t firstDuration = 0;  ///< of its durations in the second pass
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
      : m_trace(trace), m_options(options), m_stop(std::move(stop)) {
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
  [[nodiscard]] std::size_t groupCount() const;
  [[nodiscard]] bool isSelected(std::uint32_t span) const;
  [[nodiscard]] bool isWanted(std::uint32_t span) const;
  [[nodiscard]] std::int64_t lengthOf(std::uint32_t span) const;
  [[nodiscard]] std::size_t opNameCount() const {
    return m_options.replayed == nullptr ? m_trace.strings().size() : m_options.replayed->keyCount();
  }
  [[nodiscard]] std::uint32_t opGroup(std::uint32_t span) const;
  [[nodiscard]] std::string_view opName(std::uint32_t group) const;
  [[nodiscard]] std::uint32_t familyGroup(std::uint32_t span) const;
  void findFamilies();
  void numberShapes();
  void measureBusyTime(Statistics& result) const;
  [[nodiscard]] StatisticsRow rowOf(std::uint32_t group) const;
  template <typename Visit>
  bool forEachOfTrack(const Track& track, std::uint32_t trackIndex, const Visit& visit) const;
  template <typename Visit>
  bool forEach(const Visit& visit) const;
  [[nodiscard]] bool isLeftOut(std::uint32_t track) const { return !m_isRepeated.empty() && m_isRepeated[track]; }
  [[nodiscard]] std::uint64_t countSkipped() const;
  bool gather();
  void finishRows(std::span<StatisticsRow> rows);
  void finishRow(StatisticsRow& row, const Group& group);

  const Trace& m_trace;
  const StatisticsOptions& m_options;
  std::stop_token m_stop;
  std::vector<bool> m_isAmong;     // by span, if only some are wanted
  std::vector<bool> m_isRepeated;  // by track, if rows that repeat others do not count
  std::vector<Group> m_groups;
  std::vector<std::uint32_t> m_shapeGroups;  // by span, for GroupBy::Shape
  std::vector<std::uint32_t> m_familyOf;     // by name of device work, for GroupBy::Family
  std::uint32_t m_shapeGroupCount = 0;
  std::vector<std::int64_t> m_durations;  // of all selected spans, group after group
};

std::size_t Grouping::groupCount() const {
  switch (m_options.by) {
    case GroupBy::Name:
      return m_trace.strings().size();
    case GroupBy::Op:
      return opNameCount() + 2;  // behind the names: replayed by a graph; made by no op
    case GroupBy::Category:
      return m_trace.categories().size() + 1;  // the last: without category
    case GroupBy::Stream:
      return m_trace.tracks().size();
    case GroupBy::Shape:
      return m_shapeGroupCount;
    case GroupBy::Family:
      return noFamilyKey + 1;
  }
  return 0;
}

/// By its kind and by the list, whatever the range.
bool Grouping::isWanted(std::uint32_t span) const {
  return m_options.kinds.contains(m_trace.kinds()[span]) && (!m_options.among || m_isAmong[span]);
}

/// A group for each pair of a name and a shape that occurs.
void Grouping::numberShapes() {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  m_shapeGroups.assign(m_trace.spanCount(), 0);
  for (std::uint32_t span = 0; span < m_trace.spanCount(); ++span) {
    if (isSelected(span)) {
      const std::uint64_t pair =
          std::uint64_t{static_cast<std::uint32_t>(m_trace.names()[span])} << 32U | m_options.shapes->ofSpan[span];
      m_shapeGroups[span] = numbers.try_emplace(pair, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
  }
  m_shapeGroupCount = static_cast<std::uint32_t>(numbers.size());
}

void Grouping::findFamilies() {
  m_familyOf.assign(m_trace.strings().size(), noFamilyKey);
  for (std::uint32_t span = 0; span < m_trace.spanCount(); ++span) {
    std::uint32_t& family = m_familyOf[index(m_trace.names()[span])];
    if (family == noFamilyKey && isDeviceWork(m_trace.kinds()[span])) {
      family = static_cast<std::uint32_t>(kernelFamily(m_trace.nameText(SpanId{span})));
    }
  }
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

std::uint32_t Grouping::opGroup(std::uint32_t span) const {
  if (const auto captured = m_options.replayed == nullptr ? std::nullopt : m_options.replayed->keyOf(SpanId{span})) {
    return *captured;
  }
  const std::uint32_t key = opKey(m_trace, SpanId{span});
  const auto groups = static_cast<std::uint32_t>(m_groups.size());
  return key == graphReplayKey ? groups - 2 : key == static_cast<std::uint32_t>(StringId::none) ? groups - 1 : key;
}

std::string_view Grouping::opName(std::uint32_t group) const {
  if (group >= opNameCount()) {
    return {};
  }
  return m_options.replayed == nullptr ? m_trace.text(StringId{group}) : m_options.replayed->name(group);
}

std::uint32_t Grouping::familyGroup(std::uint32_t span) const {
  return isDeviceWork(m_trace.kinds()[span]) ? m_familyOf[index(m_trace.names()[span])] : noFamilyKey;
}

template <typename Visit>
bool Grouping::forEachOfTrack(const Track& track, std::uint32_t trackIndex, const Visit& visit) const {
  const auto noCategory = static_cast<std::uint32_t>(m_groups.size() - 1);
  const std::uint32_t end = track.firstSpan + track.spanCount;
  for (std::uint32_t span = track.firstSpan; span < end; ++span) {
    if (span % spansBetweenStops == 0 && m_stop.stop_requested()) {
      return false;
    }
    if (!isSelected(span)) {
      continue;
    }
    switch (m_options.by) {
      case GroupBy::Name:
        visit(span, static_cast<std::uint32_t>(m_trace.names()[span]));
        break;
      case GroupBy::Category: {
        const CategoryId category = m_trace.category(SpanId{span});
        visit(span, category == CategoryId::none ? noCategory : static_cast<std::uint32_t>(category));
        break;
      }
      case GroupBy::Op:
        visit(span, opGroup(span));
        break;
      case GroupBy::Stream:
        visit(span, trackIndex);
        break;
      case GroupBy::Shape:
        visit(span, m_shapeGroups[span]);
        break;
      case GroupBy::Family:
        visit(span, familyGroup(span));
        break;
    }
  }
  return true;
}

/// Calls visit(span, group) for every selected span; false if stopped.
template <typename Visit>
bool Grouping::forEach(const Visit& visit) const {
  for (std::uint32_t t = 0; t < m_trace.tracks().size(); ++t) {
    if (!isLeftOut(t) && !forEachOfTrack(m_trace.tracks()[t], t, visit)) {
      return false;
    }
  }
  return !m_stop.stop_requested();
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

/// Fills m_groups, then m_durations; false if stopped.
bool Grouping::gather() {
  if (m_options.by == GroupBy::Shape) {
    numberShapes();
  }
  if (m_options.by == GroupBy::Family) {
    findFamilies();
  }
  m_groups.assign(groupCount(), {});
  // Op groups cost a search each, so they are kept for the second pass.
  std::vector<std::uint32_t> groupOf(m_options.by == GroupBy::Op ? m_trace.spanCount() : 0, notSelected);
  const bool counted = forEach([&](std::uint32_t span, std::uint32_t g) {
    Group& group = m_groups[g];
    const std::int64_t length = lengthOf(span);
    ++group.count;
    group.total = saturatingSum(group.total, length);
    group.min = std::min(group.min, length);
    if (length > group.max) {
      group.max = length;
      group.longest = SpanId{span};
    }
    if (!groupOf.empty()) {
      groupOf[span] = g;
    }
  });
  if (!counted) {
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
  if (!groupOf.empty()) {
    for (std::uint32_t span = 0; span < groupOf.size(); ++span) {
      if (groupOf[span] != notSelected) {
        m_durations[next[groupOf[span]]++] = lengthOf(span);
      }
    }
    return !m_stop.stop_requested();
  }
  return forEach([&](std::uint32_t span, std::uint32_t g) { m_durations[next[g]++] = lengthOf(span); });
}

void Grouping::measureBusyTime(Statistics& result) const {
  const std::vector<DeviceRows> devices = deviceRows(m_trace);
  std::vector<std::size_t> deviceOf(m_trace.tracks().size(), devices.size());  // behind the last: the host
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
  const bool isLast = g + 1 == m_groups.size();
  switch (m_options.by) {
    case GroupBy::Name:
      row.name = m_trace.text(StringId{g});
      break;
    case GroupBy::Op:
      row.key = g < opNameCount() ? g : opKey(m_trace, group.longest);
      row.name = opName(g);
      break;
    case GroupBy::Category:
      row.key = isLast ? static_cast<std::uint32_t>(CategoryId::none) : g;
      row.name = row.category;
      break;
    case GroupBy::Stream:
      row.name = m_trace.text(m_trace.tracks()[g].title);
      break;
    case GroupBy::Family:
      row.name = g == noFamilyKey ? std::string_view{} : toText(static_cast<KernelFamily>(g));
      break;
    case GroupBy::Shape:
      row.name = m_trace.nameText(group.longest);
      row.shape = m_options.shapes->ofSpan[index(group.longest)];
      break;
  }
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
  finishRows(result.rows);
  if (m_stop.stop_requested()) {
    return {};
  }
  for (const StatisticsRow& row : result.rows) {
    result.count += row.count;
    result.total = {saturatingSum(result.total.ns, row.total.ns)};
  }
  result.repeated = countSkipped();
  for (StatisticsRow& row : result.rows) {
    const auto total = static_cast<double>(row.total.ns);
    row.share = result.total.ns > 0 ? total / static_cast<double>(result.total.ns) : 0;
    row.shareOfBusy = result.busy.ns > 0 ? total / static_cast<double>(result.busy.ns) : 0;
  }
  std::ranges::sort(result.rows, [](const StatisticsRow& a, const StatisticsRow& b) {
    return a.total != b.total ? a.total > b.total : a.name != b.name ? a.name < b.name : a.key < b.key;
  });
  return result;
}

}  // namespace

std::uint32_t familyKey(const Trace& trace, SpanId span) {
  return isDeviceWork(trace.kind(span)) ? static_cast<std::uint32_t>(kernelFamily(trace.nameText(span))) : noFamilyKey;
}

std::uint32_t opKey(const Trace& trace, SpanId span) {
  const SpanId op = trace.kind(span) == SpanKind::Op ? span : trace.opOf(span);
  if (op != SpanId::none) {
    return static_cast<std::uint32_t>(trace.name(op));
  }
  return has(trace.flags(span), SpanFlags::GraphReplay) ? graphReplayKey : static_cast<std::uint32_t>(StringId::none);
}

Statistics statistics(const Trace& trace, const StatisticsOptions& options, std::stop_token stop) {
  return Grouping{trace, options, std::move(stop)}.run();
}

}  // namespace kernline
