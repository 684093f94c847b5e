// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/string_pool.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Names of device kinds before their number.
inline constexpr std::array<std::string_view, 7> acceleratorWords{"GPU", "XPU", "MTIA", "HPU", "NPU", "TPU", "GCU"};

/// "python" of "rank 1: python", as processes and their ids are called in an export of several ranks.
[[nodiscard]] std::string_view withoutRank(std::string_view text);

/// A title for each process: "GPU 0 · NVIDIA H200", "python (43213)", "process 43213". With several ranks a title also
/// names the rank, "rank 1 · GPU 0", and with several processes for one device the part: "GPU 0 · stream:12 Compute".
[[nodiscard]] std::vector<std::string> processTitles(std::span<const Process> processes,
                                                     std::span<const Device> devices, const StringPool& strings);

/// "GPU 0", "MTIA 9": a device by the word its process goes by, "GPU" where it has none.
[[nodiscard]] std::string deviceNumber(const Process& process, const StringPool& strings);

/// The model of a device, "NVIDIA H200", empty if not in the profile.
[[nodiscard]] std::string_view deviceModel(std::int32_t device, std::span<const Device> devices);

/// "stream 7", "thread 43213 (python)", or the name the file gives.
[[nodiscard]] std::string trackTitle(const Track& track, const StringPool& strings);

}  // namespace kernline
