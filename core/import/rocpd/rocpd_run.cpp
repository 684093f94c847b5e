// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rocpd_run.h"

#include "core/import/rocpd/rocm_names.h"
#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"
#include "core/model/json/members.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace kernline::rocpd {

namespace {

constexpr std::array<std::string_view, runTableCount> runTableNames{"rocpd_kernel_dispatch",
                                                                    "rocpd_memory_copy",
                                                                    "rocpd_memory_allocate",
                                                                    "rocpd_graph_launch",
                                                                    "rocpd_region",
                                                                    "rocpd_sample",
                                                                    "rocpd_string",
                                                                    "rocpd_info_category",
                                                                    "rocpd_metadata",
                                                                    "rocpd_info_node",
                                                                    "rocpd_info_process",
                                                                    "rocpd_info_thread",
                                                                    "rocpd_info_agent",
                                                                    "rocpd_info_pmc",
                                                                    "rocpd_info_kernel_symbol",
                                                                    "rocpd_track",
                                                                    "rocpd_timestamp",
                                                                    "rocpd_event",
                                                                    "rocpd_arg",
                                                                    "rocpd_pmc_event"};

constexpr std::size_t maxInfoBytes = 4096;
constexpr std::size_t maxInfoRows = 1'000'000;

std::string infoText(std::string_view text) {
  std::string clean(text.substr(0, maxInfoBytes));
  chrome::repairUtf8(clean);
  return clean;
}

/// A number of a JSON object that is surely below a million.
std::uint32_t smallMember(std::string_view json, std::string_view key) {
  const std::string digits = chrome::findMember(json, key).unescaped();
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr std::uint32_t maxValue = 1'000'000;
  return value < maxValue ? value : 0;
}

class RunReading {
 public:
  RunReading(RocpdRun& run, const sqlite::Connection& database, std::uint64_t fileBytes, ImportReport& report)
      : m_run(run), m_database(database), m_fileBytes(fileBytes), m_report(report) {}

  void read() {
    readTexts(m_run.strings, RunTable::String, "string");
    readTexts(m_run.categories, RunTable::Category, "name");
    m_run.hasCategories = m_run.categories.size() > 0;
    readMetadata();
    readProcesses();
    readAgents();
    readSymbols();
    readPlaces();
    readEvents();
    readPmcs();
    readArgs();
  }

 private:
  void readTexts(sqlite::TextTable& texts, RunTable table, std::string_view column) {
    const std::string name = m_run.table(table);
    texts.read(m_database, {.table = name, .id = "id", .text = column, .number = m_run.tableNumber(table)}, m_fileBytes,
               m_report);
  }

  /// Calls `take(rows, id)` for each row; the first of `columns` is the id.
  template <std::size_t Count, typename Take>
  void each(RunTable table, const std::array<std::string_view, Count>& columns, std::size_t most, const Take& take) {
    sqlite::TableWalk rows(m_database, m_run.table(table), columns);
    std::size_t count = 0;
    while (count < most && rows.next()) {
      take(rows, rows.integerOr(0, rows.row()));
      ++count;
    }
    if (count == most) {
      m_report.add(IssueKind::BrokenEvent, sqlite::offsetOf({m_run.tableNumber(table), rows.row()}), nameOf(table));
    }
    rows.noteEnd(m_report, m_run.tableNumber(table), nameOf(table));
  }

  void readMetadata() {
    constexpr std::array<std::string_view, 3> columns{"id", "tag", "value"};
    each(RunTable::Metadata, columns, 1000, [&](const sqlite::TableWalk& rows, std::int64_t /*id*/) {
      const std::string tag = infoText(rows.text(1));
      const std::string value = infoText(rows.text(2));
      if (tag == "schema_version") {
        m_run.schemaVersion = value;
      }
      using Json = nlohmann::json;
      m_run.metadata.push_back({"rocpd " + tag, Json(value).dump(-1, ' ', false, Json::error_handler_t::replace)});
    });
  }

  void readProcesses() {
    constexpr std::array<std::string_view, 4> processes{"id", "pid", "command", "name"};
    each(RunTable::Process, processes, maxInfoRows, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      const std::string given = infoText(rows.text(3));
      m_run.processes.put(
          id, {.pid = rows.integerOr(1, id), .name = given.empty() ? infoText(programName(rows.text(2))) : given});
    });
    constexpr std::array<std::string_view, 4> threads{"id", "tid", "pid", "name"};
    each(RunTable::Thread, threads, maxInfoRows, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      m_run.threads.put(
          id, {.tid = rows.integerOr(1, id), .process = rows.integerOr(2, -1), .name = infoText(rows.text(3))});
    });
  }

  void readAgents() {
    constexpr std::array<std::string_view, 8> columns{"id",           "nid",  "type",      "type_index",
                                                      "product_name", "name", "user_name", "extdata"};
    std::int64_t gpus = 0;
    each(RunTable::Agent, columns, maxInfoRows, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      AgentRow agent;
      agent.isGpu = rows.text(2) == "GPU";
      agent.node = rows.integerOr(1, 0);
      agent.index = std::clamp<std::int64_t>(rows.integerOr(3, gpus), 0, INT16_MAX);
      gpus += agent.isGpu ? 1 : 0;
      for (const int column : {4, 5, 6}) {
        agent.name = agent.name.empty() ? infoText(rows.text(column)) : agent.name;
      }
      if (const std::string_view more = rows.text(7); more.starts_with('{')) {
        agent.computeUnits = smallMember(more, "cu_count");
        agent.architecture = smallMember(more, "gfx_target_version");
      }
      m_run.agents.put(id, std::move(agent));
    });
  }

  void readSymbols() {
    constexpr std::array<std::string_view, 6> columns{"id",         "display_name",    "kernel_name",
                                                      "sgpr_count", "arch_vgpr_count", "accum_vgpr_count"};
    std::uint64_t budget = m_fileBytes * 2;
    each(RunTable::KernelSymbol, columns, maxInfoRows, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      constexpr std::size_t maxLength = std::size_t{1} << 16;
      SymbolRow symbol;
      symbol.symbol = rows.text(2).substr(0, maxLength);
      symbol.name = rows.text(1).substr(0, maxLength);
      symbol.name = symbolName(symbol.name.empty() ? symbol.symbol : std::string(symbol.name));
      const std::size_t bytes = symbol.symbol.size() + symbol.name.size();
      if (bytes > budget) {
        return;
      }
      budget -= bytes;
      symbol.sgprs = rows.integerOr(3, -1);
      symbol.vgprs = rows.integerOr(4, -1);
      symbol.accumVgprs = rows.integerOr(5, -1);
      m_run.symbols.put(id, std::move(symbol));
    });
  }

  void readPlaces() {
    constexpr std::array<std::string_view, 7> columns{"id",       "pid",       "tid",    "agent_id",
                                                      "queue_id", "stream_id", "name_id"};
    each(RunTable::Track, columns, SIZE_MAX, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      m_run.tracks.put(id, {.process = rows.integerOr(1, -1),
                            .thread = rows.integerOr(2, -1),
                            .agent = rows.integerOr(3, -1),
                            .queue = rows.integerOr(4, -1),
                            .stream = rows.integerOr(5, -1),
                            .name = rows.integerOr(6, -1)});
    });
    constexpr std::array<std::string_view, 2> times{"id", "value"};
    each(RunTable::Timestamp, times, SIZE_MAX, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      if (rows.integer(1).state == sqlite::IntegerState::Good) {
        m_run.timestamps.put(id, rows.integer(1).value);
      }
    });
  }

  /// roctx ranges are named after their API; the users' names are JSON in another column.
  void readEvents() {
    constexpr std::array<std::string_view, 4> columns{"id", "category_id", "stack_id", "extdata"};
    std::uint64_t budget = m_fileBytes * 2;
    each(RunTable::Event, columns, SIZE_MAX, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      m_run.events.put(id, {.category = rows.integerOr(1, -1), .stack = rows.integerOr(2, 0)});
      const std::string_view more = rows.text(3);
      if (more.starts_with('{') && more.contains("message") && more.size() <= budget) {
        budget -= more.size();
        std::string message = chrome::findMember(more, "message").unescaped();
        chrome::repairUtf8(message);
        if (!message.empty()) {
          m_run.messages.put(id, std::move(message));
        }
      }
    });
  }

  void readPmcs() {
    constexpr std::array<std::string_view, 5> columns{"id", "name", "symbol", "units", "agent_id"};
    each(RunTable::Pmc, columns, maxInfoRows, [&](const sqlite::TableWalk& rows, std::int64_t id) {
      PmcRow pmc{.name = infoText(rows.text(1)), .unit = infoText(rows.text(3)), .agent = rows.integerOr(4, -1)};
      pmc.name = pmc.name.empty() ? infoText(rows.text(2)) : pmc.name;
      m_run.pmcs.put(id, std::move(pmc));
    });
    constexpr std::array<std::string_view, 4> values{"id", "event_id", "pmc_id", "value"};
    each(RunTable::PmcEvent, values, SIZE_MAX, [&](const sqlite::TableWalk& rows, std::int64_t /*id*/) {
      const int type = rows.type(3);
      if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !std::isfinite(rows.real(3))) {
        m_report.add(IssueKind::BadCounterValue, sqlite::offsetOf({m_run.tableNumber(RunTable::PmcEvent), rows.row()}));
        return;
      }
      m_run.pmcValues.push_back({.event = rows.integerOr(1, -1), .pmc = rows.integerOr(2, -1), .value = rows.real(3)});
    });
    std::ranges::stable_sort(m_run.pmcValues, {}, &PmcValue::event);
  }

  void readArgs() {
    constexpr std::array<std::string_view, 2> columns{"id", "event_id"};
    each(RunTable::Arg, columns, SIZE_MAX, [&](const sqlite::TableWalk& rows, std::int64_t /*id*/) {
      m_run.args.add(rows.integerOr(1, -1), rows.row());
    });
    m_run.args.finish();
  }

  RocpdRun& m_run;
  const sqlite::Connection& m_database;
  std::uint64_t m_fileBytes;
  ImportReport& m_report;
};

}  // namespace

std::string_view nameOf(RunTable table) {
  return runTableNames[static_cast<std::size_t>(table)];
}

std::span<const PmcValue> RocpdRun::valuesOf(std::int64_t event) const {
  const auto found = std::ranges::equal_range(pmcValues, event, {}, &PmcValue::event);
  return {found.begin(), found.end()};
}

void readRun(RocpdRun& run, const sqlite::Connection& database, std::uint64_t fileBytes, ImportReport& report) {
  RunReading(run, database, fileBytes, report).read();
}

}  // namespace kernline::rocpd
