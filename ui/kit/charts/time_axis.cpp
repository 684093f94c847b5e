// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/time_axis.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

// Far beyond any trace, and sums of two such still fit 64 bits.
constexpr double maxLengthNs = 4e18;

Duration scaled(Duration d, double factor) {
  return {std::llround(std::clamp(static_cast<double>(d.ns) * factor, -maxLengthNs, maxLengthNs))};
}

}  // namespace

TimeAxis::TimeAxis(TimeRange range, int width)
    : m_range(range),
      m_width(std::max(width, 1)),
      m_nsPerPixel(static_cast<double>(std::max<std::int64_t>(range.length().ns, 1)) / m_width),
      m_pixelsPerNs(1.0 / m_nsPerPixel) {}

Time TimeAxis::timeAt(double x) const {
  return m_range.begin + Duration{std::llround(x * m_nsPerPixel)};
}

TimeRange TimeAxis::around(double x, double slack) const {
  const Time begin = timeAt(x - slack);
  return {begin, std::max(timeAt(x + slack), begin + Duration{1})};
}

TimeRange zoomed(TimeRange range, double factor, Time anchor) {
  const auto length = static_cast<double>(range.length().ns);
  const double bounded = std::max(factor, static_cast<double>(minViewLength.ns) / length);
  const Duration before = scaled(anchor - range.begin, bounded);
  const Duration whole = std::max(scaled(range.length(), bounded), minViewLength);
  return {anchor - before, anchor - before + whole};
}

TimeRange shifted(TimeRange range, Duration by) {
  return {range.begin + by, range.end + by};
}

TimeRange keptWithin(TimeRange range, TimeRange bounds) {
  const Duration maxLength = std::max(scaled(bounds.length(), 1.1), minViewLength);
  if (range.length() > maxLength) {
    range.end = range.begin + maxLength;
  }
  const Duration slack = scaled(range.length(), 0.05);
  const Time earliest = bounds.begin - slack;
  const Time latest = bounds.end + slack;
  if (range.length() >= latest - earliest) {
    const Duration half{range.length().ns / 2};
    const Time middle = bounds.begin + Duration{bounds.length().ns / 2};
    return {middle - half, middle - half + range.length()};
  }
  if (range.begin < earliest) {
    return shifted(range, earliest - range.begin);
  }
  return range.end > latest ? shifted(range, latest - range.end) : range;
}

TimeRange withMargin(TimeRange range, double share) {
  const Duration margin = scaled(range.length(), share);
  range = {range.begin - margin, range.end + margin};
  if (range.length() < minViewLength) {
    const Duration missing = minViewLength - range.length();
    range.begin = range.begin - Duration{missing.ns / 2};
    range.end = range.begin + minViewLength;
  }
  return range;
}

}  // namespace kernline::ui
