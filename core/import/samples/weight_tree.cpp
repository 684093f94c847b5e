// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/samples/weight_tree.h"

#include <algorithm>
#include <numeric>

namespace kernline::samples {

namespace {

constexpr std::size_t maxNodes = std::size_t{1} << 22;
constexpr std::int64_t heaviest = std::int64_t{1} << 61;  // limit so that sums of two never overflow

}  // namespace

bool WeightTree::add(std::span<const std::uint32_t> stack, std::int64_t weight, std::uint64_t byte) {
  Node at = 0;
  std::size_t depth = 0;
  for (; depth < std::min(stack.size(), maxDepth); ++depth) {
    const std::uint64_t key = std::uint64_t{at} << 32 | stack[depth];
    if (m_nodes.size() >= maxNodes && !m_childOf.contains(key)) {
      break;
    }
    const auto [known, isNew] = m_childOf.try_emplace(key, static_cast<Node>(m_nodes.size()));
    if (isNew) {
      m_nodes.push_back({.parent = at, .frame = stack[depth], .offset = offsetAt(byte, depth)});
    }
    at = known->second;
  }
  m_nodes[at].self = std::min(m_nodes[at].self + std::min(weight, heaviest), heaviest);
  return depth < stack.size();
}

void WeightTree::addUp() {
  for (Data& node : m_nodes) {
    node.total = node.self;
  }
  for (std::size_t i = m_nodes.size(); i-- > 1;) {
    Data& above = m_nodes[m_nodes[i].parent];
    above.total = std::min(above.total + m_nodes[i].total, heaviest);
  }
}

std::int64_t WeightTree::total() {
  addUp();
  return m_nodes.front().total;
}

void WeightTree::draw(TraceBuilder& builder, TrackId track, std::span<const Frame> frames, Time begin) {
  addUp();
  std::vector<Node> order(m_nodes.size());
  std::iota(order.begin(), order.end(), Node{0});
  // Parents before their children, brothers by weight: a parent's children take its place from its begin on.
  std::ranges::stable_sort(order, [&](Node a, Node b) {
    return m_nodes[a].parent != m_nodes[b].parent ? m_nodes[a].parent < m_nodes[b].parent
                                                  : m_nodes[a].total > m_nodes[b].total;
  });
  std::vector<Time> next(m_nodes.size(), begin);  // begin of the next child of each node
  for (const Node node : order) {
    if (node == 0) {
      continue;
    }
    Data& data = m_nodes[node];
    data.begin = next[data.parent];
    next[data.parent].ns += data.total;
    next[node] = data.begin;
    SpanRecord span;
    span.start = data.begin;
    span.duration = {data.total};
    span.offset = data.offset;
    span.name = frames[data.frame].name;
    span.kind = frames[data.frame].kind;
    span.track = track;
    builder.addSpan(span);
  }
  builder.report().add(IssueKind::TotalsWithoutTimes, 0);
}

}  // namespace kernline::samples
