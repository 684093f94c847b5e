// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/stacked_curves.h"

#include <algorithm>
#include <cstddef>

namespace kernline {

namespace {

MemoryCurve sumOf(const MemoryCurve& a, const MemoryCurve& b) {
  MemoryCurve sum;
  std::size_t ofA = 0;
  std::size_t ofB = 0;
  while (ofA < a.size() || ofB < b.size()) {
    const bool takesA = ofB == b.size() || (ofA < a.size() && a.times[ofA] <= b.times[ofB]);
    const Time time = takesA ? a.times[ofA] : b.times[ofB];
    ofA += ofA < a.size() && a.times[ofA] == time ? 1 : 0;
    ofB += ofB < b.size() && b.times[ofB] == time ? 1 : 0;
    sum.add(time, (ofA > 0 ? a.bytes[ofA - 1] : 0) + (ofB > 0 ? b.bytes[ofB - 1] : 0));
  }
  return sum;
}

}  // namespace

std::vector<MemoryCurve> stackedCurves(std::span<const MemoryCategory> categories) {
  std::vector<MemoryCurve> stacked;
  stacked.reserve(categories.size());
  for (const MemoryCategory& category : categories) {
    stacked.push_back(stacked.empty() ? category.curve : sumOf(stacked.back(), category.curve));
  }
  return stacked;
}

}  // namespace kernline
