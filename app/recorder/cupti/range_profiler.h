// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/range_plan.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/io/kernel_metrics.h"

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace kernline::recorder {

/// Counts what the hardware does in ranges of one context, while this lives. A GPU has one such session at a time.
///
/// Usage: begin; until isDone: start, ranges with the same numbers in every pass, stop; then counted.
class RangeProfiler {
 public:
  enum class Ranges : std::uint8_t {
    Pushed,   ///< ranges between push() and pop()
    Kernels,  ///< CUPTI makes one of each kernel, and runs it as often as it needs
  };

  /// `plan` must outlive it.
  RangeProfiler(CUcontext context, RangePlan& plan, std::size_t maxRanges, Ranges ranges = Ranges::Pushed);
  ~RangeProfiler();
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  // False if it failed; problem() has the reason, and other calls have no effect.
  bool start();
  bool push(std::size_t number);
  bool pop();
  bool stop();
  /// All passes have run.
  [[nodiscard]] bool isDone() const { return m_isDone; }
  /// Ends the counting and returns the ranges by number; those that CUPTI lacks are empty.
  std::vector<CountedRange> counted(std::size_t ranges);
  /// A sentence, or empty.
  [[nodiscard]] const std::string& problem() const { return m_problem; }

 private:
  bool worked(CUptiResult result);

  RangePlan& m_plan;
  Ranges m_ranges;
  CUpti_RangeProfiler_Object* m_object = nullptr;
  std::vector<std::uint8_t> m_data;
  bool m_isDone = false;
  std::string m_problem;
};

}  // namespace kernline::recorder
#endif
