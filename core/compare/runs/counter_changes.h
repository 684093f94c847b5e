// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/compare/runs/verdict.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline {

/// Mean counter values of a kernel's launches in one run.
struct CounterReading {
  KernelMetrics metrics;
  std::vector<UnitUse> units = {};  ///< units of a launch
  Message limit = {};               ///< "DRAM", "latency"; empty if not known
};

/// A counter that differs between two runs by enough to matter.
struct CounterChange {
  std::string_view key;  ///< "dram_bytes"
  Phrase name;           ///< "DRAM traffic"; of units "FMA pipe"
  double base = 0;       ///< bytes, FLOPs, Hz, or a share from 0 to 1
  double other = 0;
  double weight = 0;  ///< size of the change: the difference of shares, the logarithm of the ratio of others

  /// "DRAM traffic 1.900 GiB → 3.400 GiB", "FMA pipe 12.8 % → 28.8 % of peak"
  [[nodiscard]] Message text() const;
};

/// Changes in a kernel's counters from one run to another: the counters that changed most, among those in both runs.
struct CounterChanges {
  static constexpr std::size_t maxCount = 3;
  static constexpr double minPoints = 0.05;  ///< difference of a share
  static constexpr double minRatio = 1.1;    ///< ratio of bytes and FLOPs, either way
  static constexpr double minClockRatio = 1.03;
  /// Minimum share of DRAM bandwidth in either run; below it, DRAM traffic and L2 hits are not decisive.
  static constexpr double minDramShare = 0.1;

  std::vector<CounterChange> counters;  ///< most changed first
  Message baseLimit = {};               ///< empty if not known for both, or the same
  Message otherLimit = {};

  CounterChanges() = default;
  CounterChanges(const CounterReading& base, const CounterReading& other);

  [[nodiscard]] bool isEmpty() const { return counters.empty() && otherLimit.isEmpty(); }
  /// "DRAM traffic 1.900 GiB → 3.400 GiB, L2 hit rate 78.0 % → 31.0 %, limit: DRAM (was tensor pipe)"
  [[nodiscard]] Message text() const;
};

/// The source of the counters that changed.
enum class CounterSource : std::uint8_t {
  Counted,    ///< exact counts of launches
  Sampled,    ///< means of launches that samples over time lie in
  OnlyBase,   ///< the other run has none of this row
  OnlyOther,  ///< the base has none
};
[[nodiscard]] std::string_view toText(CounterSource source);  ///< "counted", "sampled", "only_base", "only_other"

/// A row of a comparison whose launches take longer or shorter by more than noise, and its counters.
struct RowCounters {
  std::size_t row = 0;
  Verdict launch;  ///< verdict on the durations of its launches, in place of steps
  CounterSource source = CounterSource::Counted;
  CounterChanges changes = {};  ///< empty if none is large enough, or only one run has counters
};

}  // namespace kernline
