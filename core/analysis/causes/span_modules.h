// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/forward_links.h"
#include "core/analysis/calls/scope_names.h"
#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The calls of one module that modules of the same names around it call.
struct ModuleNode {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  StringId name = StringId::none;  ///< name in the file: "nn.Module: Linear_0"
  std::uint32_t parent = none;     ///< the node of the module it is in; comes before it
  std::uint32_t depth = 1;
};

/// The module that each span is for.
///
/// Activity is caused by the innermost module around its launch. Within a step of a backward pass that is the innermost
/// module around the operator that the step undoes; a module whose forward the step runs again, to save memory, is
/// where it was the first time. For a step without a known operator, and for any other call of an autograd thread, the
/// module around the call that waits for it, if there is one.
struct SpanModules {
  ModuleSource source = ModuleSource::None;
  std::vector<ModuleNode> nodes;
  /// Node of each span, for device activities and calls; a module's call is of that module.
  std::vector<std::uint32_t> ofSpan;
  std::vector<SpanId> calls;   ///< calls of modules, ascending
  std::vector<bool> isJoined;  ///< indexed by span: whether steps of a known operator launched the activity
};

/// Threads are walked side by side. Empty if stopped.
[[nodiscard]] SpanModules spanModules(const Trace& trace, const ForwardLinks& links, unsigned threads,
                                      const std::stop_token& stop = {});

/// "Net_0/Linear_1" of names from the outermost in; of very many the middle is left out.
[[nodiscard]] std::string moduleTextOf(const Trace& trace, std::span<const StringId> names);

/// Returns the path of a node.
template <typename Node>
[[nodiscard]] std::string modulePath(const Trace& trace, const std::vector<Node>& nodes, std::uint32_t node) {
  std::vector<StringId> names;
  for (std::uint32_t at = node; at != ModuleNode::none; at = nodes[at].parent) {
    names.push_back(nodes[at].name);
  }
  std::ranges::reverse(names);
  return moduleTextOf(trace, names);
}

}  // namespace kernline
