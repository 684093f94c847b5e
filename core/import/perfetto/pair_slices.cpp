// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/pair_slices.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <map>

namespace kernline::perfetto {

namespace {

/// Begins or ends that are next to each other in a piece.
struct SliceRange {
  std::uint32_t piece = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// A run of begins and the run of ends behind it.
struct SliceGroup {
  std::vector<SliceRange> begins;
  std::vector<SliceRange> ends;
  std::size_t beginCount = 0;
  std::size_t endCount = 0;

  void clear() {
    begins.clear();
    ends.clear();
    beginCount = endCount = 0;
  }
};

enum class GroupShape : std::uint8_t { Other, InOrder, GoesBack };

/// A begin or an end for the stack of its row.
struct LooseEdge {
  Time time;
  std::uint32_t piece = 0;
  std::uint32_t place = 0;
  bool isEnd = false;
};

Duration between(Time begin, Time end) {
  const auto ns = static_cast<std::int64_t>(static_cast<std::uint64_t>(end.ns) - static_cast<std::uint64_t>(begin.ns));
  return {end < begin ? 0 : ns < 0 ? INT64_MAX : ns};
}

class SlicePairing {
 public:
  SlicePairing(std::span<DecodedPiece> pieces, const RowPlaces& places, std::uint32_t rowCount)
      : m_pieces(pieces), m_places(places), m_loose(rowCount) {}

  std::vector<std::pair<std::uint64_t, std::uint64_t>> run(unsigned threads, ImportReport& report) {
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, const SliceRun*>>> sequences;
    for (std::uint32_t i = 0; i < m_pieces.size(); ++i) {
      for (const SliceRun& run : m_pieces[i].runs) {
        sequences[run.sequence].emplace_back(i, &run);
      }
    }
    for (const auto& [sequence, runs] : sequences) {
      pairSequence(runs);
    }
    pairLoose(threads, report);
    return std::move(m_endOffsets);
  }

 private:
  std::uint32_t rowOf(std::uint32_t piece, chrome::ThreadIndex thread) const {
    return m_places[m_pieces[piece].worker][index(thread)];
  }
  SpanRecord& begin(std::uint32_t piece, std::uint32_t place) const { return m_pieces[piece].events.spans[place]; }
  const SliceEnd& end(std::uint32_t piece, std::uint32_t place) const { return m_pieces[piece].ends[place]; }

  void pairSequence(std::span<const std::pair<std::uint32_t, const SliceRun*>> runs) {
    SliceGroup group;
    std::vector<SliceGroup> inOrder;
    bool isGrouped = false;
    const auto close = [&] {
      switch (shapeOf(group)) {
        case GroupShape::GoesBack:
          isGrouped = isGrouped || group.beginCount > 1;
          pairGroup(group);
          break;
        case GroupShape::InOrder:
          inOrder.push_back(group);
          break;
        case GroupShape::Other:
          loosen(group);
          break;
      }
      group.clear();
    };
    for (const auto& [piece, run] : runs) {
      if (run->begins > 0) {
        if (group.endCount > 0) {
          close();
        }
        group.begins.push_back({piece, run->firstBegin, run->begins});
        group.beginCount += run->begins;
      }
      if (run->ends > 0) {
        group.ends.push_back({piece, run->firstEnd, run->ends});
        group.endCount += run->ends;
      }
    }
    isGrouped = pairCutGroup(group) || isGrouped;
    close();
    for (const SliceGroup& fitting : inOrder) {
      isGrouped ? pairGroup(fitting) : loosen(fitting);
    }
  }

  /// Pairs the begins whose ends are there and removes them, in a file that was cut off among the ends of a group. Ends
  /// of a stack never go back in time. Returns false if it is no such group.
  bool pairCutGroup(SliceGroup& group) {
    if (group.endCount == 0 || group.endCount >= group.beginCount) {
      return false;
    }
    SliceGroup whole = group;
    SliceGroup rest;
    whole.begins.clear();
    whole.beginCount = 0;
    for (const SliceRange& range : group.begins) {
      const auto wanted =
          static_cast<std::uint32_t>(std::min<std::size_t>(range.count, group.endCount - whole.beginCount));
      if (wanted > 0) {
        whole.begins.push_back({range.piece, range.first, wanted});
        whole.beginCount += wanted;
      }
      if (wanted < range.count) {
        rest.begins.push_back({range.piece, range.first + wanted, range.count - wanted});
        rest.beginCount += range.count - wanted;
      }
    }
    const SliceRange& last = group.begins.back();
    const SliceRange& firstEnd = group.ends.front();
    const bool goesBack =
        end(firstEnd.piece, firstEnd.first).time < begin(last.piece, last.first + last.count - 1).start;
    if (!goesBack || shapeOf(whole) == GroupShape::Other) {
      return false;
    }
    pairGroup(whole);
    group = std::move(rest);
    return true;
  }

  /// Calls `take(piece, place of the begin, piece, place of the end)` for the n-th of each until it says false.
  template <typename Take>
  static bool forEachPair(const SliceGroup& group, const Take& take) {
    std::size_t range = 0;
    std::uint32_t at = 0;
    for (const SliceRange& begins : group.begins) {
      for (std::uint32_t i = 0; i < begins.count; ++i) {
        const SliceRange& ends = group.ends[range];
        if (!take(begins.piece, begins.first + i, ends.piece, ends.first + at)) {
          return false;
        }
        if (++at == ends.count) {
          at = 0;
          ++range;
        }
      }
    }
    return true;
  }

  GroupShape shapeOf(const SliceGroup& group) const {
    if (group.beginCount == 0 || group.beginCount != group.endCount) {
      return GroupShape::Other;
    }
    bool goesBack = group.beginCount == 1;
    Time lastBegin{INT64_MIN};
    Time lastEnd{INT64_MIN};
    Time firstEnd{INT64_MAX};
    const bool fits = forEachPair(group, [&](auto beginPiece, auto beginPlace, auto endPiece, auto endPlace) {
      const SpanRecord& span = begin(beginPiece, beginPlace);
      const SliceEnd& slice = end(endPiece, endPlace);
      goesBack = goesBack || span.start < lastBegin || slice.time < lastEnd;
      lastBegin = span.start;
      lastEnd = slice.time;
      firstEnd = std::min(firstEnd, slice.time);
      return rowOf(beginPiece, static_cast<chrome::ThreadIndex>(span.track)) == rowOf(endPiece, slice.thread) &&
             span.start <= slice.time;
    });
    goesBack = goesBack || firstEnd < lastBegin;
    return !fits ? GroupShape::Other : goesBack ? GroupShape::GoesBack : GroupShape::InOrder;
  }

  void pairGroup(const SliceGroup& group) {
    forEachPair(group, [&](auto beginPiece, auto beginPlace, auto endPiece, auto endPlace) {
      join(begin(beginPiece, beginPlace), end(endPiece, endPlace), m_endOffsets);
      return true;
    });
  }

  static void join(SpanRecord& span, const SliceEnd& slice,
                   std::vector<std::pair<std::uint64_t, std::uint64_t>>& endOffsets) {
    span.duration = between(span.start, slice.time);
    if (slice.hasArgs) {
      endOffsets.emplace_back(span.offset, slice.offset);
    }
  }

  void loosen(const SliceGroup& group) {
    for (const SliceRange& range : group.begins) {
      for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
        const SpanRecord& span = begin(range.piece, i);
        m_loose[rowOf(range.piece, static_cast<chrome::ThreadIndex>(span.track))].push_back(
            {span.start, range.piece, i, false});
      }
    }
    for (const SliceRange& range : group.ends) {
      for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
        const SliceEnd& slice = end(range.piece, i);
        m_loose[rowOf(range.piece, slice.thread)].push_back({slice.time, range.piece, i, true});
      }
    }
  }

  void pairLoose(unsigned threads, ImportReport& report) {
    struct Outcome {
      ImportReport report;
      std::vector<std::pair<std::uint64_t, std::uint64_t>> endOffsets;
    };
    std::vector<std::uint32_t> busy;
    for (std::uint32_t row = 0; row < m_loose.size(); ++row) {
      if (!m_loose[row].empty()) {
        busy.push_back(row);
      }
    }
    if (!busy.empty()) {
      findLastTimes();
    }
    std::vector<Outcome> outcomes(busy.size());
    parallelFor(threads, busy.size(),
                [&](std::size_t i) { pairRow(m_loose[busy[i]], busy[i], outcomes[i].report, outcomes[i].endOffsets); });
    for (const Outcome& outcome : outcomes) {
      report.merge(outcome.report);
      m_endOffsets.insert(m_endOffsets.end(), outcome.endOffsets.begin(), outcome.endOffsets.end());
    }
  }

  void pairRow(std::vector<LooseEdge>& edges, std::uint32_t row, ImportReport& report,
               std::vector<std::pair<std::uint64_t, std::uint64_t>>& endOffsets) const {
    // Sequences come one behind the other, each in the order of the file.
    const auto key = [this](const LooseEdge& edge) {
      return std::pair{edge.time,
                       edge.isEnd ? end(edge.piece, edge.place).offset : begin(edge.piece, edge.place).offset};
    };
    if (!std::ranges::is_sorted(edges, {}, key)) {
      std::ranges::sort(edges, {}, key);
    }
    std::vector<const LooseEdge*> open;
    for (const LooseEdge& edge : edges) {
      if (!edge.isEnd) {
        open.push_back(&edge);
      } else if (open.empty()) {
        report.add(IssueKind::EndWithoutBegin, end(edge.piece, edge.place).offset);
      } else {
        join(begin(open.back()->piece, open.back()->place), end(edge.piece, edge.place), endOffsets);
        open.pop_back();
      }
    }
    const Time last = m_lastTimes[row];
    for (const LooseEdge* const edge : open) {
      SpanRecord& span = begin(edge->piece, edge->place);
      span.duration = between(span.start, last);
      span.flags |= SpanFlags::Unfinished;
      report.add(IssueKind::BeginWithoutEnd, span.offset);
    }
  }

  /// Finds the last time at which anything begins or ends on each row.
  void findLastTimes() {
    m_lastTimes.assign(m_loose.size(), Time{INT64_MIN});
    for (std::uint32_t i = 0; i < m_pieces.size(); ++i) {
      for (const SpanRecord& span : m_pieces[i].events.spans) {
        Time& last = m_lastTimes[rowOf(i, static_cast<chrome::ThreadIndex>(span.track))];
        last = std::max(last, span.start);
      }
      for (const SliceEnd& slice : m_pieces[i].ends) {
        Time& last = m_lastTimes[rowOf(i, slice.thread)];
        last = std::max(last, slice.time);
      }
    }
  }

  std::span<DecodedPiece> m_pieces;
  const RowPlaces& m_places;
  std::vector<std::vector<LooseEdge>> m_loose;  // indexed by row
  std::vector<Time> m_lastTimes;                // indexed by row
  std::vector<std::pair<std::uint64_t, std::uint64_t>> m_endOffsets;
};

}  // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>> pairSlices(std::span<DecodedPiece> pieces, const RowPlaces& places,
                                                                std::uint32_t rowCount, unsigned threads,
                                                                ImportReport& report) {
  return SlicePairing(pieces, places, rowCount).run(threads, report);
}

}  // namespace kernline::perfetto
