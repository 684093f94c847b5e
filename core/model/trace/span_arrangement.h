// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/launch_links.h"
#include "core/model/trace/trace_builder.h"

#include <stop_token>
#include <vector>

namespace kernline {

struct SpanColumns {
  std::vector<Time> start;
  std::vector<Duration> duration;
  std::vector<std::uint64_t> offset;
  std::vector<StringId> name;
  std::vector<CategoryId> category;
  std::vector<SpanKind> kind;
  std::vector<SpanFlags> flags;

  void resize(std::size_t count);
};

/// Turns span records in file order into columns sorted by (track, lane, start). Linear but for tracks whose
/// records are out of order, which are merged run by run.
class SpanArrangement {
 public:
  /// `trackPlace` turns a record's track into its place in display order.
  SpanArrangement(std::vector<std::vector<SpanRecord>>&& batches, const std::vector<TrackId>& trackPlace,
                  unsigned threads);

  /// Fills `lanes` and the lane and span figures of `tracks`. False if stopped.
  [[nodiscard]] bool arrange(std::vector<Track>& tracks, std::vector<Lane>& lanes, const std::stop_token& stop);

  [[nodiscard]] SpanColumns takeColumns() { return std::move(m_columns); }
  [[nodiscard]] LinkCandidates takeLinkCandidates();
  [[nodiscard]] const std::vector<SpanId>& overlapping() const { return m_overlapping; }

 private:
  struct TrackWork;

  void groupByTrack(std::vector<TrackWork>& works);
  void numberLanes(std::vector<TrackWork>& works, std::vector<Track>& tracks, std::vector<Lane>& lanes);
  void fill(TrackWork& work, const Track& track, std::span<const Lane> lanes);

  std::vector<std::vector<SpanRecord>> m_batches;
  const std::vector<TrackId>& m_trackPlace;
  unsigned m_threads;
  std::vector<const SpanRecord*> m_records;  // grouped by track
  SpanColumns m_columns;
  std::vector<LinkCandidates> m_candidates;  // candidates by track
  std::vector<SpanId> m_overlapping;
};

}  // namespace kernline
