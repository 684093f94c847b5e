// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <optional>
#include <vector>

namespace kernline {

/// What a counter was on average over a stretch of time.
struct CounterMean {
  CounterId counter{};
  std::optional<double> mean;  ///< weighted by time; none where no whole sample lies in the stretch
};

/// The counters of a process, a GPU for example, over `range`, in the order of the trace. A value holds until the next
/// sample, and counts as far as whole samples lie in the range: one that reaches beyond holds other work too. How far
/// samples are apart is told by the closest two; a value that holds for longer is one of several equal samples.
/// O(samples).
[[nodiscard]] std::vector<CounterMean> counterMeans(const Trace& trace, ProcessId process, TimeRange range);

}  // namespace kernline
