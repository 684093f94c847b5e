// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>

namespace kernline {

/// A length of time in integer nanoseconds. Arithmetic saturates nowhere: callers clamp on input.
struct Duration {
  std::int64_t ns = 0;

  constexpr auto operator<=>(const Duration&) const = default;
};

/// A point on the trace's own clock, in integer nanoseconds. Zero is whatever the file calls zero.
struct Time {
  std::int64_t ns = 0;

  constexpr auto operator<=>(const Time&) const = default;
};

constexpr Duration operator-(Time a, Time b) {
  return {a.ns - b.ns};
}
constexpr Time operator+(Time t, Duration d) {
  return {t.ns + d.ns};
}
constexpr Time operator-(Time t, Duration d) {
  return {t.ns - d.ns};
}
constexpr Duration operator+(Duration a, Duration b) {
  return {a.ns + b.ns};
}
constexpr Duration operator-(Duration a, Duration b) {
  return {a.ns - b.ns};
}
constexpr Duration& operator+=(Duration& a, Duration b) {
  a.ns += b.ns;
  return a;
}

/// The half-open interval [begin, end).
struct TimeRange {
  Time begin;
  Time end;

  /// Returns the range of all times that can be represented.
  [[nodiscard]] static constexpr TimeRange always() {
    return {{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};
  }

  constexpr bool operator==(const TimeRange&) const = default;
  [[nodiscard]] constexpr bool isEmpty() const { return end <= begin; }
  [[nodiscard]] constexpr Duration length() const { return end - begin; }
  [[nodiscard]] constexpr bool contains(Time t) const { return begin <= t && t < end; }
  [[nodiscard]] constexpr bool overlaps(TimeRange o) const { return begin < o.end && o.begin < end; }
  [[nodiscard]] constexpr TimeRange clippedTo(TimeRange o) const {
    return {std::max(begin, o.begin), std::min(end, o.end)};
  }
  /// The smallest range that covers both; an empty `*this` at {0, 0} counts as a range.
  [[nodiscard]] constexpr TimeRange unitedWith(TimeRange o) const {
    return {std::min(begin, o.begin), std::max(end, o.end)};
  }
};

}  // namespace kernline
