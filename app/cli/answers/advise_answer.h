// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/device_option.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/advice/advice.h"
#include "core/analysis/steps/found_steps.h"

#include <cstddef>
#include <optional>
#include <string>

namespace kernline::cli {

struct FileAdvice {
  LoadedFile file;
  std::optional<TimeRange> range;
  FoundSteps found;  ///< steps; empty if there are none, or a range was analyzed
  ReferenceDevice device;
  Advice advice;
  std::size_t limit = 0;  ///< rows; 0 for all
};

void writeAdviceJson(Output& output, const FileAdvice& answer);
void writeAdviceMarkdown(Output& output, const FileAdvice& answer);
void writeAdviceText(Output& output, const FileAdvice& answer);

}  // namespace kernline::cli
