// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/trace/trace.h"

#include <span>
#include <string>
#include <vector>

namespace kernline {

/// A title for each process: "GPU 0 · NVIDIA H200", "python (43213)", "process 43213". Where several processes stand
/// for one device, or devices of several ranks have one number, a title also says which: "rank 1 · GPU 0",
/// "GPU 0 · stream:12 Compute".
[[nodiscard]] std::vector<std::string> processTitles(std::span<const Process> processes,
                                                     std::span<const Device> devices, const StringPool& strings);

/// "stream 7", "thread 43213 (python)", or the name the file gives.
[[nodiscard]] std::string trackTitle(const Track& track, const StringPool& strings);

}  // namespace kernline
