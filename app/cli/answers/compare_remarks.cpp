// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_remarks.h"

#include "app/cli/kit/output.h"
#include "core/compare/tables/ncu_profile.h"

#include <fmt/format.h>

#include <memory>

namespace kernline::cli {

bool printUntimed(const CompareAnswer& answer) {
  bool any = false;
  for (const std::shared_ptr<const Log>& log : answer.logs) {
    if (const auto sentence = missingDurations(*log)) {
      printError(*sentence);
      any = true;
    }
  }
  return any;
}

void printSkipped(const std::vector<std::string>& traces, const CompareAnswer& answer) {
  if (answer.tables || printUntimed(answer) || traces.empty()) {
    return;
  }
  const std::string names =
      fmt::format("{}{}", traces.front(), traces.size() > 1 ? fmt::format(" and {} more", traces.size() - 1) : "");
  const char* const are = traces.size() > 1 ? "are traces" : "is a trace";
  printError(answer.profiles.size() > traces.size()
                 ? fmt::format("{} {} and listed with the profiler tables; compare two with --tables, or add its "
                               "figures to the matrix with --matrix",
                               names, are)
                 : fmt::format("{} {}, but the logs have no profiler table to compare with; only the logs are shown. "
                               "To read a trace, use kernline stats",
                               names, are));
}

}  // namespace kernline::cli
