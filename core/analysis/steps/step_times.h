// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/process_steps.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

inline constexpr std::uint32_t noStep = UINT32_MAX;

/// The steps of each process, to be asked by process and time. They and the trace must outlive it.
class StepTimes {
 public:
  StepTimes(const Trace& trace, std::span<const Step> steps);

  /// The position of the step among all, or noStep. O(log n).
  [[nodiscard]] std::uint32_t at(ProcessId process, Time time) const;
  /// Of device work: of the step in which `launch` made it; of steps that are times of a device, in which it starts.
  [[nodiscard]] std::uint32_t ofWork(SpanId work, SpanId launch, bool areOnDevice) const;

 private:
  const Trace& m_trace;
  std::span<const Step> m_steps;
  std::vector<ProcessSteps> m_processes;
  std::vector<const ProcessSteps*> m_of;  // by process
};

}  // namespace kernline
