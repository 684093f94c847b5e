// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/causes/module_times.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace kernline::cli {

struct FileModules {
  LoadedFile file;
  std::optional<TimeRange> range;
  ModuleTimes times;
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();  ///< rows below this one are left out
};

void writeModulesJson(Output& output, const FileModules& answer);
void writeModulesCsv(Output& output, const FileModules& answer);
void writeModulesText(Output& output, const FileModules& answer);

}  // namespace kernline::cli
