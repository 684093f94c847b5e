// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/source_comparison_text.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <cmath>

namespace kernline {

std::string comparedValue(const ComparedKernel& kernel, double value) {
  constexpr double maxUnclearSamples = 100;
  if (!kernel.isPerLaunch) {
    return formatShare(value);
  }
  return std::abs(value) < maxUnclearSamples ? fmt::format("{:.1f}", value) : formatCount(std::llround(value));
}

std::string comparedChange(const ComparedKernel& kernel, const SamplePair& samples) {
  if (!kernel.isClear(samples)) {
    return "≈";
  }
  constexpr double percent = 100;
  const double change = kernel.change(samples);
  if (!kernel.isPerLaunch) {
    return fmt::format("{:+.1f} pp", percent * change);
  }
  return samples.before == 0 ? "+" + comparedValue(kernel, change)
                             : fmt::format("{:+.1f} %", percent * change / kernel.valueBefore(samples));
}

}  // namespace kernline
