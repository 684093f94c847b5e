// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads memory snapshots (pickle, SQLite) and memory timelines of torch.
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/memory/memory_history.h"

#include <memory>
#include <stop_token>

namespace kernline::memory {

/// Reads a file of `torch.cuda.memory._dump_snapshot` (a pickle of plain data; no code in it is run). The allocated
/// curve begins with the bytes before the first record, which follow from the state at the end. Sizes are those
/// requested, as the records have them. Errors: it is no such snapshot; reading was stopped.
[[nodiscard]] Expected<std::shared_ptr<const MemoryHistory>> readSnapshot(Input& input, const std::stop_token& stop,
                                                                          Progress& progress);

}  // namespace kernline::memory
