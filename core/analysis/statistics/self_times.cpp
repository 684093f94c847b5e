// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/self_times.h"

#include "core/analysis/query/call_walk.h"
#include "core/model/base/saturating_sum.h"

#include <algorithm>

namespace kernline {

namespace {

/// Gives each moment to the group of the innermost span that counts.
class SelfTimeVisitor {
 public:
  SelfTimeVisitor(std::span<const std::uint32_t> groupOf, std::optional<TimeRange> range,
                  std::vector<std::int64_t>& sums)
      : m_groupOf(groupOf), m_range(range), m_sums(sums) {}

  void open(SpanId span) {
    const std::uint32_t own = m_groupOf[index(span)];
    m_open.push_back(own == notGrouped && !m_open.empty() ? m_open.back() : own);
  }
  void resume(SpanId span) { open(span); }
  void close() { m_open.pop_back(); }
  void spend(Time from, Time to) {
    const TimeRange spent = m_range ? TimeRange{from, to}.clippedTo(*m_range) : TimeRange{from, to};
    if (m_open.back() != notGrouped && !spent.isEmpty()) {
      std::int64_t& sum = m_sums[m_open.back()];
      sum = saturatingSum(sum, spent.length().ns);
    }
  }

 private:
  std::span<const std::uint32_t> m_groupOf;
  std::optional<TimeRange> m_range;
  std::vector<std::int64_t>& m_sums;
  std::vector<std::uint32_t> m_open;  // the group of each open span
};

}  // namespace

std::vector<std::int64_t> selfTimes(const Trace& trace, std::span<const std::uint32_t> groupOf, std::size_t groups,
                                    SpanKinds kinds, std::optional<TimeRange> range, const std::stop_token& stop) {
  std::vector<std::int64_t> sums(groups);
  SelfTimeVisitor visitor(groupOf, range, sums);
  for (const Track& track : trace.tracks()) {
    const auto own = groupOf.subspan(track.firstSpan, track.spanCount);
    const bool counts = std::ranges::any_of(own, [](std::uint32_t group) { return group != notGrouped; });
    if (counts && !walkCalls(trace, track, range.value_or(TimeRange::always()), kinds, stop, visitor)) {
      break;
    }
  }
  return sums;
}

}  // namespace kernline
