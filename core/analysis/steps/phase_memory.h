// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_phase.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kernline {

/// Allocator figures of one device while the host was in a phase.
struct PhaseMemory {
  std::int16_t device = -1;
  std::optional<std::int64_t> peakBytes;  ///< the most that was allocated; nullopt if the file has no totals
  std::int64_t changeBytes = 0;           ///< allocated less freed
  bool holdsPeak = false;                 ///< the step's peak on this device was reached in it

  bool operator==(const PhaseMemory&) const = default;
};

/// Adds up the `[memory]` records of one step, in their order.
class PhaseMemorySum {
 public:
  /// Adds an event of a device; faulty ones (`faultOf`) are left out.
  void add(StepPhase phase, const MemoryEvent& event);
  /// Returns the phase's memory by device; empty if there was no record.
  [[nodiscard]] std::vector<PhaseMemory> of(StepPhase phase) const;

 private:
  struct Peak {
    std::int64_t bytes = 0;
    StepPhase phase = StepPhase::Other;
  };

  void reach(StepPhase phase, PhaseMemory& own, std::int64_t bytes);

  std::map<std::pair<StepPhase, std::int16_t>, PhaseMemory> m_sums;
  std::map<std::int16_t, Peak> m_peaks;
};

}  // namespace kernline
