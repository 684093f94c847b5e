// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/busy_time.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline {

IntervalUnion unionOfAll(std::vector<IntervalUnion> unions) {
  std::erase_if(unions, [](const IntervalUnion& u) { return u.isEmpty(); });
  if (unions.empty()) {
    return {};
  }
  const auto longer = [](const IntervalUnion& a, const IntervalUnion& b) {
    return a.intervals().size() > b.intervals().size();
  };
  std::ranges::make_heap(unions, longer);
  const auto takeShortest = [&] {
    std::ranges::pop_heap(unions, longer);
    IntervalUnion shortest = std::move(unions.back());
    unions.pop_back();
    return shortest;
  };
  while (unions.size() > 1) {
    const IntervalUnion a = takeShortest();
    unions.push_back(a.unitedWith(takeShortest()));
    std::ranges::push_heap(unions, longer);
  }
  return std::move(unions.front());
}

}  // namespace kernline
