// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <vector>

namespace kernline {

/// Device activity by when and in which process it was launched.
class LaunchedActivities {
 public:
  struct Sum {
    Duration device;  ///< sum over all spans, whether they overlap or not
    std::size_t count = 0;
  };

  /// O(n log n) in the launches.
  explicit LaunchedActivities(const Trace& trace);

  [[nodiscard]] Sum within(ProcessId process, TimeRange range) const;  ///< O(log n)
  [[nodiscard]] Duration total() const { return m_total; }
  /// Returns the range from the first launch of a process to its last; empty if it launches none.
  [[nodiscard]] TimeRange extent(ProcessId process) const;

 private:
  struct OfProcess {
    std::vector<Time> calls;
    std::vector<Duration> before;  ///< activity launched by all calls up to this one, indexed by call
  };

  std::vector<OfProcess> m_processes;
  Duration m_total;
};

}  // namespace kernline
