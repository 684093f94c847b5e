// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/suggestion.h"
#include "core/compare/ranks/heat_map.h"

#include <string>

namespace kernline::cli {

/// Takes what a heat map can show: a metric, or counter:NAME.
[[nodiscard]] inline CLI::Validator heatMetric() {
  return {[](std::string& text) {
            if (isHeatName(text)) {
              return std::string();
            }
            auto names = heatMetricNames();
            names.emplace_back("counter:NAME");
            return oneOf(names)(text);
          },
          ""};
}

}  // namespace kernline::cli
