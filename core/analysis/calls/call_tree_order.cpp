// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace kernline {

CallTreeOrder::CallTreeOrder(const CallTree& tree, CallWeight weight, const Wanted& wanted, const std::stop_token& stop)
    : m_weight(weight), m_nodes(tree.size()), m_places(tree.size()), m_kept(tree.size()) {
  if (wanted) {
    find(tree, wanted);
  }
  std::iota(m_nodes.begin(), m_nodes.end(), 0U);
  const auto heaviness = [&](CallNode node) {
    return std::tuple(isLeftOut(node), -tree.total(node, weight), -tree.total(node, CallWeight::Device),
                      -tree.total(node, CallWeight::Count), node);
  };
  for (CallNode node = 0; node < tree.size() && !stop.stop_requested(); ++node) {
    const auto first = m_nodes.begin() + tree.firstChild(node);
    const auto last = first + tree.childCount(node);
    if (last - first > 1) {
      std::sort(first, last, [&](CallNode a, CallNode b) { return heaviness(a) < heaviness(b); });
    }
    m_kept[node] = static_cast<std::uint32_t>(std::count_if(first, last, [&](CallNode n) { return !isLeftOut(n); }));
  }
  for (std::uint32_t place = 0; place < m_nodes.size(); ++place) {
    m_places[m_nodes[place]] = place;
  }
}

void CallTreeOrder::find(const CallTree& tree, const Wanted& wanted) {
  std::unordered_map<std::uint64_t, bool> known;
  const auto isOf = [&](CallName name) {
    const std::uint64_t key =
        std::uint64_t{static_cast<std::uint32_t>(name.name)} << 8U | static_cast<std::uint64_t>(name.kind);
    const auto [at, isNew] = known.try_emplace(key, false);
    if (isNew) {
      at->second = wanted(name);
    }
    return at->second;
  };
  m_isWanted.assign(tree.size(), 0);
  m_isKept.assign(tree.size(), 0);
  std::vector<std::uint8_t> isInside(tree.size());  // a wanted one, or is one
  for (CallNode node = 1; node < tree.size(); ++node) {
    const bool isInWanted = isInside[tree.parent(node)] != 0;
    if (isOf(tree.name(node))) {
      m_isWanted[node] = 1;
      ++m_wantedCount;
      m_wantedTotal += isInWanted ? 0 : tree.total(node, m_weight);
    }
    isInside[node] = isInWanted || m_isWanted[node] != 0 ? 1 : 0;
    m_isKept[node] = isInside[node];
  }
  for (auto node = static_cast<CallNode>(tree.size()); node-- > 1;) {
    m_isKept[tree.parent(node)] |= m_isKept[node];
  }
  m_isKept[CallTree::root] = 1;
}

std::span<const CallNode> CallTreeOrder::children(const CallTree& tree, CallNode node) const {
  return std::span{m_nodes}.subspan(tree.firstChild(node), m_kept[node]);
}

}  // namespace kernline
