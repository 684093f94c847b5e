// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_remarks.h"

#include "app/cli/kit/output.h"
#include "core/compare/tables/ncu_profile.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>

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
  const bool haveTables = answer.profiles.size() > traces.size();
  if (traces.size() == 1) {
    constexpr std::string_view listed =
        "{file} is a trace, listed with the profiler tables; compare two with --tables, or add its figures to the "
        "matrix with --matrix";
    constexpr std::string_view alone =
        "{file} is a trace, but the logs have no profiler table to compare with; to read it, use kernline stats";
    printError(fmt::format(fmt::runtime(haveTables ? listed : alone), fmt::arg("file", traces.front())));
    return;
  }
  constexpr std::string_view listed =
      "{file} and {others} more are traces, listed with the profiler tables; compare two with --tables, or add their "
      "figures to the matrix with --matrix";
  constexpr std::string_view alone =
      "{file} and {others} more are traces, but the logs have no profiler table to compare with; to read them, use "
      "kernline stats";
  printError(fmt::format(fmt::runtime(haveTables ? listed : alone), fmt::arg("file", traces.front()),
                         fmt::arg("others", traces.size() - 1)));
}

}  // namespace kernline::cli
