// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/folded_stacks.h"

#include "core/model/format/printable_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace kernline {

namespace {

constexpr std::ptrdiff_t maxFrames =
    256;  // each line has a whole stack, so deep ones would cost the square of their depth

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
    if (std::ssize(names) > maxFrames) {
      const auto middle = names.begin() + maxFrames / 2;
      names.erase(middle, names.end() - (maxFrames / 2 - 1));
      names.insert(middle, "…");
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
