// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "ui/kit/charts/time_axis.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernline::ui {

/// Intervals of a few classes, and how much each class takes of any range.
class IntervalSums {
 public:
  static constexpr std::size_t maxClasses = 8;
  using Shares = std::array<double, maxClasses>;

  /// Appends an interval that follows all others: they do not overlap.
  void add(TimeRange range, std::size_t intervalClass);
  [[nodiscard]] std::size_t size() const { return m_begins.size(); }

  /// Visits the share of each class in each pixel of an axis, 0 to 1, from left to right.
  template <typename Visit>
  void sharesAlong(const TimeAxis& axis, const Visit& visit) const {
    std::size_t hint = 0;
    Time begin = axis.timeAt(0);
    Sums before = sumsBefore(begin, hint);
    for (int x = 0; x < axis.width(); ++x) {
      const Time end = axis.timeAt(x + 1);
      const Sums upTo = sumsBefore(end, hint);
      visit(sharesBetween(before, upTo, {begin, end}));
      begin = end;
      before = upTo;
    }
  }

  /// Position of the interval that holds `time`, or else of the first after it; `size()` if there is none. If times are
  /// looked up from left to right, `hint` makes it cheap: 0 at first.
  [[nodiscard]] std::size_t from(Time time, std::size_t& hint) const;

 private:
  using Sums = std::array<std::int64_t, maxClasses>;
  /// `hint` is where an earlier time was found; it moves to where this one is.
  [[nodiscard]] Sums sumsBefore(Time time, std::size_t& hint) const;
  [[nodiscard]] static Shares sharesBetween(const Sums& first, const Sums& last, TimeRange range);

  std::vector<Time> m_begins;
  std::vector<Time> m_ends;
  std::vector<std::uint8_t> m_classes;
  std::vector<Sums> m_sums;  // sums of the intervals before each
  Sums m_total{};
};

}  // namespace kernline::ui
