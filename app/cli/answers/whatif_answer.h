// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/model/format/part_note.h"

#include <cstddef>
#include <vector>

namespace kernline::cli {

struct FileWhatIf {
  LoadedFile file;
  std::vector<WhatIfChange> changes;
  FoundSteps found;
  WhatIfAnswer answer;
  PathBy by = PathBy::Name;
  std::size_t limit = 0;  ///< rows of the critical path, and of what is hidden; 0 for all
};

void writeWhatIfJson(Output& output, const FileWhatIf& answer);
/// Writes the times of the step, the critical path and what is off it as one table.
void writeWhatIfTable(Output& output, TableForm form, const FileWhatIf& answer);
void writeWhatIfText(Output& output, const FileWhatIf& answer);

}  // namespace kernline::cli
