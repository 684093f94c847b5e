// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/step_alignment.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace kernline {

namespace {

/// A mark that lies in no other.
struct OuterMark {
  std::string name;  ///< name without digits: "ProfilerStep#"
  TimeRange range;
};

std::string withoutDigits(std::string_view name) {
  std::string left(name);
  std::erase_if(left, [](char c) { return c >= '0' && c <= '9'; });
  return left;
}

std::vector<OuterMark> outerMarks(const MemoryHistory& history) {
  std::vector<OuterMark> marks;
  for (const MemoryMark& mark : history.marks) {
    if (!mark.range.isEmpty() && (marks.empty() || mark.range.begin >= marks.back().range.end)) {
      marks.push_back({withoutDigits(history.text(mark.name)), mark.range});
    }
  }
  return marks;
}

/// floor(offset · room / length), which may not fit 64 bits on the way.
std::int64_t stretched(std::int64_t offset, Duration room, Duration length) {
  __extension__ using Wide = __int128;
  return static_cast<std::int64_t>(Wide{offset} * room.ns / length.ns);
}

/// Returns the starts of pieces: at each step and behind it.
std::vector<Time> knotsOf(std::span<const StepPair> pairs, TimeRange StepPair::* side) {
  std::vector<Time> knots;
  for (const StepPair& pair : pairs) {
    knots.push_back((pair.*side).begin);
    knots.push_back((pair.*side).end);
  }
  return knots;
}

}  // namespace

Time TimeWarp::operator()(Time time) const {
  const auto after = std::ranges::upper_bound(m_pieces, time, {}, &Piece::from);
  const Piece& piece = after == m_pieces.begin() ? m_pieces.front() : *std::prev(after);
  const Duration offset = time - piece.from;
  const bool isStretched = piece.room != piece.length && offset.ns >= 0 && offset < piece.length;
  return piece.to + (isStretched ? Duration{stretched(offset.ns, piece.room, piece.length)} : offset);
}

std::vector<StepPair> pairSteps(const MemoryHistory& base, const MemoryHistory& other) {
  constexpr std::size_t nearby = 32;  // marks of the other run that may be passed over at once
  const std::vector<OuterMark> candidates = outerMarks(other);
  std::vector<StepPair> pairs;
  std::size_t next = 0;
  for (const OuterMark& mark : outerMarks(base)) {
    const auto window = std::span(candidates).subspan(next, std::min(nearby, candidates.size() - next));
    const auto found = std::ranges::find(window, mark.name, &OuterMark::name);
    if (found != window.end()) {
      pairs.push_back({mark.range, found->range});
      next += static_cast<std::size_t>(found - window.begin()) + 1;
    }
  }
  return pairs;
}

std::pair<TimeWarp, TimeWarp> alignSteps(std::span<const StepPair> pairs, ShorterStep shorter) {
  const std::vector<Time> base = knotsOf(pairs, &StepPair::base);
  const std::vector<Time> other = knotsOf(pairs, &StepPair::other);
  std::pair<TimeWarp, TimeWarp> warps{TimeWarp(base.front()), TimeWarp(other.front())};
  Time to{0};
  const auto add = [&](TimeWarp& warp, Time from, Duration length, Duration room) {
    if (length.ns > 0) {
      warp.add(from, to, length, shorter == ShorterStep::IsStretched ? room : length);
    }
  };
  for (std::size_t i = 0; i + 1 < base.size(); ++i) {
    const Duration ofBase = base[i + 1] - base[i];
    const Duration ofOther = other[i + 1] - other[i];
    const Duration room = std::max(ofBase, ofOther);
    add(warps.first, base[i], ofBase, room);
    add(warps.second, other[i], ofOther, room);
    to = to + room;
  }
  warps.first.add(base.back(), to, {1}, {1});
  warps.second.add(other.back(), to, {1}, {1});
  return warps;
}

}  // namespace kernline
