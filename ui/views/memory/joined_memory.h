// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"
#include "ui/views/memory/memory_source.h"

#include <QStringList>

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The memory of a trace, its own records first and then snapshots of its process, on one time axis.
struct JoinedMemory {
  std::shared_ptr<const MemoryHistory> history;  ///< empty if none has any
  QStringList notes;                             ///< a line a snapshot: why it is drawn, or why not
};

/// Finds and reads what is not open; runs in a worker. Errors: stopped.
[[nodiscard]] Expected<std::shared_ptr<const JoinedMemory>> joinedMemory(const Trace& trace,
                                                                         std::span<const Step> steps,
                                                                         const std::vector<MemorySource>& snapshots,
                                                                         const std::stop_token& stop);

}  // namespace kernline::ui
