// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about means of counters over ranges, steps and device activity, and their values as text.
#pragma once

#include "core/analysis/counters/counter_means.h"
#include "core/analysis/counters/device_counters.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>

namespace kernline {

/// Sums of GPU counters over device activities. An activity counts as sampled if it contains a whole sample
/// (`CounterMeans`); others are not included. Counters cover the whole GPU, so concurrent activities each have the
/// values of all of them.
struct MeasuredWork {
  /// Values by the time for which they held.
  struct Sum {
    double weighted = 0;  ///< value times ns
    std::int64_t ns = 0;

    void add(const CounterMean& mean);
    [[nodiscard]] std::optional<double> mean() const;
  };

  std::uint64_t count = 0;         ///< pieces on devices with counters
  std::uint64_t sampledCount = 0;  ///< pieces of these with a whole sample
  Duration time;                   ///< time of all pieces on devices with counters
  Duration sampledTime;
  Duration sampled;  ///< time of the whole samples in the sampled pieces
  Sum dramRead;      ///< bytes/s
  Sum dramWrite;     ///< bytes/s
  Sum tensorPipe;    ///< %

  [[nodiscard]] std::uint64_t notSampled() const { return count - sampledCount; }
  /// Returns the share of `time` that whole samples cover, 0 to 1.
  [[nodiscard]] double sampledShare() const;
  /// Read and written.
  [[nodiscard]] std::optional<double> dramBytesPerSecond() const;
  /// Returns the bytes of a sampled activity: the mean rate in the samples times its duration.
  [[nodiscard]] std::optional<double> dramBytesPerPiece() const;
  /// Share of time in which tensor pipes worked, 0 to 1.
  [[nodiscard]] std::optional<double> tensorShare() const;
};

/// Measures device activities one by one.
class WorkCounters {
 public:
  /// Free without counters. Valid as long as the trace.
  explicit WorkCounters(const Trace& trace);

  /// Whether there is a device that figures can be measured of.
  [[nodiscard]] bool isEmpty() const { return m_devices.empty(); }
  void add(SpanId activity, MeasuredWork& sum) const { add(activity, m_trace.range(activity), sum); }
  /// Adds a part of the activity.
  void add(SpanId activity, TimeRange part, MeasuredWork& sum) const;

 private:
  const Trace& m_trace;
  CounterMeans m_means;
  std::map<ProcessId, DeviceCounters> m_devices;
};

}  // namespace kernline
