// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/memory_curve.h"

#include <algorithm>

namespace kernline {

std::optional<std::int64_t> MemoryCurve::at(Time time) const {
  const auto after = std::ranges::upper_bound(times, time);
  if (after == times.begin()) {
    return std::nullopt;
  }
  return bytes[static_cast<std::size_t>(after - times.begin()) - 1];
}

std::optional<std::size_t> MemoryCurve::peak() const {
  if (bytes.empty()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(std::ranges::max_element(bytes) - bytes.begin());
}

std::optional<std::size_t> MemoryCurve::peak(TimeRange range) const {
  const auto first = std::ranges::lower_bound(times, range.begin) - times.begin();
  const auto last = std::ranges::lower_bound(times, range.end) - times.begin();
  if (first >= last) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(std::max_element(bytes.begin() + first, bytes.begin() + last) - bytes.begin());
}

MemoryCurve MemoryCurve::within(TimeRange range) const {
  MemoryCurve part;
  std::size_t i = changeFrom(range.begin);
  if (i > 0 && (i == size() || times[i] > range.begin)) {
    part.add(range.begin, bytes[i - 1]);
  }
  for (; i < size() && times[i] < range.end; ++i) {
    part.add(times[i], bytes[i]);
  }
  return part;
}

}  // namespace kernline
