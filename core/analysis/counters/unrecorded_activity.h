// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/counter_means.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// Activity that the counters of a device show while no recorded activity runs on it, between the start of its first
/// and the end of its last. It is of another process, or unrecorded activity of this one.
///
/// Only whole samples count that lie at least `edge` within a gap, for an activity record and a sample may differ on
/// when a kernel ended: on an H200 by 0.4 us. By a sample, the device was busy if
/// - SMs were active for `minSmActive`: one SM of the largest GPU (192) all the time is 0.52 %. An idle H100 has 0;
/// - or DRAM was read or written at `minDramRate` and by `minDramBytes`: an idle H100 reads up to 0.33 GB/s and
///   writes up to 2.6 GB/s, in bursts of 262 KB, for its driver and for the sampling itself.
/// Less than that is not seen.
struct UnrecordedActivity {
  static constexpr Duration edge{2'000};
  static constexpr double minSmActive = 0.5;       ///< %
  static constexpr double minDramRate = 5e9;       ///< bytes/s
  static constexpr double minDramBytes = 1 << 20;  ///< bytes in a row of samples above that rate

  std::int32_t rank = -1;    ///< distributed rank; -1 if unknown
  std::int32_t device = -1;  ///< index within its host
  ProcessId process = ProcessId::none;
  Duration idle;                       ///< total time of all gaps
  Duration sampled;                    ///< time of whole samples in them
  Duration busy;                       ///< part of `sampled` in which the device was busy
  Duration onSms;                      ///< part of `busy` with SMs active; the rest is DRAM traffic alone
  double smActive = 0;                 ///< %, mean over `onSms`
  std::uint64_t stretches = 0;         ///< runs of consecutive samples in `busy`
  std::vector<SpanId> nextActivities;  ///< activities that end the first gaps in which it was busy, by start
};

/// One entry for each device whose SMs' activity or DRAM traffic was sampled. O(n log n) in the activity of these
/// devices; free without counters. Empty if stopped.
[[nodiscard]] std::vector<UnrecordedActivity> unrecordedActivity(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
