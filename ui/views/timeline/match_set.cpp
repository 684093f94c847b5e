// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/match_set.h"

#include <algorithm>
#include <bit>

namespace kernline::ui {

MatchSet::MatchSet(const Trace& trace, std::shared_ptr<const std::vector<SpanId>> byStart)
    : m_byStart(std::move(byStart)) {
  if (!m_byStart) {
    return;
  }
  // Sorting through a bit per span stays linear where a search hits millions.
  std::vector<std::uint64_t> bits((trace.spanCount() + 63) / 64);
  for (const SpanId s : *m_byStart) {
    if (index(s) < trace.spanCount()) {
      bits[index(s) / 64] |= std::uint64_t{1} << (index(s) % 64);
    }
  }
  std::vector<SpanId> byId;
  byId.reserve(m_byStart->size());
  for (std::size_t word = 0; word < bits.size(); ++word) {
    for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
      byId.push_back(SpanId{static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)))});
    }
  }
  m_byId = std::make_shared<const std::vector<SpanId>>(std::move(byId));
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track& track = trace.tracks()[i];
    if (!among(track.firstSpan, track.firstSpan + track.spanCount).empty()) {
      m_tracks.push_back(TrackId{i});
    }
  }
}

std::span<const SpanId> MatchSet::among(std::uint32_t first, std::uint32_t last) const {
  const std::span<const SpanId> hits = byId();
  const auto begin = std::ranges::lower_bound(hits, SpanId{first});
  return {begin, std::lower_bound(begin, hits.end(), SpanId{last})};
}

bool MatchSet::contains(SpanId s) const {
  return std::ranges::binary_search(byId(), s);
}

bool MatchSet::hasHitOn(TrackId track) const {
  return std::ranges::binary_search(m_tracks, track);
}

}  // namespace kernline::ui
