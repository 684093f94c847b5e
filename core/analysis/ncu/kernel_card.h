// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/ncu_launches.h"
#include "core/model/base/message.h"
#include "core/model/log/log.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline {

/// The use of a unit of the GPU by a launch, as a share of its peak.
struct UnitUse {
  Phrase unit;
  double share = 0;  ///< share of its peak, 0 to 1
};

/// A state of warps, with its share of all samples or counts.
struct WarpState {
  Phrase state;
  Phrase definition;  ///< one sentence
  double share = 0;   ///< 0 to 1
  bool isStall = true;
};

/// Returns the state for CUPTI's word for it ("long_scoreboard"); std::nullopt for an unknown word.
[[nodiscard]] std::optional<WarpState> warpStateOf(std::string_view word);

/// One of the limits on how many blocks fit on a multiprocessor.
struct OccupancyLimit {
  Phrase resource;
  double blocks = 0;  ///< blocks per multiprocessor
};

/// The figures of a launch that show what limited it, out of the thousands that Nsight Compute took. Metrics that were
/// not taken are missing.
struct KernelCard {
  KernelMetrics metrics;
  std::vector<UnitUse> units;                  ///< most used first
  std::optional<double> theoreticalOccupancy;  ///< 0 to 1
  std::vector<OccupancyLimit> limits;          ///< lowest first
  std::optional<double> registersPerThread;
  std::optional<double> sharedBytesPerBlock;
  std::optional<double> waves;      ///< waves of blocks, over all multiprocessors
  std::optional<double> l1HitRate;  ///< 0 to 1
  std::vector<WarpState> states;    ///< most frequent first; without those that never occurred
  /// Number of samples in which the states were counted; nullopt if counted by cycle.
  std::optional<double> warpSamples;
  std::vector<std::string_view> advice;  ///< advice of the report, in its order; texts lie in the log

  /// Whether anything keeps warps from filling a multiprocessor: `limits.front()`.
  [[nodiscard]] bool isOccupancyLimited() const;
  /// Adds to `limits` that the grid has fewer blocks than fit on all multiprocessors, if so.
  void addGridLimit();
  /// One sentence on what limits the launch, by the figures.
  [[nodiscard]] Message verdict() const;
  /// The unit that `verdict` names; nullptr if not known.
  [[nodiscard]] const UnitUse* busiestUnit() const;
  /// Returns in a word the unit closest to its peak, or "latency" where none is close; empty if not known.
  [[nodiscard]] Message limit() const;
};

/// Builds a card of figures alone, without advice.
[[nodiscard]] KernelCard kernelCard(const NcuNumbers& numbers);
/// Builds the card of a table for which isNcuLaunch holds.
[[nodiscard]] KernelCard kernelCard(const Log& log, const LogTable& launch);

}  // namespace kernline
