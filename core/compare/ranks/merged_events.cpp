// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/merged_events.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

const MergedEvents::Part* MergedEvents::partOf(std::uint64_t offset) const {
  const auto after = std::ranges::upper_bound(m_parts, offset, {}, &Part::firstOffset);
  return after == m_parts.begin() || std::prev(after)->events == nullptr ? nullptr : &*std::prev(after);
}

EventDetails MergedEvents::details(std::uint64_t offset) const {
  const Part* part = partOf(offset);
  return part == nullptr ? EventDetails{} : part->events->details(offset - part->firstOffset);
}

ArgNode MergedEvents::args(std::uint64_t offset, std::span<const std::string_view> keys) const {
  const Part* part = partOf(offset);
  return part == nullptr ? ArgNode{} : part->events->args(offset - part->firstOffset, keys);
}

Message MergedEvents::place(std::uint64_t offset) const {
  const Part* part = partOf(offset);
  return part == nullptr ? Message()
                         : Phrase::tr("%1, %2").with(part->title, part->events->place(offset - part->firstOffset));
}

}  // namespace kernline
