// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/span_arrangement.h"

#include "core/model/base/parallel.h"
#include "core/model/trace/lane_placement.h"

#include <algorithm>
#include <numeric>

namespace kernline {

namespace {

using Records = std::span<const SpanRecord*>;

/// Outer spans first: by start, then longest first, then file order.
bool goesFirst(const SpanRecord* a, const SpanRecord* b) {
  if (a->start != b->start) {
    return a->start < b->start;
  }
  return a->duration != b->duration ? a->duration > b->duration : a->offset < b->offset;
}

/// Merges the sorted runs that a file's records consist of: linear in the records times the logarithm of the runs.
void sortByRuns(Records records) {
  std::vector<std::size_t> runs{0};
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (goesFirst(records[i], records[i - 1])) {
      runs.push_back(i);
    }
  }
  runs.push_back(records.size());
  if (runs.size() == 2) {
    return;
  }
  std::vector<const SpanRecord*> buffer(records.size());
  Records from = records;
  Records to = buffer;
  while (runs.size() > 2) {
    std::vector<std::size_t> merged{0};
    for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
      const std::size_t middle = runs[i + 1];
      const std::size_t last = i + 2 < runs.size() ? runs[i + 2] : middle;
      std::merge(from.begin() + runs[i], from.begin() + middle, from.begin() + middle, from.begin() + last,
                 to.begin() + runs[i], goesFirst);
      merged.push_back(last);
    }
    runs = std::move(merged);
    std::swap(from, to);
  }
  if (from.data() != records.data()) {
    std::ranges::copy(from, records.begin());
  }
}

template <typename Item>
void append(std::vector<Item>& all, std::vector<Item>& part) {
  all.insert(all.end(), part.begin(), part.end());
  part = {};
}

}  // namespace

struct SpanArrangement::TrackWork {
  std::size_t track = 0;
  Records records;
  LanePlacement placement;
  TimeRange extent;
  std::vector<SpanId> overlapping;
};

void SpanColumns::resize(std::size_t count) {
  start.resize(count);
  duration.resize(count);
  offset.resize(count);
  name.resize(count);
  category.resize(count);
  kind.resize(count);
  flags.resize(count);
}

SpanArrangement::SpanArrangement(std::vector<std::vector<SpanRecord>>&& batches, const std::vector<TrackId>& trackPlace,
                                 unsigned threads)
    : m_batches(std::move(batches)), m_trackPlace(trackPlace), m_threads(threads) {}

bool SpanArrangement::arrange(std::vector<Track>& tracks, std::vector<Lane>& lanes, const std::stop_token& stop) {
  std::vector<TrackWork> works(tracks.size());
  groupByTrack(works);
  // Largest first, so that the workers end together.
  std::vector<std::size_t> order(works.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return works[i].records.size(); });
  parallelFor(m_threads, order.size(), [&](std::size_t i) {
    TrackWork& work = works[order[i]];
    if (stop.stop_requested() || work.records.empty()) {
      return;
    }
    sortByRuns(work.records);
    std::vector<TimeRange> ranges(work.records.size());
    std::ranges::transform(work.records, ranges.begin(),
                           [](const SpanRecord* r) { return TimeRange{r->start, r->start + r->duration}; });
    work.placement = placeOnLanes(ranges);
    work.extent = {ranges.front().begin, std::ranges::max(ranges, {}, &TimeRange::end).end};
  });
  if (stop.stop_requested()) {
    return false;
  }
  numberLanes(works, tracks, lanes);
  m_columns.resize(m_records.size());
  m_candidates.resize(works.size());
  parallelFor(m_threads, order.size(), [&](std::size_t i) {
    if (!stop.stop_requested()) {
      fill(works[order[i]], tracks[order[i]], lanes);
    }
  });
  for (TrackWork& work : works) {
    append(m_overlapping, work.overlapping);
  }
  m_batches = {};
  m_records = {};
  return !stop.stop_requested();
}

LinkCandidates SpanArrangement::takeLinkCandidates() {
  LinkCandidates all;
  for (LinkCandidates& part : m_candidates) {  // tracks are in span order, so the joined lists are too
    append(all.calls, part.calls);
    append(all.works, part.works);
    append(all.ops, part.ops);
    append(all.operated, part.operated);
  }
  return all;
}

void SpanArrangement::groupByTrack(std::vector<TrackWork>& works) {
  std::vector<std::size_t> next(works.size() + 1);
  for (const auto& batch : m_batches) {
    for (const SpanRecord& record : batch) {
      ++next[index(m_trackPlace[index(record.track)]) + 1];
    }
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  m_records.resize(next.back());
  for (std::size_t i = 0; i < works.size(); ++i) {
    works[i].track = i;
    works[i].records = Records(m_records).subspan(next[i], next[i + 1] - next[i]);
  }
  for (const auto& batch : m_batches) {
    for (const SpanRecord& record : batch) {
      m_records[next[index(m_trackPlace[index(record.track)])]++] = &record;
    }
  }
}

void SpanArrangement::numberLanes(std::vector<TrackWork>& works, std::vector<Track>& tracks, std::vector<Lane>& lanes) {
  std::uint32_t nextSpan = 0;
  for (TrackWork& work : works) {
    Track& track = tracks[work.track];
    track.firstLane = static_cast<std::uint32_t>(lanes.size());
    track.laneCount = static_cast<std::uint32_t>(work.placement.laneSize.size());
    track.firstSpan = nextSpan;
    track.spanCount = static_cast<std::uint32_t>(work.records.size());
    track.extent = work.extent;
    for (const std::uint32_t size : work.placement.laneSize) {
      lanes.push_back({TrackId{static_cast<std::uint32_t>(work.track)}, nextSpan, size});
      nextSpan += size;
    }
  }
}

void SpanArrangement::fill(TrackWork& work, const Track& track, std::span<const Lane> lanes) {
  if (work.records.empty()) {
    return;
  }
  std::vector<std::uint32_t> next(track.laneCount);
  for (std::uint32_t i = 0; i < track.laneCount; ++i) {
    next[i] = lanes[track.firstLane + i].firstSpan;
  }
  LinkCandidates& candidates = m_candidates[work.track];
  auto nextOverlap = work.placement.overlapping.begin();
  for (std::size_t i = 0; i < work.records.size(); ++i) {
    const SpanRecord& record = *work.records[i];
    const std::uint32_t at = next[work.placement.lane[i]]++;
    m_columns.start[at] = record.start;
    m_columns.duration[at] = record.duration;
    m_columns.offset[at] = record.offset;
    m_columns.name[at] = record.name;
    m_columns.category[at] = record.category;
    m_columns.kind[at] = record.kind;
    m_columns.flags[at] = record.flags;
    if (nextOverlap != work.placement.overlapping.end() && *nextOverlap == i) {
      ++nextOverlap;
      m_columns.flags[at] |= SpanFlags::Overlapping;
      work.overlapping.push_back(SpanId{at});
    }
    if (record.correlation != 0) {
      if (record.kind == SpanKind::Runtime) {
        candidates.calls.push_back({record.correlation, SpanId{at}});
      } else if (isDeviceActivity(record.kind)) {
        candidates.works.push_back({record.correlation, SpanId{at}});
      }
    }
    if (record.external != 0) {
      if (record.kind == SpanKind::Op) {
        candidates.ops.push_back({record.external, SpanId{at}});
      } else if (record.kind == SpanKind::Runtime || isDeviceActivity(record.kind)) {
        candidates.operated.push_back({record.external, SpanId{at}});
      }
    }
  }
  // Numbers run lane by lane, records by time. Calls and ops stay by time: of equal ids the earliest counts.
  for (auto* list : {&candidates.works, &candidates.operated}) {
    if (!std::ranges::is_sorted(*list, {}, &Correlated::span)) {
      std::ranges::sort(*list, {}, &Correlated::span);
    }
  }
}

}  // namespace kernline
