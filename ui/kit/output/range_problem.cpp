// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/range_problem.h"

#include <fmt/format.h>

namespace kernline::ui {

Error rangeProblem(const std::string& file, const RangeChoice& choice, const Error& why) {
  const std::string steps = choice.steps.empty() ? "" : fmt::format("no steps {}: ", choice.steps);
  return {why.kind, Message::name(fmt::format("{}: {}{}", file, steps, why.message.english()))};
}

}  // namespace kernline::ui
