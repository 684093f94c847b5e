// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "core/model/trace/warp_track.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline {

/// A launch of which the blocks are known: what ran on which SM.
struct KernelBlocks {
  struct Piece {
    SpanId span = SpanId::none;
    std::uint32_t sm = 0;               ///< its number; if their count is not in the trace, its place among those seen;
                                        ///< of its block, where the SM is unknown
    std::optional<WarpTrack> row = {};  ///< row of a phase that gives its place
  };

  SpanId kernel = SpanId::none;
  std::uint32_t multiprocessors = 0;  ///< SMs of its device; as many as are seen if not in the trace
  std::vector<Piece> blocks;          ///< sorted by start
  std::vector<Piece> phases;          ///< phases marked by its author, by start
  bool isDeviceKnown = false;         ///< the trace has the number of multiprocessors
  bool areSmsKnown = true;            ///< false: each block counts as an SM of its own
  bool isInCycles = false;            ///< lengths are cycles of the SMs that the file writes as nanoseconds
};

/// One entry for each kernel that has blocks, by start, of recordings and of tracers inside of kernels. Blocks are
/// within their kernel's time; where several kernels run then, the correlation in their args or the kernel of their row
/// decides. Blocks of no kernel are left out. Linear in the SMs' spans but for sorting. Empty if stopped.
[[nodiscard]] std::vector<KernelBlocks> kernelBlocks(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
