// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/call_tree_builder.h"

#include <algorithm>

namespace kernline {

namespace {

void add(CallWeights& sum, const CallWeights& weights) {
  for (std::size_t w = 0; w < callWeightCount; ++w) {
    sum[w] += weights[w];
  }
}

}  // namespace

std::size_t CallTreeBuilder::HashOfKey::operator()(const Key& key) const noexcept {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  std::uint64_t mixed = (std::uint64_t{key.parent} << 32U | static_cast<std::uint32_t>(key.name.name)) * odd;
  mixed = (mixed ^ (mixed >> 32U) ^ static_cast<std::uint64_t>(key.name.kind)) * odd;
  return mixed ^ (mixed >> 32U);
}

CallNode CallTreeBuilder::child(CallNode parent, CallName name) {
  const CallNode last = m_nodes[parent].lastChild;
  if (last != CallTree::root && m_nodes[last].name == name) {
    return last;
  }
  const auto [found, isNew] = m_children.try_emplace({parent, name}, static_cast<CallNode>(m_nodes.size()));
  if (isNew) {
    Node node;
    node.name = name;
    node.parent = parent;
    m_nodes.push_back(node);
  }
  m_nodes[parent].lastChild = found->second;
  return found->second;
}

void CallTreeBuilder::addSpan(CallNode node, SpanId span, std::int64_t ns) {
  Node& counted = m_nodes[node];
  ++counted.self[static_cast<std::size_t>(CallWeight::Count)];
  if (ns > counted.longestNs) {
    counted.longestNs = ns;
    counted.longest = span;
  }
}

void CallTreeBuilder::merge(const CallTreeBuilder& other) {
  std::vector<CallNode> ours(other.size(), CallTree::root);
  for (CallNode node = 0; node < other.size(); ++node) {  // parents come before their children
    const Node& theirs = other[node];
    if (node != CallTree::root) {
      ours[node] = child(ours[theirs.parent], theirs.name);
    }
    Node& mine = m_nodes[ours[node]];
    add(mine.self, theirs.self);
    if (theirs.longestNs > mine.longestNs) {
      mine.longestNs = theirs.longestNs;
      mine.longest = theirs.longest;
    }
  }
  m_cutSpans += other.m_cutSpans;
}

std::vector<CallWeights> CallTreeBuilder::totals() const {
  std::vector<CallWeights> sums(size());
  for (auto node = static_cast<CallNode>(size()); node-- > 0;) {
    add(sums[node], m_nodes[node].self);
    if (node != CallTree::root) {
      add(sums[m_nodes[node].parent], sums[node]);
    }
  }
  return sums;
}

/// The nodes to keep, siblings as neighbours, parents before children.
std::vector<CallNode> CallTreeBuilder::inLevels(const std::vector<CallWeights>& sums) const {
  std::vector<std::uint32_t> depths(size());
  std::vector<CallNode> kept{CallTree::root};
  for (CallNode node = 1; node < size(); ++node) {
    depths[node] = depths[m_nodes[node].parent] + 1;
    if (sums[node] != CallWeights{}) {
      kept.push_back(node);
    }
  }
  std::ranges::stable_sort(kept, {}, [&](CallNode node) { return depths[node]; });
  std::vector<CallNode> places(size());
  for (auto first = kept.begin() + 1; first != kept.end();) {
    const auto last = std::find_if(first, kept.end(), [&](CallNode n) { return depths[n] != depths[*first]; });
    std::stable_sort(first, last,
                     [&](CallNode a, CallNode b) { return places[m_nodes[a].parent] < places[m_nodes[b].parent]; });
    for (auto at = first; at != last; ++at) {
      places[*at] = static_cast<CallNode>(at - kept.begin());
    }
    first = last;
  }
  return kept;
}

CallTree CallTreeBuilder::build() const {
  const std::vector<CallWeights> sums = totals();
  const std::vector<CallNode> order = inLevels(sums);
  std::vector<CallNode> numbers(size());
  std::vector<std::uint32_t> depths;
  CallTree tree;
  for (const CallNode node : order) {
    const auto number = static_cast<CallNode>(tree.m_names.size());
    const Node& from = m_nodes[node];
    const CallNode parent = numbers[from.parent];
    numbers[node] = number;
    depths.push_back(number == CallTree::root ? 0 : depths[parent] + 1);
    tree.m_names.push_back(from.name);
    tree.m_parents.push_back(parent);
    tree.m_totals.push_back(sums[node]);
    tree.m_selves.push_back(from.self);
    tree.m_longest.push_back(from.longest);
    tree.m_longestNs.push_back(from.longestNs);
  }
  // Children follow each other in the order of their parents.
  tree.m_firstChildren.assign(order.size() + 1, static_cast<CallNode>(order.size()));
  CallNode next = 1;
  for (CallNode node = 0; node < order.size(); ++node) {
    tree.m_firstChildren[node] = next;
    while (next < order.size() && tree.m_parents[next] == node) {
      ++next;
    }
  }
  tree.m_depth = depths.back();
  tree.m_cutSpans = m_cutSpans;
  tree.m_isBottomUp = m_isBottomUp;
  tree.m_isShortened = m_isShortened;
  return tree;
}

}  // namespace kernline
