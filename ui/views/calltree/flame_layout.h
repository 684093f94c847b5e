// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/calltree/call_tree_table.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// A node of a flame graph, or siblings too thin to be separate.
struct FlameBox {
  CallNode node = CallTree::root;  ///< heaviest of the merged siblings
  std::uint32_t row = 0;           ///< 0 for the root
  double left = 0;                 ///< pixels
  double width = 0;
  std::uint32_t siblings = 1;  ///< more than 1: as many, as one box
  bool isAbove = false;        ///< whether it is around the zoomed box: full width, whatever its weight
};

/// The boxes of a flame graph that is `width` pixels wide: `zoomed` and what lies above it take the whole width, what
/// is below has its share. Boxes narrower than a pixel become one with their neighbors, and what is below them is not
/// visited, so the cost follows pixels, not nodes. In order of row, then left.
[[nodiscard]] std::vector<FlameBox> flameLayout(const CallTreeTable& table, CallNode zoomed, double width);

}  // namespace kernline::ui
