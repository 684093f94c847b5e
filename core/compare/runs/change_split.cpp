// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/change_split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kernline {

namespace {

/// ns, 30 years: what hostile files say is beyond it.
constexpr double maxPart = 1e18;

bool isAllMeasured(const CallSums& side) {
  return std::abs(static_cast<double>(side.time.ns) - side.workTime) < 1;
}

}  // namespace

std::string_view toText(WorkMeasure measure) {
  switch (measure) {
    case WorkMeasure::Roofline:
      return "roofline";
    case WorkMeasure::Flops:
      return "flops";
    case WorkMeasure::Bytes:
      return "bytes";
    case WorkMeasure::None:
      break;
  }
  return "none";
}

bool isMeasured(const CallSums& side) {
  constexpr double minShare = 0.9;
  return side.work > 0 && side.workTime >= minShare * static_cast<double>(side.time.ns);
}

ChangeSplit splitOf(const CallSums& base, const CallSums& other, WorkMeasure measure) {
  const std::int64_t delta = other.time.ns - base.time.ns;
  if (base.calls <= 0 || other.calls <= 0) {
    return {.calls = {delta}};
  }
  const double calls = (other.calls - base.calls) * (static_cast<double>(base.time.ns) / base.calls);
  double work = 0;
  double efficiency = 0;
  const bool hasWork = measure != WorkMeasure::None && isMeasured(base) && isMeasured(other);
  if (hasWork) {
    const double baseCost = base.workTime / base.work;
    const double otherCost = other.workTime / other.work;
    work = (other.work - base.work / base.calls * other.calls) * baseCost;
    efficiency = other.work * (otherCost - baseCost);
  }
  const bool isSane = std::ranges::all_of(std::array{calls, work, efficiency, static_cast<double>(delta)},
                                          [](double part) { return std::abs(part) < maxPart; });
  if (!isSane) {
    return {.unmodeled = {delta}};
  }
  ChangeSplit made{.calls = {std::llround(calls)},
                   .work = {std::llround(work)},
                   .efficiency = {std::llround(efficiency)},
                   .measure = hasWork ? measure : WorkMeasure::None};
  std::int64_t rest = delta - made.calls.ns - made.work.ns - made.efficiency.ns;
  if (hasWork && isAllMeasured(base) && isAllMeasured(other)) {  // the rest is a rounding error
    made.efficiency.ns += std::exchange(rest, 0);
  }
  made.unmodeled = {rest};
  return made;
}

}  // namespace kernline
