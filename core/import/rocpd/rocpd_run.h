// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/rocpd/row_index.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/id_map.h"
#include "core/import/sqlite/text_table.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::rocpd {

/// The tables of rocprofv3 that are read; their names end in the run's uuid.
enum class RunTable : std::uint8_t {
  KernelDispatch,  ///< tables with offsets first: work, then events of threads
  MemoryCopy,
  MemoryAllocate,
  GraphLaunch,
  Region,
  Sample,
  String,
  Category,
  Metadata,
  Node,
  Process,
  Thread,
  Agent,
  Pmc,
  KernelSymbol,
  Track,
  Timestamp,
  Event,
  Arg,
  PmcEvent,
  Count_
};
inline constexpr std::size_t runTableCount = static_cast<std::size_t>(RunTable::Count_);
/// Returns the name without its uuid.
[[nodiscard]] std::string_view nameOf(RunTable table);

struct AgentRow {
  std::string name;  ///< "AMD Instinct MI300X", else "gfx942"
  std::int64_t node = 0;
  std::int64_t index = 0;          ///< index among the GPUs of its machine
  std::uint32_t computeUnits = 0;  ///< 0 if not recorded
  std::uint32_t architecture = 0;  ///< 90402 is gfx942; 0 if not recorded
  bool isGpu = false;
  std::int32_t device = 0;  ///< the model's number
};

/// The place of an event: threads, devices, queues and streams by their ids in the tables; -1 if not recorded.
struct PlaceRow {
  std::int64_t process = -1;
  std::int64_t thread = -1;
  std::int64_t agent = -1;
  std::int64_t queue = -1;
  std::int64_t stream = -1;
  std::int64_t name = -1;
};

struct ProcessRow {
  std::int64_t pid = 0;
  std::string name;
};

struct ThreadRow {
  std::int64_t tid = 0;
  std::int64_t process = -1;  ///< its id
  std::string name;
};

struct SymbolRow {
  std::string name;    ///< demangled name
  std::string symbol;  ///< mangled name
  std::int64_t vgprs = -1;
  std::int64_t accumVgprs = -1;
  std::int64_t sgprs = -1;
};

struct EventRow {
  std::int64_t category = -1;
  std::int64_t stack = 0;  ///< common id of a call and the activity it launched
};

struct PmcRow {
  std::string name;
  std::string unit;
  std::int64_t agent = -1;
};

struct PmcValue {
  std::int64_t event = 0;
  std::int64_t pmc = 0;
  double value = 0;
};

/// A run of rocprofv3 but for its events: what they refer to. Schemas 3 (times and places in the rows) and 4 (as ids of
/// rocpd_timestamp and rocpd_track) alike.
struct RocpdRun {
  std::uint32_t number = 0;
  std::string suffix;  ///< "_00003fd6_c565_7565_938c_1314a3ac3a92"
  std::string schemaVersion;
  sqlite::TextTable strings;
  sqlite::TextTable categories;  ///< categories of schema 4; older schemas have them in `strings`
  bool hasCategories = false;
  sqlite::IdMap<ProcessRow> processes;
  sqlite::IdMap<ThreadRow> threads;
  sqlite::IdMap<AgentRow> agents;
  sqlite::IdMap<SymbolRow> symbols;
  sqlite::IdMap<PlaceRow> tracks;
  sqlite::IdMap<std::int64_t> timestamps;
  sqlite::IdMap<EventRow> events;
  sqlite::IdMap<std::string> messages;  ///< names that users gave events, by id
  sqlite::IdMap<PmcRow> pmcs;
  std::vector<PmcValue> pmcValues;   ///< sorted by event
  std::uint64_t shownPmcValues = 0;  ///< number of values whose dispatch is known
  RowIndex args;                     ///< rows of rocpd_arg by event
  std::vector<MetadataEntry> metadata;

  [[nodiscard]] std::string table(RunTable wanted) const { return std::string(nameOf(wanted)) + suffix; }
  [[nodiscard]] std::size_t tableNumber(RunTable wanted) const {
    return number * runTableCount + static_cast<std::size_t>(wanted);
  }
  [[nodiscard]] std::string_view category(std::int64_t id) const {
    return hasCategories ? categories[id] : strings[id];
  }
  [[nodiscard]] std::span<const PmcValue> valuesOf(std::int64_t event) const;
};

/// Reads it from the tables that are there; what is damaged is counted.
void readRun(RocpdRun& run, const sqlite::Connection& database, std::uint64_t fileBytes, ImportReport& report);

}  // namespace kernline::rocpd
