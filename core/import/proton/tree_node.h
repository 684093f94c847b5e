// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::proton {

/// A scope of the tree, or a kernel: what has a time of its own.
struct TreeNode {
  std::string name;
  std::uint64_t byte = 0;      ///< offset of its beginning in the text
  std::size_t firstChild = 0;  ///< children are [firstChild, firstChild + childCount) of the tree
  std::size_t childCount = 0;
  std::int64_t ownTotal = 0;   ///< total without its children: nanoseconds, or in `unit`
  std::int64_t inclusive = 0;  ///< total including its children
  std::uint64_t count = 0;     ///< launches
  std::int32_t device = -1;    ///< -1 if none is named
  std::string deviceType;      ///< "CUDA", "HIP"
  std::string_view unit;       ///< the metric that the total is of: "time (ns)", "cycles"; empty without a total
};

/// The tree with its nodes level by level, the root first. Children come after their parents.
struct Tree {
  std::vector<TreeNode> nodes;
  std::size_t unreadNodes = 0;  ///< number of nodes nested too deeply for the text
  std::size_t brokenNodes = 0;  ///< number of nodes that are no objects, or have a metric that is no number
  std::uint64_t firstBroken = 0;
};

/// `root` is the object of the root, a part of `text`.
[[nodiscard]] Tree readTree(std::string_view text, std::string_view root);

}  // namespace kernline::proton
