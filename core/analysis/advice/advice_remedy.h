// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/replay/run_changes.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The changes of the run once a row of advice is followed.
struct AdviceRemedy {
  struct ShorterActivity {
    SpanId activity = SpanId::none;
    Duration by;
  };
  struct MergedActivity {
    SpanId activity = SpanId::none;
    SpanId into = SpanId::none;  ///< takes as much longer
  };
  struct ShorterCall {
    SpanId call = SpanId::none;
    float factor = 0;  ///< factor for its time and for what it calls
  };

  std::vector<ShorterActivity> shorter = {};
  std::vector<MergedActivity> merged = {};
  std::vector<ShorterCall> calls = {};
  std::vector<SpanId> noWaits = {};  ///< calls that do not wait for the device
  std::vector<SpanId> ahead = {};    ///< memcpys that are done before anything needs them
  bool isGraph = false;              ///< all is launched at once, as by a CUDA graph
  bool isAhead = false;              ///< the host never keeps the device waiting, but for what it waits for itself

  void shorten(SpanId span, Duration by) { shorter.push_back({.activity = span, .by = by}); }
};

/// Predicts a step once rows of advice are followed.
class RemedyReplay {
 public:
  /// `run` must outlive it. Replays it three times.
  explicit RemedyReplay(const ReplayedRun& run);

  /// Makes the changes of a remedy.
  void follow(const AdviceRemedy& remedy, RunChanges& changes) const;
  /// Returns the share of the step without the profiler that these remedies save together; at least 0. 0 if stopped.
  /// O(n).
  [[nodiscard]] double savedShare(std::span<const AdviceRemedy* const> remedies, const std::stop_token& stop) const;
  /// Returns `savedShare` if the host is as slow as it may be.
  [[nodiscard]] double savedShareAtMost(std::span<const AdviceRemedy* const> remedies,
                                        const std::stop_token& stop) const;
  /// The mean over how slow the host may be. It is more than `savedShare` where host and device take about as long: a
  /// slower host then costs time, while a quicker one gains none.
  [[nodiscard]] double expectedShare(std::span<const AdviceRemedy* const> remedies, const std::stop_token& stop) const;

 private:
  [[nodiscard]] std::uint32_t activityOf(SpanId span) const;
  [[nodiscard]] RunChanges followed(std::span<const AdviceRemedy* const> remedies) const;
  [[nodiscard]] Duration saved(const RunChanges& changes, HostPace pace, const std::stop_token& stop) const;
  [[nodiscard]] Duration without(HostPace pace) const { return m_without[static_cast<std::size_t>(pace)]; }

  const ReplayedRun& m_run;
  std::array<Duration, 3> m_without{};  // duration of a step without changes, by pace
  std::vector<std::uint32_t> m_bySpan;  // positions in the graph's work, by span
};

}  // namespace kernline
