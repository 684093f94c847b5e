// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_remarks.h"

#include "app/cli/kit/output.h"
#include "core/compare/tables/ncu_profile.h"

#include <fmt/format.h>

#include <memory>

namespace kernline::cli {

bool tellUntimed(const CompareAnswer& answer) {
  bool any = false;
  for (const std::shared_ptr<const Log>& log : answer.logs) {
    if (const auto sentence = missingDurations(*log)) {
      complain(*sentence);
      any = true;
    }
  }
  return any;
}

void tellLeftOut(const std::vector<std::string>& traces, const CompareAnswer& answer) {
  if (answer.tables || tellUntimed(answer) || traces.empty()) {
    return;
  }
  const std::string names =
      fmt::format("{}{}", traces.front(), traces.size() > 1 ? fmt::format(" and {} more", traces.size() - 1) : "");
  const char* const are = traces.size() > 1 ? "are traces" : "is a trace";
  complain(answer.profiles.size() > traces.size()
               ? fmt::format("{} {}: its profiler table is one of those listed, put two side by side with --tables; "
                             "--matrix lays its figures out with those of the logs",
                             names, are)
               : fmt::format("{} {}, and the logs have no profiler table to hold against it: what is shown is theirs "
                             "alone; kernline stats reads the trace",
                             names, are));
}

}  // namespace kernline::cli
