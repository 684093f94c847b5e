// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/device_properties.h"
#include "app/recorder/io/event_lines.h"

namespace kernline::recorder {

/// Computes how full `kernel`'s launch makes the multiprocessors of `device`, and what limits it: by the
/// toolkit's cuda_occupancy.h, then no fuller than the grid has blocks. Empty if the header does not know the GPU.
Occupancy occupancyOf(const KernelEvent& kernel, const DeviceProperties& device);

}  // namespace kernline::recorder
