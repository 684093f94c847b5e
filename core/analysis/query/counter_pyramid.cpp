// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/counter_pyramid.h"

#include <algorithm>
#include <cmath>

namespace kernline {

void ValueRange::add(double value) {
  min = value < min ? value : min;  // false for NaN, so NaN leaves both alone
  max = value > max ? value : max;
}

void ValueRange::add(const ValueRange& other) {
  min = std::min(min, other.min);
  max = std::max(max, other.max);
}

CounterPyramid::CounterPyramid(std::span<const double> values) {
  if (values.size() <= fanout) {
    return;
  }
  std::vector<ValueRange> level((values.size() + fanout - 1) / fanout);
  for (std::size_t i = 0; i < values.size(); ++i) {
    level[i / fanout].add(values[i]);
  }
  m_levels.push_back(std::move(level));
  while (m_levels.back().size() > fanout) {
    const std::vector<ValueRange>& below = m_levels.back();
    std::vector<ValueRange> above((below.size() + fanout - 1) / fanout);
    for (std::size_t i = 0; i < below.size(); ++i) {
      above[i / fanout].add(below[i]);
    }
    m_levels.push_back(std::move(above));
  }
}

ValueRange CounterPyramid::range(std::span<const double> values, std::size_t first, std::size_t last) const {
  ValueRange found;
  std::size_t level = 0;  // 0 for the values themselves, n for m_levels[n - 1]
  const auto addAt = [&](std::size_t i) { level == 0 ? found.add(values[i]) : found.add(m_levels[level - 1][i]); };
  while (first < last) {
    if (level == m_levels.size()) {
      for (; first < last; ++first) {
        addAt(first);
      }
      break;
    }
    for (; first < last && first % fanout != 0; ++first) {
      addAt(first);
    }
    for (; first < last && last % fanout != 0; --last) {
      addAt(last - 1);
    }
    first /= fanout;
    last /= fanout;
    ++level;
  }
  return found;
}

std::size_t CounterPyramid::byteSize() const {
  std::size_t bytes = 0;
  for (const std::vector<ValueRange>& level : m_levels) {
    bytes += level.capacity() * sizeof(ValueRange);
  }
  return bytes;
}

std::vector<CounterColumn> counterEnvelope(const Trace& trace, const Counter& counter, const CounterPyramid& pyramid,
                                           TimeRange range, std::size_t columns) {
  const std::span<const Time> times = trace.sampleTimes(counter);
  const std::span<const double> values = trace.sampleValues(counter);
  std::vector<CounterColumn> envelope(columns);
  const double nsPerColumn =
      static_cast<double>(range.length().ns) / static_cast<double>(std::max<std::size_t>(columns, 1));
  auto at = static_cast<std::size_t>(std::ranges::lower_bound(times, range.begin) - times.begin());
  for (std::size_t i = 0; i < columns; ++i) {
    const Time end = range.begin + Duration{std::llround(nsPerColumn * static_cast<double>(i + 1))};
    const auto after = static_cast<std::size_t>(
        std::lower_bound(times.begin() + static_cast<std::ptrdiff_t>(at), times.end(), end) - times.begin());
    // The value that holds when the column begins is part of the curve there.
    const std::size_t first = at > 0 ? at - 1 : at;
    if (first < after) {
      envelope[i] = {pyramid.range(values, first, after), values[after - 1]};
    }
    at = after;
  }
  return envelope;
}

}  // namespace kernline
