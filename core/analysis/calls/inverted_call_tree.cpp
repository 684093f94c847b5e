// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/calls/call_tree_builder.h"

#include <utility>

namespace kernline {

namespace {

constexpr std::size_t stepsPerNode = 100;  // deep recursion: few nodes, reached by many

/// A node's own weights on the way up through its callers.
struct Climber {
  CallNode source = CallTree::root;   ///< node whose own weights it adds
  CallNode caller = CallTree::root;   ///< next, in the tree
  CallNode reached = CallTree::root;  ///< node in the inverted tree
};

CallWeights selfOf(const CallTree& tree, CallNode node) {
  CallWeights weights{};
  for (std::size_t w = 0; w < callWeightCount; ++w) {
    weights[w] = tree.self(node, static_cast<CallWeight>(w));
  }
  return weights;
}

class Inversion {
 public:
  Inversion(const CallTree& tree, std::size_t maxNodes) : m_tree(tree), m_maxNodes(maxNodes) {}

  CallTree run(const std::stop_token& stop) {
    begin();
    while (!m_climbers.empty() && !stop.stop_requested()) {
      climb();
    }
    m_inverted.markBottomUp(m_isShortened);
    return stop.stop_requested() ? CallTreeBuilder{}.build() : m_inverted.build();
  }

 private:
  void begin() {
    for (CallNode node = 1; node < m_tree.size(); ++node) {
      const CallWeights self = selfOf(m_tree, node);
      if ((self[0] | self[1] | self[2]) != 0) {
        const CallNode reached = m_inverted.child(CallTree::root, m_tree.name(node));
        m_climbers.push_back({node, m_tree.parent(node), reached});
        keepLongest(reached, node);
      }
    }
  }

  /// One level of callers.
  void climb() {
    const bool isFull = m_inverted.size() >= m_maxNodes || m_steps >= stepsPerNode * m_maxNodes;
    m_steps += m_climbers.size();
    std::vector<Climber> higher;
    for (const Climber& climber : m_climbers) {
      if (climber.caller == CallTree::root || isFull) {
        CallWeights& self = m_inverted[climber.reached].self;
        const CallWeights weights = selfOf(m_tree, climber.source);
        for (std::size_t w = 0; w < callWeightCount; ++w) {
          self[w] += weights[w];
        }
        m_isShortened = m_isShortened || climber.caller != CallTree::root;
        continue;
      }
      const CallNode reached = m_inverted.child(climber.reached, m_tree.name(climber.caller));
      keepLongest(reached, climber.source);
      higher.push_back({climber.source, m_tree.parent(climber.caller), reached});
    }
    m_climbers = std::move(higher);
  }

  void keepLongest(CallNode reached, CallNode source) {
    CallTreeBuilder::Figures& node = m_inverted[reached];
    const std::int64_t longest = m_tree.maxNs(source);
    if (m_tree.longest(source) != SpanId::none && longest > node.maxNs) {
      node.maxNs = longest;
      node.longest = m_tree.longest(source);
    }
  }

  const CallTree& m_tree;
  std::size_t m_maxNodes;
  CallTreeBuilder m_inverted;
  std::vector<Climber> m_climbers;
  std::size_t m_steps = 0;
  bool m_isShortened = false;
};

}  // namespace

CallTree invertedCallTree(const CallTree& topDown, const std::stop_token& stop, std::size_t maxNodes) {
  return Inversion{topDown, maxNodes}.run(stop);
}

}  // namespace kernline
