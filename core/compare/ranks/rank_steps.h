// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// The steps of the ranks of a trace: those that are found (`foundSteps`).
class RankSteps {
 public:
  /// Of the first process of each rank that has steps.
  explicit RankSteps(std::shared_ptr<const Trace> trace, const std::stop_token& stop = {});

  [[nodiscard]] StepSource source() const { return m_found.source; }
  [[nodiscard]] const Step& operator[](std::uint32_t step) const { return m_found.steps[step]; }
  [[nodiscard]] const std::vector<std::pair<std::int32_t, ProcessSteps>>& ofRanks() const { return m_ofRanks; }
  /// Whether steps of one name on several ranks are the same step. Recorded ones say so; found ones are told apart by
  /// their numbers, which mean nothing unless all ranks have equally many.
  [[nodiscard]] bool areComparable() const;
  /// "ProfilerStep#3", "train_step 3", "round 3": of the `number`th of `rank`, from 0.
  [[nodiscard]] std::string name(const ProcessSteps& rank, std::size_t number) const;
  /// Of the step of a rank at `time`; empty between steps.
  [[nodiscard]] std::string nameAt(std::int32_t rank, Time time) const;

 private:
  std::shared_ptr<const Trace> m_trace;
  FoundSteps m_found;
  std::vector<std::pair<std::int32_t, ProcessSteps>> m_ofRanks;
};

}  // namespace kernline
