// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The children of each node of a call tree, the heaviest first, and the nodes that match a search.
class CallTreeOrder {
 public:
  /// Returns true if a name is searched for; called once a name.
  using Wanted = std::function<bool(CallName)>;

  CallTreeOrder() = default;
  /// Leaves out, with `wanted`, nodes that neither are wanted nor lie above or below one.
  CallTreeOrder(const CallTree& tree, CallWeight weight, const Wanted& wanted = {}, const std::stop_token& stop = {});

  [[nodiscard]] CallWeight weight() const { return m_weight; }
  [[nodiscard]] std::span<const CallNode> children(const CallTree& tree, CallNode node) const;
  /// The place of a node among the children of its parent, after them if it is left out.
  [[nodiscard]] std::uint32_t place(const CallTree& tree, CallNode node) const {
    return m_places[node] - tree.firstChild(tree.parent(node));
  }
  [[nodiscard]] bool isFiltered() const { return !m_isWanted.empty(); }
  [[nodiscard]] bool isWanted(CallNode node) const { return !m_isWanted.empty() && m_isWanted[node] != 0; }
  [[nodiscard]] bool isLeftOut(CallNode node) const { return !m_isKept.empty() && m_isKept[node] == 0; }
  [[nodiscard]] std::uint64_t wantedCount() const { return m_wantedCount; }
  /// Returns the total weight of wanted nodes, those inside others once.
  [[nodiscard]] std::int64_t wantedTotal() const { return m_wantedTotal; }

 private:
  void find(const CallTree& tree, const Wanted& wanted);

  CallWeight m_weight = CallWeight::Host;
  std::vector<CallNode> m_nodes;         // siblings in their order, at their numbers; shown ones before others
  std::vector<std::uint32_t> m_places;   // place of each node in m_nodes
  std::vector<std::uint32_t> m_kept;     // shown children, by node
  std::vector<std::uint8_t> m_isWanted;  // empty if no search is active
  std::vector<std::uint8_t> m_isKept;
  std::uint64_t m_wantedCount = 0;
  std::int64_t m_wantedTotal = 0;
};

}  // namespace kernline
