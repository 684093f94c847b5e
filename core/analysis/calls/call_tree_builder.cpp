// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree_builder.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint32_t maxListedChildren =
    8;  // children looked for one after the other; of those who have more, by hash

void add(CallWeights& sum, const CallWeights& weights) {
  for (std::size_t w = 0; w < callWeightCount; ++w) {
    sum[w] += weights[w];
  }
}

bool isNothing(const CallWeights& weights) {
  return (weights[0] | weights[1] | weights[2]) == 0;
}

std::uint64_t hashOf(CallNode parent, CallName name) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  std::uint64_t mixed = (std::uint64_t{parent} << 32U | static_cast<std::uint32_t>(name.name)) * odd;
  mixed = (mixed ^ (mixed >> 32U) ^ static_cast<std::uint64_t>(name.kind)) * odd;
  return mixed ^ (mixed >> 32U);
}

}  // namespace

/// Returns the slot of a child, or the free slot for it.
std::size_t CallTreeBuilder::slotOf(CallNode parent, CallName name) const {
  const std::size_t mask = m_table.size() - 1;
  std::size_t slot = hashOf(parent, name) & mask;
  while (m_table[slot] != CallTree::root) {
    const Links& there = m_links[m_table[slot]];
    if (there.parent == parent && there.name == name) {
      break;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

void CallTreeBuilder::growTable() {
  constexpr std::size_t minCapacity = 1024;
  std::vector<CallNode> old = std::exchange(m_table, {});
  m_table.assign(std::max(old.size() * 2, minCapacity), CallTree::root);
  for (const CallNode node : old) {
    if (node != CallTree::root) {
      m_table[slotOf(m_links[node].parent, m_links[node].name)] = node;
    }
  }
}

void CallTreeBuilder::file(CallNode node) {
  if (++m_filed * 2 > m_table.size()) {
    growTable();
  }
  m_table[slotOf(m_links[node].parent, m_links[node].name)] = node;
}

/// The root if there is none.
CallNode CallTreeBuilder::find(CallNode parent, CallName name) {
  const Links& links = m_links[parent];
  if (links.lastFound != CallTree::root && m_links[links.lastFound].name == name) {
    return links.lastFound;
  }
  if (links.childCount > maxListedChildren) {
    return m_table[slotOf(parent, name)];
  }
  CallNode at = links.firstChild;
  while (at != CallTree::root && m_links[at].name != name) {
    at = m_links[at].nextSibling;
  }
  return at;
}

CallNode CallTreeBuilder::child(CallNode parent, CallName name) {
  CallNode found = find(parent, name);
  if (found == CallTree::root) {
    found = static_cast<CallNode>(m_links.size());
    m_links.push_back({.name = name, .parent = parent, .nextSibling = m_links[parent].firstChild});
    m_figures.emplace_back();
    m_links[parent].firstChild = found;
    const std::uint32_t count = ++m_links[parent].childCount;
    if (count > maxListedChildren + 1) {
      file(found);
    } else if (count == maxListedChildren + 1) {
      for (CallNode at = found; at != CallTree::root; at = m_links[at].nextSibling) {
        file(at);
      }
    }
  }
  m_links[parent].lastFound = found;
  return found;
}

void CallTreeBuilder::addSpan(CallNode node, SpanId span, std::int64_t ns) {
  ++m_figures[node].self[static_cast<std::size_t>(CallWeight::Count)];
  showSpan(node, span, ns);
}

void CallTreeBuilder::showSpan(CallNode node, SpanId span, std::int64_t ns) {
  Figures& shown = m_figures[node];
  if (ns > shown.maxNs) {
    shown.maxNs = ns;
    shown.longest = span;
  }
}

std::vector<CallNode> CallTreeBuilder::merge(const CallTreeBuilder& other, CallNode below) {
  std::vector<CallNode> ours(other.size(), below);
  for (CallNode node = 0; node < other.size(); ++node) {
    const Links& theirs = other.m_links[node];
    if (node != CallTree::root) {
      ours[node] = child(ours[theirs.parent], theirs.name);
    }
    const Figures& more = other.m_figures[node];
    Figures& mine = m_figures[ours[node]];
    add(mine.self, more.self);
    if (more.maxNs > mine.maxNs) {
      mine.maxNs = more.maxNs;
      mine.longest = more.longest;
    }
  }
  m_cutSpans += other.m_cutSpans;
  return ours;
}

std::vector<CallWeights> CallTreeBuilder::totals() const {
  std::vector<CallWeights> sums(size());
  for (auto node = static_cast<CallNode>(size()); node-- > 0;) {
    add(sums[node], m_figures[node].self);
    if (node != CallTree::root) {
      add(sums[m_links[node].parent], sums[node]);
    }
  }
  return sums;
}

CallTree CallTreeBuilder::build() const {
  const std::vector<CallWeights> sums = totals();
  CallTree tree;
  // Level by level, so that siblings are neighbors and parents come before their children.
  std::vector<CallNode> order{CallTree::root};
  order.reserve(size());
  tree.m_parents.reserve(size());
  tree.m_firstChildren.reserve(size() + 1);
  tree.m_parents.push_back(CallTree::root);
  CallNode levelEnd = 1;
  for (CallNode number = 0; number < order.size(); ++number) {
    if (number == levelEnd) {
      ++tree.m_depth;
      levelEnd = static_cast<CallNode>(order.size());
    }
    tree.m_firstChildren.push_back(static_cast<CallNode>(order.size()));
    for (CallNode at = m_links[order[number]].firstChild; at != CallTree::root; at = m_links[at].nextSibling) {
      if (!isNothing(sums[at])) {
        order.push_back(at);
        tree.m_parents.push_back(number);
      }
    }
  }
  tree.m_firstChildren.push_back(static_cast<CallNode>(order.size()));
  tree.m_names.reserve(order.size());
  tree.m_totals.reserve(order.size());
  tree.m_selves.reserve(order.size());
  tree.m_longest.reserve(order.size());
  tree.m_maxNs.reserve(order.size());
  for (const CallNode node : order) {
    const Figures& from = m_figures[node];
    tree.m_names.push_back(m_links[node].name);
    tree.m_totals.push_back(sums[node]);
    tree.m_selves.push_back(from.self);
    tree.m_longest.push_back(from.longest);
    tree.m_maxNs.push_back(from.maxNs);
  }
  tree.m_cutSpans = m_cutSpans;
  tree.m_isBottomUp = m_isBottomUp;
  tree.m_isShortened = m_isShortened;
  return tree;
}

}  // namespace kernline
