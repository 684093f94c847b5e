// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/compiled/compiled_graph.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Finds files that torch.compile wrote next to a trace (TORCH_COMPILE_DEBUG=1, TORCH_LOGS=output_code): output_code.py
/// and inductor_provenance_tracking_node_mappings.json, packed or not, in its folder, in folders of graphs there
/// ("model__0_forward_1.0"), and in "torch_compile_debug". By name; what cannot be read is left out.
[[nodiscard]] std::vector<CompiledGraph> compiledGraphsBeside(const std::string& tracePath,
                                                              const std::stop_token& stop = {});

/// The text of a file, at most 64 MB of it, unpacked; empty if it cannot be read.
[[nodiscard]] std::string readSmallText(const std::string& path);

}  // namespace kernline
