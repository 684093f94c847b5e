// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/call_tree.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kernline {

/// Collects a CallTree node by node; the only one who writes one.
class CallTreeBuilder {
 public:
  struct Node {
    CallName name;
    CallNode parent = CallTree::root;
    CallNode lastChild = CallTree::root;  ///< found last; the root: none yet
    CallWeights self{};
    SpanId longest = SpanId::none;
    std::int64_t longestNs = -1;
  };

  CallTreeBuilder() : m_nodes(1) {}

  /// The child of `parent` of that name, made where there is none. Valid until the next call.
  CallNode child(CallNode parent, CallName name);
  [[nodiscard]] Node& operator[](CallNode node) { return m_nodes[node]; }
  [[nodiscard]] const Node& operator[](CallNode node) const { return m_nodes[node]; }
  [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

  /// Counts a span of a node; `ns` is how long it lasts within what is counted.
  void addSpan(CallNode node, SpanId span, std::int64_t ns);
  void addCutSpan() { ++m_cutSpans; }
  /// Takes over what another has collected.
  void merge(const CallTreeBuilder& other);
  void markBottomUp(bool isShortened) {
    m_isBottomUp = true;
    m_isShortened = isShortened;
  }

  /// Leaves out nodes that nothing of was counted.
  [[nodiscard]] CallTree build() const;

 private:
  struct Key {
    CallNode parent;
    CallName name;
    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const noexcept;
  };

  [[nodiscard]] std::vector<CallWeights> totals() const;
  [[nodiscard]] std::vector<CallNode> inLevels(const std::vector<CallWeights>& sums) const;

  std::vector<Node> m_nodes;
  std::unordered_map<Key, CallNode, HashOfKey> m_children;
  std::uint64_t m_cutSpans = 0;
  bool m_isBottomUp = false;
  bool m_isShortened = false;
};

}  // namespace kernline
