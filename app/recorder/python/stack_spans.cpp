// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/stack_spans.h"

#include <algorithm>

namespace kernline::recorder {

std::span<const FrameSpan> StackSpans::sample(NestingTimes& nesting, std::int64_t asked, std::int64_t now,
                                              std::span<const std::uint32_t> places) {
  if (m_sampled == 0) {
    nesting.beginSample();
    m_sampled = now;
  }
  const std::size_t depth = nesting.least();
  const bool areThereUntilNow = places.empty() && asked == now;
  const std::int64_t begin =
      areThereUntilNow ? nesting.endOfAll(m_sampled, now) : nesting.beginOfNew(m_sampled, asked, now);
  std::size_t kept = 0;
  while (kept < m_open.size() && kept < places.size() && m_open[kept].place == places[kept] &&
         m_open[kept].depth <= depth) {
    ++kept;
  }
  close(kept, [&](const Open& frame) {
    if (frame.depth > depth) {
      return FrameSpan{.begin = frame.begin, .end = std::clamp(nesting.reached(frame.depth - 1), m_sampled, begin)};
    }
    // It ended within what is still open, so it began there; unless all ends with the recording.
    return FrameSpan{.begin = places.empty() ? frame.begin : std::max(frame.begin, nesting.openSince()), .end = begin};
  });
  for (const std::uint32_t place : places.subspan(kept)) {
    m_open.push_back({.place = place, .begin = begin, .depth = depth});
  }
  nesting.beginSample();
  m_sampled = now;
  return m_ended;
}

template <typename TimesOf>
void StackSpans::close(std::size_t from, TimesOf timesOf) {
  m_ended.clear();
  for (const Open& frame : std::span(m_open).subspan(from)) {
    m_ended.push_back(timesOf(frame));
    m_ended.back().thread = m_thread;
    m_ended.back().place = frame.place;
  }
  m_open.resize(from);
}

}  // namespace kernline::recorder
