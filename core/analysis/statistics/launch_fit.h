// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"
#include "core/model/trace/occupancy.h"
#include "core/model/trace/resident_blocks.h"
#include "core/model/trace/trace.h"

#include <optional>

namespace kernline {

/// The fit of a launch to the multiprocessors of its device, by its parameters alone.
struct LaunchFit {
  ResidentBlocks blocks;
  double waves = 0;  ///< waves of blocks: how often all multiprocessors can be filled with them
};

/// Reads the needs of a launch from a kernel's args (`occupancyKeys`); -1 or 0 where absent. `device` has
/// multiprocessors.
[[nodiscard]] LaunchNeeds launchNeeds(const ArgNode& args, const Device& device);

/// Computes the fit of a kernel by its args; std::nullopt if they or the device lack a value, or if no block fits.
/// `device` may be nullptr.
[[nodiscard]] std::optional<LaunchFit> launchFit(const ArgNode& args, const Device* device);

/// Returns how full the last wave is, 0 to 1: the rest of the GPU is idle, unless other kernels run.
[[nodiscard]] double lastWave(double waves);

}  // namespace kernline
