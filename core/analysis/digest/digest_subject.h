// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/digest/rank_digest.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace kernline {

/// Data of a rank's trace that the parts of a digest share, computed on first use. Not thread-safe. Unusable once
/// stopped.
class DigestSubject {
 public:
  /// `threads`: for what can be shared between them.
  explicit DigestSubject(const Trace& trace, unsigned threads = 1, std::stop_token stop = {});

  [[nodiscard]] const Trace& trace() const { return m_trace; }
  [[nodiscard]] unsigned threads() const { return m_threads; }
  [[nodiscard]] const std::stop_token& stop() const { return m_stop; }

  [[nodiscard]] const FoundSteps& steps();  ///< none where no steps are found
  [[nodiscard]] const std::vector<StepStats>& figures();
  [[nodiscard]] const std::vector<DeviceIdle>& idle();
  /// std::nullopt if about as recorded, or if the run cannot be replayed.
  [[nodiscard]] const std::optional<StepWithoutProfiler>& withoutProfiler();
  /// Computes all of these at the same time.
  void computeAll();

 private:
  const Trace& m_trace;
  unsigned m_threads;
  std::stop_token m_stop;
  std::optional<FoundSteps> m_steps;
  std::optional<std::vector<StepStats>> m_figures;
  std::optional<std::vector<DeviceIdle>> m_idle;
  std::optional<std::optional<StepWithoutProfiler>> m_withoutProfiler;
};

/// `rankDigest` of its trace.
[[nodiscard]] RankDigest rankDigest(DigestSubject& subject);

}  // namespace kernline
