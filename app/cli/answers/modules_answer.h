// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/causes/module_times.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace kernline::cli {

/// Activity that one profile captured and another one replays, by the modules of the former.
struct CapturedModules {
  LoadedFile file;
  ModuleTimes times;
};

struct FileModules {
  LoadedFile file;
  std::optional<TimeRange> range;
  ModuleTimes times;
  std::vector<CapturedModules> captured = {};
  std::uint64_t joined = 0;  ///< replayed activities that are joined to a capture
  std::uint64_t replayed = 0;
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();  ///< rows below this one are left out
  std::size_t limit = 0;  ///< maximum number of rows of modules, the heaviest; 0 for all
};

void writeModulesJson(Output& output, const FileModules& answer);
void writeModulesCsv(Output& output, const FileModules& answer);
void writeModulesText(Output& output, const FileModules& answer);

}  // namespace kernline::cli
