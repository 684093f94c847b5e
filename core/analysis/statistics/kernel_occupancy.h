// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

/// The origin of an occupancy. kineto writes 0 for kernels that ask for more shared memory than they get without asking
/// (most of cuBLAS and cuDNN on recent GPUs), and rounds what is below half a percent to 0.
enum class OccupancySource : std::uint8_t {
  Profiler,  ///< `est. achieved occupancy %`, above 0
  Computed,  ///< computed from grid, block, registers and shared memory, by the limits of the device
  Unknown,
};

struct KernelOccupancy {
  double share = 0;  ///< 0 to 1, of the warps a multiprocessor can hold; 0 if unknown
  OccupancySource source = OccupancySource::Unknown;
};

/// The args that `kernelOccupancy` takes.
inline constexpr std::array<std::string_view, 5> occupancyKeys{"est. achieved occupancy %", "grid", "block",
                                                               "registers per thread", "shared memory"};

/// Returns the occupancy of a kernel by its args. `device` is the GPU it ran on, or nullptr.
[[nodiscard]] KernelOccupancy kernelOccupancy(const ArgNode& args, const Device* device);

/// The GPU of this number as the trace describes it, or nullptr.
[[nodiscard]] const Device* describedDevice(const Trace& trace, std::int32_t number);

}  // namespace kernline
