// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// What a counter was on average over a stretch of time.
struct CounterMean {
  CounterId counter{};
  std::optional<double> mean;  ///< weighted by time; none where no whole sample lies in the stretch
  Duration sampled;            ///< of the whole samples in the stretch
};

/// Means of the counters of a trace. A value holds until the next sample, and counts as far as whole samples lie in the
/// stretch: one that reaches beyond holds other work too. How far samples are apart is told by the closest two; a value
/// that holds for longer is one of several equal samples.
class CounterMeans {
 public:
  /// O(samples). Valid as long as the trace.
  explicit CounterMeans(const Trace& trace);

  /// Whether that process, a GPU for example, has a counter.
  [[nodiscard]] bool has(ProcessId process) const;
  /// Its counters over `range`, in the order of the trace. O(samples in the range).
  [[nodiscard]] std::vector<CounterMean> of(ProcessId process, TimeRange range) const;

 private:
  const Trace& m_trace;
  std::vector<std::int64_t> m_periods;  // ns between samples, by counter; 0: there are less than two
};

}  // namespace kernline
