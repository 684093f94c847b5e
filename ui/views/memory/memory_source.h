// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <QString>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// The source of a run's memory data: one of the three.
struct MemorySource {
  QString title;
  std::shared_ptr<const MemoryHistory> history;
  std::shared_ptr<const Trace> trace;
  std::string path;                                   ///< path of a file that is not open
  std::shared_ptr<const FoundSteps> steps = nullptr;  ///< steps of `trace`; nullptr for those that are found
};

/// Returns the open sources except the caller's.
using MemorySources = std::function<std::vector<MemorySource>()>;

/// Reads the history; runs in a worker. Errors: those of `openDocument`; a file without memory over time; stopped.
[[nodiscard]] Expected<std::shared_ptr<const MemoryHistory>> historyOf(const MemorySource& source, std::stop_token stop,
                                                                       Progress& progress);

}  // namespace kernline::ui
