// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/interval_sums.h"

#include "ui/views/timeline/first_later.h"

namespace kernline::ui {

void IntervalSums::add(TimeRange range, std::size_t intervalClass) {
  m_begins.push_back(range.begin);
  m_ends.push_back(range.end);
  m_classes.push_back(static_cast<std::uint8_t>(intervalClass));
  m_sums.push_back(m_total);
  m_total[intervalClass] += range.length().ns;
}

std::size_t IntervalSums::from(Time time, std::size_t& hint) const {
  hint = firstLater(m_ends, hint, [&](Time end) { return end > time; });
  return hint;
}

IntervalSums::Sums IntervalSums::sumsBefore(Time time, std::size_t& hint) const {
  if (from(time, hint) == size()) {
    return m_total;
  }
  Sums sums = m_sums[hint];
  if (m_begins[hint] < time) {
    sums[m_classes[hint]] += (time - m_begins[hint]).ns;
  }
  return sums;
}

IntervalSums::Shares IntervalSums::sharesBetween(const Sums& first, const Sums& last, TimeRange range) {
  Shares shares{};
  for (std::size_t i = 0; i < shares.size() && !range.isEmpty(); ++i) {
    shares[i] = static_cast<double>(last[i] - first[i]) / static_cast<double>(range.length().ns);
  }
  return shares;
}

}  // namespace kernline::ui
