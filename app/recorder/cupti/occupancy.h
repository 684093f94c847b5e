// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/device_properties.h"
#include "app/recorder/io/event_lines.h"

namespace kernline::recorder {

/// How full `kernel`'s launch makes the multiprocessors of `device`, and what keeps it from being fuller: by the
/// toolkit's cuda_occupancy.h, then no fuller than the grid has blocks. Nothing where the header does not know the GPU.
Occupancy occupancyOf(const KernelEvent& kernel, const DeviceProperties& device);

}  // namespace kernline::recorder
