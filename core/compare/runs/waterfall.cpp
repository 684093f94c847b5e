// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/waterfall.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

namespace kernline {

namespace {

/// Mean time of each part of a step over runs; ns.
struct MeanStep {
  std::vector<double> rows;
  std::array<double, idleCauseCount> idle{};
  double launchedElsewhere = 0;
  double ranElsewhere = 0;
};

MeanStep meanStep(std::span<const ComparedRun> runs, std::size_t rowCount) {
  MeanStep made{.rows = std::vector<double>(rowCount, 0.0)};
  const auto share = 1 / static_cast<double>(runs.size());
  for (const ComparedRun& run : runs) {
    const auto ofStep = [&](Duration all) { return run.perStep(all) * share; };
    for (std::size_t r = 0; r < rowCount; ++r) {
      made.rows[r] += ofStep(run.account.rows[r].added);
    }
    for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
      made.idle[cause] += ofStep(run.account.idle[cause]);
    }
    made.launchedElsewhere += ofStep(run.account.launchedElsewhere);
    made.ranElsewhere += ofStep(run.account.ranElsewhere);
  }
  return made;
}

}  // namespace

std::vector<WaterfallPart> waterfallBetween(const RunComparison& comparison, std::span<const ComparedRun> base,
                                            std::span<const ComparedRun> other) {
  const MeanStep before = meanStep(base, comparison.rows.size());
  const MeanStep after = meanStep(other, comparison.rows.size());
  std::vector<WaterfallPart> parts;
  const auto add = [&](WaterfallPart part) {
    if (part.base != 0 || part.other != 0) {
      parts.push_back(std::move(part));
    }
  };
  for (std::size_t r = 0; r < before.rows.size(); ++r) {
    add({.name = comparison.rows[r].name, .base = before.rows[r], .other = after.rows[r]});
  }
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    add({.name = std::string{toText(static_cast<IdleCause>(cause))},
         .cause = static_cast<IdleCause>(cause),
         .base = before.idle[cause],
         .other = after.idle[cause]});
  }
  add({.name = std::string{toText(StepOverlap::LaunchedElsewhere)},
       .overlap = StepOverlap::LaunchedElsewhere,
       .base = before.launchedElsewhere,
       .other = after.launchedElsewhere});
  add({.name = std::string{toText(StepOverlap::RanElsewhere)},
       .overlap = StepOverlap::RanElsewhere,
       .base = -before.ranElsewhere,
       .other = -after.ranElsewhere});
  std::ranges::stable_sort(parts, std::ranges::greater{},
                           [](const WaterfallPart& part) { return std::abs(part.delta()); });
  return parts;
}

}  // namespace kernline
