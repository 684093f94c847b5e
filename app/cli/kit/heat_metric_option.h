// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/suggestion.h"
#include "core/compare/ranks/heat_map.h"

#include <string>

namespace kernline::cli {

/// Takes what a heat map can show: a metric, or counter:NAME.
[[nodiscard]] inline CLI::Validator heatMetric() {
  auto names = heatMetricNames();
  names.emplace_back("counter:NAME");
  const CLI::Validator name = oneOf(names);
  return {[name](std::string& text) { return isHeatName(text) ? std::string() : name(text); }, name.get_description()};
}

}  // namespace kernline::cli
