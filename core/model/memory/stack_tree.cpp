// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/stack_tree.h"

namespace kernline {

StackId StackTree::add(StackId outer, StringId call) {
  const std::uint64_t key = static_cast<std::uint64_t>(outer) << 32U | static_cast<std::uint32_t>(call);
  const auto [at, isNew] = m_known.try_emplace(key, static_cast<StackId>(m_nodes.size()));
  if (isNew) {
    m_nodes.push_back({outer, call});
  }
  return at->second;
}

std::vector<StringId> StackTree::calls(StackId stack) const {
  std::vector<StringId> found;
  for (; stack != StackId::none; stack = outer(stack)) {
    found.push_back(call(stack));
  }
  return found;
}

void StackTree::shrink() {
  m_known = {};
  m_nodes.shrink_to_fit();
}

}  // namespace kernline
