// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/output.h"
#include "core/analysis/memory/live_set.h"
#include "core/model/memory/memory_history.h"

#include <memory>
#include <optional>
#include <string>

namespace kernline::cli {

/// Memory data of one file, and the requested part.
struct MemoryAnswer {
  std::string path;
  std::shared_ptr<const MemoryHistory> history;
  MemoryGrouping grouping = MemoryGrouping::Op;
  std::optional<Time> moment;           ///< time of the live blocks; std::nullopt for each device's peak
  std::optional<TimeRange> range = {};  ///< curves and peaks are those in it
};

/// Returns the object that `writeMemoryJson` writes.
[[nodiscard]] Json memoryJson(const MemoryAnswer& answer);
/// Writes the JSON: devices[] with samples, peaks and what was alive; issues[].
void writeMemoryJson(Output& output, const MemoryAnswer& answer);
/// Writes text for people; at most `limit` lines of live memory a device.
void writeMemoryText(Output& output, const MemoryAnswer& answer, std::size_t limit);
/// The curves: device, time_ns, allocated_bytes, reserved_bytes; a line a change.
void writeMemoryCsv(Output& output, const MemoryAnswer& answer);

}  // namespace kernline::cli
