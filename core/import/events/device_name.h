// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace kernline::chrome {

/// The index of the device of a process, from its labels ("GPU 0", "XPU 1", "MTIA 0": torch) or its
/// name ("/device:GPU:0": JAX; "/gpu:0/stream:all Compute": TensorFlow; "GPU0": rocprof; "Ascend Hardware": torch_npu).
[[nodiscard]] std::optional<int> deviceOfLabels(std::string_view labels);
[[nodiscard]] std::optional<int> deviceOfProcessName(std::string_view name);

/// Whether a track is called as streams are: "stream 7", "Stream 2".
[[nodiscard]] bool isStreamName(std::string_view trackName);

/// Whether a track of a JAX or TensorFlow device repeats the activity of the streams in other terms.
[[nodiscard]] bool isDerivedTrack(std::string_view trackName);

/// Returns true if a process has the tasks of an Ascend NPU, unlike "CANN" and "Overlap Analysis", which repeat them.
[[nodiscard]] bool isAscendHardware(std::string_view processName);

/// Returns true if a process of a device repeats the device's streams in other order: TensorFlow's "/gpu:0/stream:all
/// Compute" and "/gpu:0/memcpy Compute" next to "/gpu:0/stream:12 Compute".
[[nodiscard]] bool repeatsStreams(std::string_view processName);

/// Returns true if a process has the copies of all devices: rocprof's "COPY" next to "GPU0".
[[nodiscard]] bool isCopyProcess(std::string_view processName);

/// The rank in a process name of a merged trace: "RANK 1 - GPU", "rank_3: python"; nullopt if there is none.
[[nodiscard]] std::optional<int> rankOfProcessName(std::string_view name);

/// The rank in a file name: "rank0_trace.json", "worker3.pt.trace.json", "…-TP-2-…"; nullopt if there is none.
[[nodiscard]] std::optional<int> rankOfFileName(std::string_view path);

}  // namespace kernline::chrome
