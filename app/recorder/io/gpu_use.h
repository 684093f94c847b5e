// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// Idle time of each GPU lately, by the recorded activity.
class GpuUse {
 public:
  struct Idle {
    std::int64_t device = 0;
    double share = 0;  ///< share of the time, 0 to 1
  };

  /// `period`: of which the idle share is taken, ns.
  explicit GpuUse(std::int64_t period) : m_period(period) {}

  /// Takes lines of events.
  void add(std::string_view events);
  /// All activity until then has been added. Records may be late: without this, only the end of the latest activity is
  /// certain.
  void completeUntil(std::int64_t time);
  /// The GPU that was idle for the largest share of the latest period; none before one has worked for a period.
  std::optional<Idle> idlest();

 private:
  struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  struct Device {
    std::vector<Span> spans;  // busy; apart and sorted up to `merged`
    std::size_t merged = 0;
    std::int64_t first = INT64_MAX;
    std::int64_t known = 0;  // time up to which the activity is known
  };
  void merge(Device& device) const;

  std::int64_t m_period;
  std::map<std::int64_t, Device> m_devices;
};

}  // namespace kernline::recorder
