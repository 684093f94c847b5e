// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/no_steps.h"

#include "core/analysis/steps/found_steps.h"

#include <fmt/format.h>

namespace kernline::cli {

std::string noStepsText(const std::string& file, const std::string& stepsBy) {
  if (stepsBy.empty()) {
    return fmt::format("{}: no steps found: none recorded, and nothing repeats; choose spans with --steps-by NAME",
                       file);
  }
  const StepChoice choice = stepChoice(stepsBy);
  const std::string problem =
      choice.from == StepChoice::From::Name       ? fmt::format("no span of a thread matches \"{}\"", stepsBy)
      : choice.from == StepChoice::From::Recorded ? "no steps are recorded"
                                                  : fmt::format("no steps found by {}", stepsBy);
  return fmt::format("{}: {}; kernline steps lists the possible ones", file, problem);
}

}  // namespace kernline::cli
