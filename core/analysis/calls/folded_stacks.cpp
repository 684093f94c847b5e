// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/folded_stacks.h"

#include "core/model/format/printable_text.h"

#include <algorithm>
#include <vector>

namespace kernline {

namespace {

std::string foldedName(std::string_view text) {
  std::string name = printable(text);
  std::ranges::replace(name, ';', ',');
  return name;
}

}  // namespace

void writeFoldedStacks(const Trace& trace, const CallTree& tree, CallWeight weight,
                       const std::function<void(std::string_view line)>& write) {
  std::vector<std::string_view> names;
  for (CallNode node = 1; node < tree.size(); ++node) {
    if (tree.self(node, weight) == 0) {
      continue;
    }
    names.clear();
    for (CallNode at = node; at != CallTree::root; at = tree.parent(at)) {
      names.push_back(tree.text(trace, at));
    }
    std::string line;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      line += line.empty() ? "" : ";";
      line += foldedName(*name);
    }
    write(line + " " + std::to_string(tree.self(node, weight)) + "\n");
  }
}

}  // namespace kernline
