// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads files of torch.compile next to a trace: provenance of nodes, output_code.py.
#pragma once

#include "core/model/compiled/compiled_graph.h"

#include <string_view>
#include <vector>

namespace kernline {

/// inductor_provenance_tracking_node_mappings.json: which nodes each call of the code computes. What is damaged is left
/// out, and said.
struct InductorProvenance {
  std::vector<CompiledCall> calls;  ///< by number
  bool isDamaged = false;
};
[[nodiscard]] InductorProvenance readInductorProvenance(std::string_view json);

/// output_code.py: the Triton kernels in it with what the comments above them say.
[[nodiscard]] std::vector<CompiledKernel> readInductorCode(std::string_view code);

}  // namespace kernline
