// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// The busy share of a process (a device, mostly), in equal slices of a range.
struct BusyDensity {
  ProcessId process = ProcessId::none;
  TimeRange range;
  std::vector<float> shares;  ///< 0 to 1: the union of its spans' time, per slice
};

/// The share of device activity (kernels, memcpys, memsets) on a device; of everything on a host process. Streams that
/// run at once count once. O(spans · log lanes).
[[nodiscard]] BusyDensity busyDensity(const Trace& trace, ProcessId process, TimeRange range, std::size_t slices);

}  // namespace kernline
