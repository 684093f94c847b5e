// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/time_axis.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

// Far beyond any trace, and sums of two such still fit 64 bits.
constexpr double longestNs = 4e18;

Duration scaled(Duration d, double factor) {
  return {std::llround(std::clamp(static_cast<double>(d.ns) * factor, -longestNs, longestNs))};
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
  const double bounded = std::max(factor, static_cast<double>(shortestView.ns) / length);
  const Duration before = scaled(anchor - range.begin, bounded);
  const Duration whole = std::max(scaled(range.length(), bounded), shortestView);
  return {anchor - before, anchor - before + whole};
}

TimeRange shifted(TimeRange range, Duration by) {
  return {range.begin + by, range.end + by};
}

TimeRange keptWithin(TimeRange range, TimeRange bounds) {
  const Duration most = std::max(scaled(bounds.length(), 1.1), shortestView);
  if (range.length() > most) {
    range.end = range.begin + most;
  }
  const Duration slack = scaled(range.length(), 0.05);
  const Time least = bounds.begin - slack;
  const Time greatest = bounds.end + slack;
  if (range.length() >= greatest - least) {
    const Duration half{range.length().ns / 2};
    const Time middle = bounds.begin + Duration{bounds.length().ns / 2};
    return {middle - half, middle - half + range.length()};
  }
  if (range.begin < least) {
    return shifted(range, least - range.begin);
  }
  return range.end > greatest ? shifted(range, greatest - range.end) : range;
}

TimeRange withMargin(TimeRange range, double share) {
  const Duration margin = scaled(range.length(), share);
  range = {range.begin - margin, range.end + margin};
  if (range.length() < shortestView) {
    const Duration missing = shortestView - range.length();
    range.begin = range.begin - Duration{missing.ns / 2};
    range.end = range.begin + shortestView;
  }
  return range;
}

}  // namespace kernline::ui
