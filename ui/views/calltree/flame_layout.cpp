// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/flame_layout.h"

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr double minBoxWidth = 1;

/// The children of a box, side by side from its left edge.
void addChildren(const CallTreeTable& table, const FlameBox& box, double pixelsPerUnit, std::vector<FlameBox>& boxes) {
  double left = box.left;
  const std::span<const CallNode> children = table.byWeight->children(*table.tree, box.node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const double width = static_cast<double>(table.total(children[i])) * pixelsPerUnit;
    if (width >= minBoxWidth) {
      boxes.push_back({.node = children[i], .row = box.row + 1, .left = left, .width = width});
      left += width;
      continue;
    }
    // The heaviest come first, so all others are as thin.
    std::int64_t rest = table.total(box.node) - table.self(box.node);
    for (std::size_t before = 0; before < i; ++before) {
      rest -= table.total(children[before]);
    }
    const double restWidth = static_cast<double>(rest) * pixelsPerUnit;
    if (restWidth >= minBoxWidth) {
      boxes.push_back({.node = children[i],
                       .row = box.row + 1,
                       .left = left,
                       .width = restWidth,
                       .siblings = static_cast<std::uint32_t>(children.size() - i)});
    }
    return;
  }
}

}  // namespace

std::vector<FlameBox> flameLayout(const CallTreeTable& table, CallNode zoomed, double width) {
  std::vector<CallNode> above;
  for (CallNode node = zoomed; node != CallTree::root; node = table.tree->parent(node)) {
    above.push_back(node);
  }
  above.push_back(CallTree::root);
  std::ranges::reverse(above);
  std::vector<FlameBox> boxes;
  for (std::uint32_t row = 0; row < above.size(); ++row) {
    boxes.push_back({.node = above[row], .row = row, .left = 0, .width = width, .isAbove = above[row] != zoomed});
  }
  const std::int64_t total = table.total(zoomed);
  if (total <= 0) {
    return boxes;
  }
  const double pixelsPerUnit = width / static_cast<double>(total);
  for (std::size_t i = above.size() - 1; i < boxes.size(); ++i) {
    if (boxes[i].siblings == 1) {
      const FlameBox box = boxes[i];
      addChildren(table, box, pixelsPerUnit, boxes);
    }
  }
  return boxes;
}

}  // namespace kernline::ui
