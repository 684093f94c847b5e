// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/compare/source/source_comparison.h"

#include <cstddef>
#include <string>

namespace kernline::cli {

struct SourceComparisonAnswer {
  struct Side {
    std::string path;
    SampledRun run;
  };

  Side before;
  Side after;
  SourceComparison comparison;
  std::size_t limit = 0;  ///< lines of a kernel; 0 for all
};

void writeSourceComparisonJson(Output& output, const SourceComparisonAnswer& answer);
void writeSourceComparisonText(Output& output, const SourceComparisonAnswer& answer);

}  // namespace kernline::cli
