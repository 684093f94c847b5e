// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/launched_activities.h"

#include "core/analysis/activity/device_tracks.h"

#include <algorithm>
#include <utility>

namespace kernline {

LaunchedActivities::LaunchedActivities(const Trace& trace) {
  std::vector<std::vector<std::pair<Time, Duration>>> launches(trace.processes().size());
  for (const Launch& launch : trace.launches()) {
    const ProcessId process = trace.track(trace.trackOf(launch.call)).process;
    if (process != ProcessId::none && isCountedActivity(trace, launch.activity)) {
      launches[index(process)].emplace_back(trace.start(launch.call), trace.duration(launch.activity));
    }
  }
  m_processes.resize(launches.size());
  for (std::size_t p = 0; p < launches.size(); ++p) {
    std::ranges::sort(launches[p]);
    Duration sum;
    for (const auto& [call, work] : launches[p]) {
      sum += work;
      m_processes[p].calls.push_back(call);
      m_processes[p].before.push_back(sum);
    }
    m_total += sum;
  }
}

LaunchedActivities::Sum LaunchedActivities::within(ProcessId process, TimeRange range) const {
  if (process == ProcessId::none || range.isEmpty()) {
    return {};
  }
  const OfProcess& own = m_processes[index(process)];
  const auto first = std::ranges::lower_bound(own.calls, range.begin) - own.calls.begin();
  const auto last = std::ranges::lower_bound(own.calls, range.end) - own.calls.begin();
  const auto upTo = [&](std::ptrdiff_t n) { return n == 0 ? Duration{} : own.before[static_cast<std::size_t>(n - 1)]; };
  return {.device = upTo(last) - upTo(first), .count = static_cast<std::size_t>(last - first)};
}

TimeRange LaunchedActivities::extent(ProcessId process) const {
  if (process == ProcessId::none || m_processes[index(process)].calls.empty()) {
    return {};
  }
  const std::vector<Time>& calls = m_processes[index(process)].calls;
  return {calls.front(), calls.back() + Duration{1}};
}

}  // namespace kernline
