// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/curve_envelope.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

template <typename Part>
std::vector<ByteExtent> levelAbove(std::span<const Part> below) {
  std::vector<ByteExtent> level((below.size() + CurvePyramid::fanout - 1) / CurvePyramid::fanout);
  for (std::size_t i = 0; i < below.size(); ++i) {
    level[i / CurvePyramid::fanout].add(below[i]);
  }
  return level;
}

}  // namespace

void ByteExtent::add(std::int64_t value) {
  min = std::min(min, value);
  max = std::max(max, value);
}

void ByteExtent::add(const ByteExtent& other) {
  min = std::min(min, other.min);
  max = std::max(max, other.max);
}

CurvePyramid::CurvePyramid(std::span<const std::int64_t> values) {
  if (values.size() <= fanout) {
    return;
  }
  m_levels.push_back(levelAbove(values));
  while (m_levels.back().size() > fanout) {
    m_levels.push_back(levelAbove(std::span<const ByteExtent>(m_levels.back())));
  }
}

ByteExtent CurvePyramid::extent(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const {
  ByteExtent found;
  std::size_t level = 0;  // 0 for the values themselves, n for m_levels[n - 1]
  const auto addAt = [&](std::size_t i) { level == 0 ? found.add(values[i]) : found.add(m_levels[level - 1][i]); };
  while (first < last && level < m_levels.size()) {
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
  for (; first < last; ++first) {
    addAt(first);
  }
  return found;
}

std::size_t CurvePyramid::indexOfMax(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const {
  const std::int64_t wanted = extent(values, first, last).max;
  std::size_t level = 0;
  std::size_t width = 1;  // values that an entry of the level covers
  std::size_t at = first;
  while (level > 0 || values[at] < wanted) {
    if (level > 0 && m_levels[level - 1][at / width].max >= wanted) {
      --level;
      width /= fanout;
      continue;
    }
    at += width;
    while (level < m_levels.size() && at % (width * fanout) == 0) {
      ++level;
      width *= fanout;
    }
  }
  return at;
}

std::vector<CurveColumn> curveEnvelope(const MemoryCurve& curve, const CurvePyramid& pyramid, TimeRange range,
                                       std::size_t columns) {
  std::vector<CurveColumn> envelope(columns);
  const double nsPerColumn =
      static_cast<double>(range.length().ns) / static_cast<double>(std::max<std::size_t>(columns, 1));
  std::size_t at = curve.changeFrom(range.begin);
  for (std::size_t i = 0; i < columns; ++i) {
    const Time end = range.begin + Duration{std::llround(nsPerColumn * static_cast<double>(i + 1))};
    const auto after = static_cast<std::size_t>(
        std::lower_bound(curve.times.begin() + static_cast<std::ptrdiff_t>(at), curve.times.end(), end) -
        curve.times.begin());
    const std::size_t first = at > 0 ? at - 1 : at;  // the value that holds when the column begins is part of it
    if (first < after) {
      envelope[i] = {pyramid.extent(curve.bytes, first, after), curve.bytes[first], curve.bytes[after - 1]};
    }
    at = after;
  }
  return envelope;
}

}  // namespace kernline
