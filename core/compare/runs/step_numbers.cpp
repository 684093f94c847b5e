// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/step_numbers.h"

#include <map>

namespace kernline {

std::vector<std::optional<std::size_t>> stepNumbers(const MeasuredSteps& measured) {
  std::map<ProcessId, std::size_t> counts;
  std::map<Time, std::size_t> byBegin;
  for (const Step& step : measured.found.steps) {
    byBegin.try_emplace(step.range.begin, counts[step.process]++);
  }
  std::vector<std::optional<std::size_t>> numbers;
  for (const TimeRange host : measured.host) {
    const auto found = byBegin.find(host.begin);
    numbers.push_back(found == byBegin.end() ? std::nullopt : std::optional(found->second));
  }
  return numbers;
}

}  // namespace kernline
