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

/// The steps of each process, to be looked up by process and time. They and the trace must outlive it.
class StepTimes {
 public:
  StepTimes(const Trace& trace, std::span<const Step> steps);

  /// The position of the step among all, or noStep. O(log n).
  [[nodiscard]] std::uint32_t at(ProcessId process, Time time) const;
  /// Returns the step of a device whose launches are unknown: that of its own process, else the last that began among
  /// those that may be of its rank (-1 for any). O(processes log n).
  [[nodiscard]] std::uint32_t atDevice(ProcessId process, std::int32_t rank, Time time) const;

 private:
  [[nodiscard]] std::uint32_t at(const ProcessSteps& process, Time time) const;

  const Trace& m_trace;
  std::span<const Step> m_steps;
  std::vector<ProcessSteps> m_processes;
  std::vector<const ProcessSteps*> m_of;  // indexed by process
};

}  // namespace kernline
