// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace kernline {

/// The order in which ranks came out of collectives: a tree of parts of collectives, each below the one that its rank
/// was released by before. Ranks that come out of one collective go on from one place.
class DelayChain {
 public:
  using Link = std::uint32_t;
  static constexpr Link start = 0;  ///< common start of all ranks

  /// A link of the part with this number below `parent`. O(1).
  [[nodiscard]] Link add(Link parent, std::uint32_t part) {
    const Node& above = m_nodes[parent];
    const Node& far = m_nodes[above.jump];
    // Jumps of lengths that make every ancestor reachable in O(log n): as long again where the two above are alike.
    const bool isLong = above.depth - far.depth == far.depth - m_nodes[far.jump].depth;
    m_nodes.push_back({.parent = parent, .jump = isLong ? far.jump : parent, .depth = above.depth + 1, .part = part});
    return static_cast<Link>(m_nodes.size() - 1);
  }

  [[nodiscard]] Link parent(Link link) const { return m_nodes[link].parent; }
  [[nodiscard]] std::uint32_t part(Link link) const { return m_nodes[link].part; }  ///< not of `start`
  [[nodiscard]] std::uint32_t depth(Link link) const { return m_nodes[link].depth; }

  /// The last link that both have come from, or are. O(log n).
  [[nodiscard]] Link common(Link a, Link b) const {
    a = upTo(a, depth(b));
    b = upTo(b, depth(a));
    while (a != b) {
      const bool isBelow = m_nodes[a].jump != m_nodes[b].jump;
      a = isBelow ? m_nodes[a].jump : m_nodes[a].parent;
      b = isBelow ? m_nodes[b].jump : m_nodes[b].parent;
    }
    return a;
  }

 private:
  struct Node {
    Link parent = start;
    Link jump = start;
    std::uint32_t depth = 0;
    std::uint32_t part = 0;
  };

  [[nodiscard]] Link upTo(Link link, std::uint32_t depth) const {
    while (m_nodes[link].depth > depth) {
      const Link jump = m_nodes[link].jump;
      link = m_nodes[jump].depth >= depth ? jump : m_nodes[link].parent;
    }
    return link;
  }

  std::vector<Node> m_nodes{Node{}};
};

}  // namespace kernline
