// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// The steps of one process. Several processes have steps where ranks were merged into one file, or where each device
/// has a row of them; they may have the same names, and lie at the same time.
struct ProcessSteps {
  ProcessId process = ProcessId::none;
  std::string title;                 ///< "rank 1 · python (43213)"; empty for steps of no process
  std::vector<std::uint32_t> steps;  ///< positions among all steps, by start
};

/// One entry for each process that has steps, in the order of ranks, then of the trace's processes.
[[nodiscard]] std::vector<ProcessSteps> stepsByProcess(const Trace& trace, std::span<const Step> steps);
[[nodiscard]] inline std::vector<ProcessSteps> stepsByProcess(const Trace& trace) {
  return stepsByProcess(trace, trace.steps());
}

/// The step in which `time` lies, the latest begun where several do; nullptr between steps.
[[nodiscard]] const Step* stepAt(std::span<const Step> steps, const ProcessSteps& process, Time time);

}  // namespace kernline
