// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/launch_watcher.h"
#include "app/recorder/io/profile_request.h"

#include <cstdint>
#include <memory>
#include <string>

namespace kernline::recorder {

/// Counts the first launches of the kernels that the user named, in one pass, while the program runs: each of them
/// waits for all work before it, and the program for its end. It takes some 30 ms a launch; others are free. Launches
/// in captured streams are left alone, and so is the first of each kernel, which may load it; those during which
/// another thread launched are left out. Null if this recorder was built without CUPTI's range profiler.
std::unique_ptr<LaunchWatcher> makeKernelProfiler(const ProfileRequest& request);

/// Empty, or the sentence why this cannot be counted on the GPU of this ordinal.
std::string profileProblem(std::uint32_t device, const ProfileRequest& request);

}  // namespace kernline::recorder
