// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"
#include "core/model/trace/kinds.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::nsys {

/// The kind of event that a table's rows become.
enum class Role : std::uint8_t {
  Kernel,
  Memcpy,
  Memset,
  GraphLaunch,       ///< a whole CUDA graph as one device activity
  Synchronization,   ///< spans on the device's own synchronization row
  CudaEvent,         ///< an instant on its stream
  ApiCall,           ///< CUDA's runtime and driver
  LibraryCall,       ///< cuBLAS, cuDNN and other libraries
  OsCall,            ///< the operating system's libraries
  CudaOverhead,      ///< CUDA's own activity: loading modules, compiling
  ProfilerOverhead,  ///< spans on the process's own overhead row
  Nvtx,
  MemoryUsage,  ///< counters
  GpuMetrics,   ///< counters
  Message,      ///< messages of nsys on its recording; no events
  Texts,        ///< texts that events refer to; no events
};

/// A table of events that `nsys export --type sqlite` writes. Its columns are found by name, as they come and go with
/// versions.
struct EventTable {
  std::string_view name;
  Role role = Role::ApiCall;
  SpanKind kind = SpanKind::Other;
  std::string_view category;  ///< kineto's category, where it has one
};

/// All that are read. A table's number here is part of every offset, so new ones go to the end.
[[nodiscard]] std::span<const EventTable> eventTables();

/// A value read from a row, wherever it is stored.
enum class Slot : std::uint8_t {
  RowId,
  Start,
  End,
  Owner,  ///< globalTid of calls, globalPid of device activity
  Correlation,
  Device,
  Context,
  Stream,
  Name,       ///< reference into StringIds
  OtherName,  ///< the same if Name has no target
  Text,       ///< the name itself
  Code,       ///< value of an enumeration: kind of copy, type of range, class of call
  CodeA,      ///< a second one: memory it comes from, domain, type of metric
  CodeB,      ///< a third one: memory it goes to
  Graph,      ///< node or graph that a replay belongs to
  Amount,     ///< bytes or a metric's value
  Count_
};

inline constexpr std::size_t slotCount = static_cast<std::size_t>(Slot::Count_);

/// "SELECT rowid, …" with a column a slot, NULL for those that the table does not have, over the rows from ?1 to ?2.
[[nodiscard]] std::string selectSlots(std::string_view table, const std::vector<std::string>& columns);

using sqlite::hasColumn;

/// The number of a table that `eventTables` has.
[[nodiscard]] std::size_t tableNumber(std::string_view name);

using sqlite::offsetOf;
using sqlite::RowPlace;

[[nodiscard]] std::optional<RowPlace> placeOf(std::uint64_t offset);

}  // namespace kernline::nsys
