// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads files of torch.compile next to a trace: provenance of nodes, output_code.py.
#pragma once

#include "core/model/compiled/compiled_graph.h"

#include <string_view>
#include <vector>

namespace kernline {

/// inductor_provenance_tracking_node_mappings.json: the nodes that each call of the code computes. Damaged parts are
/// left out, and reported.
struct InductorProvenance {
  std::vector<CompiledCall> calls;  ///< sorted by number
  bool isDamaged = false;
};
[[nodiscard]] InductorProvenance readInductorProvenance(std::string_view json);

/// output_code.py: the Triton kernels in it with the contents of the comments above them.
[[nodiscard]] std::vector<CompiledKernel> readInductorCode(std::string_view code);

}  // namespace kernline
