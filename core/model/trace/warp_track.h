// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

/// A row of what a warp of a block did, or a group of warps, as tracers inside of kernels write them.
struct WarpTrack {
  std::string_view kernel;          ///< empty if not in the file
  std::optional<std::uint32_t> sm;  ///< std::nullopt if the file does not record it
  std::uint32_t block = 0;          ///< number in the grid
  std::uint32_t warp = 0;           ///< number of the warp or its group

  friend bool operator==(const WarpTrack&, const WarpTrack&) = default;
};

/// Parses the names of a process and a row of a warp: Triton's Proton has "matmul Core12 CTA3" and "warp 4 (line 0)"
/// (TraceWriter.cpp), FlashInfer's profiler "SM_012" and "blk3_g1" (flashinfer/profiler/__init__.py), and in the form
/// until 2025, which others have copied, "block_3" and "group_1 / group_1", without an SM. Returns nullopt for other
/// rows.
[[nodiscard]] std::optional<WarpTrack> warpTrackOf(std::string_view process, std::string_view row);
/// `kernel` lies in the trace's strings.
[[nodiscard]] std::optional<WarpTrack> warpTrackOf(const Trace& trace, const Track& track);

}  // namespace kernline
