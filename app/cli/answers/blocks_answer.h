// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/blocks/block_figures.h"
#include "core/analysis/blocks/warp_phases.h"

#include <vector>

namespace kernline::cli {

struct LaunchBlocks {
  SpanId kernel = SpanId::none;
  BlockFigures figures;
  std::vector<WarpRole> roles;
};

struct FileBlocks {
  LoadedFile file;
  std::vector<LaunchBlocks> launches;  ///< sorted by start; at least one
};

void writeBlocksJson(Output& output, const FileBlocks& answer);
void writeBlocksText(Output& output, const FileBlocks& answer);

}  // namespace kernline::cli
