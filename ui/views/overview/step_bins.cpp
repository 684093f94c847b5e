// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/step_bins.h"

#include <algorithm>
#include <iterator>

namespace kernline::ui {

std::vector<StepBin> stepBins(const std::vector<StepParts>& steps, std::size_t maxBins) {
  std::vector<StepBin> bins;
  const std::size_t each = std::max<std::size_t>((steps.size() + maxBins - 1) / std::max<std::size_t>(maxBins, 1), 1);
  for (std::size_t first = 0; first < steps.size(); first += bins.back().count) {
    StepBin bin{.first = first, .count = 1, .mean = {}, .longest = first};
    while (bin.count < each && first + bin.count < steps.size() &&
           steps[first + bin.count].step.process == steps[first].step.process) {
      ++bin.count;
    }
    for (std::size_t i = first; i < first + bin.count; ++i) {
      for (std::size_t part = 0; part < timeCategoryCount; ++part) {
        bin.mean.parts[part] += steps[i].parts.parts[part];
      }
      if (steps[i].step.range.length() > steps[bin.longest].step.range.length()) {
        bin.longest = i;
      }
    }
    for (Duration& part : bin.mean.parts) {
      part.ns /= static_cast<std::int64_t>(bin.count);
    }
    bins.push_back(bin);
  }
  return bins;
}

std::vector<Step> stepsOf(const std::vector<StepParts>& steps) {
  std::vector<Step> own;
  std::ranges::transform(steps, std::back_inserter(own), &StepParts::step);
  return own;
}

}  // namespace kernline::ui
