// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A process group of a rank that has a purpose: tensor, pipeline, data or expert parallelism.
struct ParallelGroup {
  std::string kind;     ///< kind in the program's words: "tp", "mesh_dp", "TENSOR_MODEL_PARALLEL_GROUP"
  std::string members;  ///< ranks, as `memberText` writes them

  bool operator==(const ParallelGroup&) const = default;
};

/// The groups that the trace's rank is in, as its distributedInfo describes them, of each kind the first. Groups of one
/// rank, of all ranks, and without a description have no meaning and are left out.
[[nodiscard]] std::vector<ParallelGroup> parallelGroups(const Trace& trace);

/// The machine that the trace was recorded on: by the trace, else by its file's name as torch.profiler gives it
/// ("node7_4711.1790000000000.pt.trace.json"). Empty if unknown.
[[nodiscard]] std::string hostOf(const Trace& trace);

/// The machine in the name of a file that torch.profiler's tensorboard_trace_handler wrote; empty if there is none.
[[nodiscard]] std::string hostInName(std::string_view path);

}  // namespace kernline
