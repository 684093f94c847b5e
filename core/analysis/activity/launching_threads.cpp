// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/launching_threads.h"

#include <cstdint>

namespace kernline {

std::vector<TrackId> launchingThreads(const Trace& trace) {
  std::vector<bool> launches(trace.tracks().size());
  for (const Launch& launch : trace.launches()) {
    launches[index(trace.trackOf(launch.call))] = true;
  }
  std::vector<TrackId> threads;
  for (std::uint32_t t = 0; t < launches.size(); ++t) {
    if (launches[t]) {
      threads.push_back(TrackId{t});
    }
  }
  return threads;
}

}  // namespace kernline
