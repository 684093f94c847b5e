// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <span>
#include <stop_token>

namespace kernline {

/// Returns the memory history of a trace: its `[memory]` records by device (and rank, if there are several), then its
/// counters of bytes that are about memory. Totals are those of the file; without any they are integrated, from
/// as much as keeps them from falling below zero. Blocks come from records with an address. Marks are `steps`. Empty if
/// the trace has no records of memory; null if stopped. O(records · lanes of their thread).
[[nodiscard]] std::shared_ptr<MemoryHistory> traceMemory(const Trace& trace, std::span<const Step> steps,
                                                         const std::stop_token& stop = {});
/// Returns the memory history of a trace, with the steps that it records.
[[nodiscard]] std::shared_ptr<MemoryHistory> traceMemory(const Trace& trace, const std::stop_token& stop = {});

/// Returns true if `traceMemory` would find any records. O(counters).
[[nodiscard]] bool hasMemoryData(const Trace& trace);

}  // namespace kernline
