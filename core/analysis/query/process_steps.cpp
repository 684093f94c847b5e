// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/process_steps.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr int maxNesting = 8;  // steps of one process overlap seldom, and never many

std::string titleOf(const Trace& trace, ProcessId id) {
  if (id == ProcessId::none) {
    return {};
  }
  const Process& process = trace.process(id);
  const std::string_view title = trace.text(process.title);
  const std::string rank = "rank " + std::to_string(process.rank);
  const bool saysSo = std::ranges::equal(title.substr(0, rank.size()), rank, [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
  });  // whoever merges ranks writes "RANK 0 - python"
  return process.rank < 0 || saysSo ? std::string(title) : rank + " · " + std::string(title);
}

}  // namespace

std::vector<ProcessSteps> stepsByProcess(const Trace& trace, std::span<const Step> steps) {
  std::vector<ProcessSteps> processes;
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    const ProcessId process = steps[i].process;
    auto found = std::ranges::find(processes, process, &ProcessSteps::process);
    if (found == processes.end()) {
      found = processes.insert(found, {.process = process, .title = titleOf(trace, process), .steps = {}});
    }
    found->steps.push_back(i);
  }
  std::ranges::sort(processes, {}, [&](const ProcessSteps& each) {
    const std::int32_t rank = each.process == ProcessId::none ? -1 : trace.process(each.process).rank;
    return std::pair(static_cast<std::uint32_t>(rank), index(each.process));  // unknown ranks come last
  });
  return processes;
}

const Step* stepAt(std::span<const Step> steps, const ProcessSteps& process, Time time) {
  const auto begin = [&](std::uint32_t i) { return steps[i].range.begin; };
  auto at = std::ranges::upper_bound(process.steps, time, {}, begin);
  for (int tries = 0; at != process.steps.begin() && tries < maxNesting; ++tries) {
    const Step& step = steps[*--at];
    if (step.range.contains(time)) {
      return &step;
    }
  }
  return nullptr;
}

}  // namespace kernline
