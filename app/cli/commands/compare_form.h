// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/answers/compare_answer.h"
#include "app/cli/kit/exit_code.h"
#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kernline::cli {

/// The form of `kernline compare`'s answer: text for people, or the one other form that is chosen.
struct CompareForm {
  std::vector<std::string> files;  ///< files to compare; a report never takes their place
  bool json = false;
  bool csv = false;
  bool markdown = false;
  std::string html;  ///< path of a self-contained report; there is no printed output then
  std::size_t limit = 30;
  double failAbove = 0;  ///< percent by which a run may be slower than the baseline; 0 for no limit
};

ExitCode writeTables(const CompareForm& form, const CompareAnswer& answer);
/// `regressed`, with a sentence on stderr, where a run is slower than the form allows. `work`: nullptr if not
/// requested.
ExitCode writeRuns(const CompareForm& form, const RunComparison& comparison, const ComparedWork* work);
/// Writes a change within the series, like `writeRuns`.
ExitCode writeSeries(const CompareForm& form, const RunComparison& comparison);

}  // namespace kernline::cli
