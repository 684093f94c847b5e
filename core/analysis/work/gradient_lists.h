// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace kernline {

/// Older versions of torch do not record the shapes of lists. Those of an optimizer have the shapes of the gradients
/// that the backward pass before it accumulated, if these fill the blocks of its kernels exactly: multi_tensor_apply
/// gives each block up to 65,536 elements of one tensor.
class GradientLists {
 public:
  struct List {
    std::vector<TensorArgument> tensors;
    std::string text;  ///< "147 gradients of 134238464 elements"
  };

  /// `optimizers` are the operators that will be looked up.
  GradientLists(const Trace& trace, std::span<const SpanId> optimizers);

  /// The list that `optimizer` works through with kernels of `blocks` blocks in all, of elements of `type`; nullptr: no
  /// gradients of the profile fit. Valid as long as this.
  const List* of(SpanId optimizer, std::int64_t blocks, const std::string& type);

 private:
  struct ProcessSpans {
    std::vector<SpanId> gradients;   // sorted by start
    std::vector<SpanId> optimizers;  // sorted by start
  };
  using Key = std::tuple<SpanId, std::int64_t, std::string>;  // the first gradient, blocks, type

  [[nodiscard]] std::span<const SpanId> gradientsBefore(SpanId optimizer) const;
  [[nodiscard]] List fitting(std::span<const SpanId> gradients, std::int64_t blocks, const std::string& type) const;

  const Trace& m_trace;
  std::map<ProcessId, ProcessSpans> m_processes;
  std::map<Key, List> m_lists;
};

}  // namespace kernline
