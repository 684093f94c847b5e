// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/calls/call_tree_order.h"
#include "core/model/names/name_style.h"

#include <cstddef>
#include <limits>
#include <optional>

namespace kernline::cli {

struct FileCallTree {
  LoadedFile file;
  std::optional<TimeRange> range;
  CallTree tree;
  CallTreeOrder order;
  std::size_t repeatedRows = 0;  ///< threads left out because they repeat others
};

struct CallTreeStyle {
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();  ///< depth of the deepest node shown
  double minShare = 0;                                              ///< share of the whole; nodes below are left out
  std::size_t limit = 0;               ///< maximum number of nodes, the heaviest; 0 for all
  NameStyle names = NameStyle::Short;  ///< style of kernels' names in text
};

/// Nodes in the order of a walk, callers before what they call, the heaviest first, each with its depth and parent.
void writeCallTreeJson(Output& output, const FileCallTree& answer, const CallTreeStyle& style);
void writeCallTreeText(Output& output, const FileCallTree& answer, const CallTreeStyle& style);
/// Writes the whole tree for flamegraph.pl and speedscope.
void writeCallTreeFolded(Output& output, const FileCallTree& answer);

}  // namespace kernline::cli
