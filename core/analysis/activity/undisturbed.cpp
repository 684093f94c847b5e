// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/undisturbed.h"

#include <algorithm>
#include <cstddef>

namespace kernline {

Undisturbed undisturbed(Duration recorded, const std::array<Duration, idleCauseCount>& idle, const ProfilerCost& cost) {
  Duration waited;  // time waiting for the host
  for (const IdleCause cause :
       {IdleCause::HostBound, IdleCause::Synchronization, IdleCause::Memcpy, IdleCause::LaunchLatency}) {
    waited += idle[static_cast<std::size_t>(cause)];
  }
  const auto without = [&](Duration costs) { return recorded - std::min(waited, costs); };
  return {.likely = without(cost.likely), .low = without(cost.most), .high = without(cost.least)};
}

}  // namespace kernline
