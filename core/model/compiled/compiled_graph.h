// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds graphs of torch.compile: calls, kernels, their sources.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

/// A call in the code that torch.compile wrote: "triton_poi_fused_gelu_view_2:9" of its provenance.
struct CompiledCall {
  std::string kernel;                ///< "triton_poi_fused_gelu_view_2", "extern_kernels.addmm"
  std::uint32_t number = 0;          ///< number of the call in the graph, from 1; 0 if not recorded
  std::vector<std::string> nodes;    ///< nodes of the lowered graph, sorted: "erf", "mul_4"
  std::vector<std::string> sources;  ///< nodes of the graph as written, sorted: "gelu", "linear_4"
};

/// A kernel in that code.
struct CompiledKernel {
  std::string name;
  std::string file;  ///< "# kernel path" of the code, where the kernel was compiled from; may be empty
  std::vector<std::string> operators;  ///< "Original ATen", without "aten.": "view", "gelu"
  std::string source;                  ///< source text, including the comments above it
};

/// One graph that torch.compile compiled, as recorded in the files of a folder ("model__0_forward_1.0").
struct CompiledGraph {
  std::string name;                     ///< name of the folder
  std::vector<CompiledCall> calls;      ///< calls sorted by number; empty without provenance
  std::vector<CompiledKernel> kernels;  ///< kernels in source order; empty without code
  bool isDamaged = false;               ///< a part of the provenance could not be read
};

}  // namespace kernline
