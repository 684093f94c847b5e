// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"

#include <stop_token>
#include <vector>

namespace kernline {

/// A node of a call tree that outlives the tree: what it is called, from the root's child to itself.
struct CallPath {
  std::vector<CallName> names;
  bool isBottomUp = false;

  bool operator==(const CallPath&) const = default;
};

[[nodiscard]] CallPath pathOf(const CallTree& tree, CallNode node);

/// The node at the end of a path; with `nearest` the deepest there is on the way, else none for the root.
[[nodiscard]] CallNode nodeAt(const CallTree& tree, const CallPath& path, bool nearest = false);

/// The spans that are a node of the tree made with `options`, by start; of a node that has only the host time of calls
/// that count elsewhere, those. Empty if stopped.
[[nodiscard]] std::vector<SpanId> spansOf(const Trace& trace, const CallTreeOptions& options, const CallPath& path,
                                          const std::stop_token& stop = {});

}  // namespace kernline
