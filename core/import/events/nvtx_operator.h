// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline {

/// An operator in the name of an NVTX range, as torch.autograd.profiler.emit_nvtx and `nsys --pytorch=autograd-nvtx`
/// write it: "aten::mm, seq = 3004, op_id = 1367, sizes = [[4096, 2048], []], input_op_ids = [(1366,0)]".
struct NvtxOperator {
  std::string_view name;
  std::string_view sequence;  ///< "3004"; empty if not in the name
  std::string_view id;
  std::string_view sizes;  ///< a list of lists, [] for what is no tensor
  std::string_view inputIds;

  /// Adds args under kineto's names: "Sequence number", "Input Dims". Adds only those in `keys`, if there are any.
  void addArgs(ArgNode& args, std::span<const std::string_view> keys = {}) const;
  /// Returns the value of such a key as JSON; empty if absent.
  [[nodiscard]] std::string_view valueOf(std::string_view key) const;
};

/// nullopt for all other names, at once for most.
[[nodiscard]] std::optional<NvtxOperator> nvtxOperator(std::string_view name);

}  // namespace kernline
