// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace kernline {

/// Mean of a counter over a range of time.
struct CounterMean {
  CounterId counter{};
  std::optional<double> mean;  ///< weighted by time; none where no whole sample lies in the interval
  Duration sampled;            ///< total time of the whole samples in the interval
};

/// Means of the counters of a trace. A value holds until the next sample, and counts as far as whole samples lie in the
/// interval: one that reaches beyond holds other activity too. The distance of samples is that of the closest two; a
/// value that lasts longer is one of several equal samples. From a sample on that is no number there is no value: the
/// counter was not sampled then.
class CounterMeans {
 public:
  /// O(samples); free without counters. Valid as long as the trace.
  explicit CounterMeans(const Trace& trace);

  /// Whether that process, a GPU for example, has a counter.
  [[nodiscard]] bool has(ProcessId process) const;
  /// Its counters over `range`, in the order of the trace. O(samples in the range).
  [[nodiscard]] std::vector<CounterMean> of(ProcessId process, TimeRange range) const;
  /// One counter over `range`. O(1) where the range is shorter than a sample.
  [[nodiscard]] CounterMean of(CounterId counter, TimeRange range) const;
  /// Its values over `range` in time order, each with the interval of whole samples in which it held.
  void eachValue(CounterId counter, TimeRange range, const std::function<void(TimeRange, double)>& tell) const;

 private:
  const Trace& m_trace;
  std::vector<std::int64_t> m_periods;  // ns between samples, by counter; 0 if there are less than two
};

}  // namespace kernline
