// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace kernline {

/// A call stack by its innermost call; `none` is the empty one.
enum class StackId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };

/// Call stacks that share what they have in common: each node is a call and knows who called it.
class StackTree {
 public:
  /// The stack that is `outer` with one more call inside it.
  StackId add(StackId outer, StringId call);

  [[nodiscard]] StringId call(StackId stack) const { return m_nodes[index(stack)].call; }
  [[nodiscard]] StackId outer(StackId stack) const { return m_nodes[index(stack)].outer; }
  /// Innermost first.
  [[nodiscard]] std::vector<StringId> calls(StackId stack) const;
  [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
  /// Frees what only `add` needs.
  void shrink();

 private:
  struct Node {
    StackId outer = StackId::none;
    StringId call = StringId::empty;
  };

  std::vector<Node> m_nodes;
  std::unordered_map<std::uint64_t, StackId> m_known;  // (outer, call) → node
};

}  // namespace kernline
