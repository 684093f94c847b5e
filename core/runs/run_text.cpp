// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_text.h"

#include "core/format/kernel_name.h"
#include "core/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kernline {

std::string shownTime(double ns) {
  return formatDuration(Duration{std::llround(ns)});
}

std::string signedTime(double ns) {
  return (std::llround(ns) > 0 ? "+" : "") + shownTime(ns);
}

std::string shownName(const RunComparison& comparison, std::string_view row) {
  return comparison.by == RunKey::Name ? shortKernelName(row) : std::string{row};
}

std::string shownName(const RunComparison& comparison, const WaterfallPart& part) {
  if (!part.isIdle()) {
    return shownName(comparison, std::string_view{part.name});
  }
  std::string cause = part.name;
  std::ranges::replace(cause, '_', ' ');
  return "idle: " + cause;
}

std::string changeOf(const RunRow& row, std::size_t run) {
  if (const auto ratio = row.ratio(run)) {
    return fmt::format("{:.3f}×", *ratio);
  }
  if (row.sides[run].count == 0) {
    return row.sides.front().count == 0 ? "" : "gone";
  }
  return row.sides.front().count == 0 ? "new" : "";
}

std::vector<WaterfallPart> shownParts(const RunDifference& difference, std::size_t most) {
  const std::vector<WaterfallPart>& all = difference.waterfall;
  if (most == 0 || all.size() <= most) {
    return all;
  }
  std::vector<WaterfallPart> shown(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most));
  WaterfallPart rest{.name = fmt::format("… {} more", all.size() - most)};
  for (std::size_t i = most; i < all.size(); ++i) {
    rest.base += all[i].base;
    rest.other += all[i].other;
  }
  shown.push_back(std::move(rest));
  return shown;
}

}  // namespace kernline
