// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/string_pool.h"
#include "core/model/trace/trace.h"

#include <span>
#include <vector>

namespace kernline {

/// Display order as permutations: position → builder's number.
struct DisplayOrder {
  std::vector<ProcessId> processes;
  std::vector<TrackId> tracks;
};

/// Devices first by rank and index, then processes by rank, sort index and id, the profiler's own rows last; within a
/// process streams, other device rows, steps, threads, async rows, each by sort index and id. Numbers sort as numbers.
[[nodiscard]] DisplayOrder displayOrder(std::span<const Process> processes, std::span<const Track> tracks,
                                        const StringPool& strings);

}  // namespace kernline
