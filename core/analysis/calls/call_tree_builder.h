// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// Collects a CallTree node by node; the only one who writes one. Made for trees in which nearly every path is another,
/// as well as for the usual ones.
class CallTreeBuilder {
 public:
  struct Figures {
    CallWeights self{};
    std::int64_t maxNs = -1;
    SpanId longest = SpanId::none;
  };

  CallTreeBuilder() : m_links(1), m_figures(1) {}

  /// Reserves room for `nodes` nodes, at no cost until they are made.
  void reserve(std::size_t nodes) {
    m_links.reserve(nodes);
    m_figures.reserve(nodes);
  }
  /// The child of `parent` of that name, made where there is none.
  CallNode child(CallNode parent, CallName name);
  /// Valid until the next child is made.
  [[nodiscard]] Figures& operator[](CallNode node) { return m_figures[node]; }
  [[nodiscard]] std::size_t size() const { return m_links.size(); }

  /// Counts a span of a node; `ns` is how long it lasts within what is counted.
  void addSpan(CallNode node, SpanId span, std::int64_t ns);
  /// Counts a span that is counted elsewhere too, for display.
  void showSpan(CallNode node, SpanId span, std::int64_t ns);
  void addCutSpan() { ++m_cutSpans; }
  /// Takes over what another has collected, its root as `below`. Returns the places of its nodes here.
  std::vector<CallNode> merge(const CallTreeBuilder& other, CallNode below = CallTree::root);
  void markBottomUp(bool isShortened) {
    m_isBottomUp = true;
    m_isShortened = isShortened;
  }

  /// Leaves out nodes without any count.
  [[nodiscard]] CallTree build() const;

 private:
  /// The root is never a child, so it means none.
  struct Links {
    CallName name;
    CallNode parent = CallTree::root;
    CallNode firstChild = CallTree::root;  ///< the one made last
    CallNode nextSibling = CallTree::root;
    CallNode lastFound = CallTree::root;
    std::uint32_t childCount = 0;
  };

  [[nodiscard]] CallNode find(CallNode parent, CallName name);
  [[nodiscard]] std::size_t slotOf(CallNode parent, CallName name) const;
  void file(CallNode node);
  void growTable();
  [[nodiscard]] std::vector<CallWeights> totals() const;

  std::vector<Links> m_links;  // parents before their children
  std::vector<Figures> m_figures;
  std::vector<CallNode> m_table;  // children of those who have many, by hash; the root: a free slot
  std::size_t m_filed = 0;
  std::uint64_t m_cutSpans = 0;
  bool m_isBottomUp = false;
  bool m_isShortened = false;
};

}  // namespace kernline
