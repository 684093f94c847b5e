// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rpd_tables.h"

#include "core/import/rocpd/row_index.h"
#include "core/import/sqlite/cell_args.h"
#include "core/import/sqlite/cell_time.h"
#include "core/import/sqlite/id_map.h"
#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"
#include "core/import/sqlite/text_table.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <unordered_set>
#include <utility>

namespace kernline::rocpd {

using sqlite::TableWalk;
using sqlite::TextTable;

namespace {

enum RpdTable : std::size_t {
  Op,
  Api,
  ApiOps,
  KernelApi,
  CopyApi,
  Monitor,
  CounterValue,
  Autograd,
  StackFrame,
  Text,
  UniqueText,
  Metadata,
  RpdTableCount
};
constexpr std::array<std::string_view, RpdTableCount> rpdTableNames{
    "rocpd_op",      "rocpd_api",       "rocpd_api_ops",    "rocpd_kernelapi", "rocpd_copyapi", "rocpd_monitor",
    "rocpd_counter", "ext_autogradapi", "rocpd_stackframe", "rocpd_string",    "rocpd_ustring", "rocpd_metadata"};

constexpr std::int32_t maxGpu = INT16_MAX;

std::int32_t gpuOf(std::int64_t id) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(id, 0, maxGpu));
}

/// Texts from which args are read later.
struct RpdTexts {
  TextTable strings;
  TextTable uniqueStrings;  ///< arguments of calls in schema 3
  bool hasUnique = false;
  sqlite::IdMap<std::int64_t> apiOfOp;
  std::unordered_set<std::int64_t> inBlocks;  ///< calls whose grids count blocks
  RowIndex kernels;                           ///< rocpd_kernelapi by call
  RowIndex copies;
  RowIndex operators;

  [[nodiscard]] std::string_view argsText(std::int64_t id) const { return hasUnique ? uniqueStrings[id] : strings[id]; }
};

/// Args of a call, and of work those of its call: launch shape, bytes, operator.
class RpdArgs final : public TableArgs {
 public:
  RpdArgs(std::shared_ptr<const RpdTexts> texts, bool isOp) : m_texts(std::move(texts)), m_isOp(isOp) {}

  void add(ArgNode& args, const sqlite::Rows& rows, std::int64_t row, RowReader& reader) const override {
    std::int64_t api = row;
    if (m_isOp) {
      sqlite::addNumber(args, "device", integerAt(rows, "gpuId", 0));
      sqlite::addNumber(args, "queue", integerAt(rows, "queueId", 0));
      const std::int64_t* launcher = m_texts->apiOfOp.find(integerAt(rows, "id", row));
      api = launcher == nullptr ? -1 : *launcher;
    } else {
      api = integerAt(rows, "id", row);
      addText(args, "args", m_texts->argsText(integerAt(rows, "args_id", -1)));
      addText(args, "domain", m_texts->strings[integerAt(rows, "domain_id", -1)]);
      addText(args, "category", m_texts->strings[integerAt(rows, "category_id", -1)]);
    }
    if (api >= 0) {
      sqlite::addNumber(args, "correlation", api);
    }
    addRows(args, m_texts->kernels.rowsOf(api), KernelApi, reader);
    addRows(args, m_texts->copies.rowsOf(api), CopyApi, reader);
    addRows(args, m_texts->operators.rowsOf(api), Autograd, reader);
  }

 private:
  static void addText(ArgNode& args, std::string_view key, std::string_view text) {
    if (!text.empty()) {
      sqlite::addArg(args, key, ArgNode::Kind::Text, std::string(text));
    }
  }

  void addRows(ArgNode& args, const std::vector<std::int64_t>& rows, RpdTable table, RowReader& reader) const {
    for (const std::int64_t row : rows) {
      reader.at(std::string(rpdTableNames[table]), row,
                [&](const sqlite::Rows& cells) { addColumns(args, cells, table); });
    }
  }

  void addColumns(ArgNode& args, const sqlite::Rows& cells, RpdTable table) const {
    if (table == KernelApi) {
      const bool inBlocks = m_texts->inBlocks.contains(integerAt(cells, "api_ptr_id", -1));
      addLaunchShape(args, cells, "grid", "workgroup", inBlocks);
    }
    for (int i = 0; i < cells.columnCount(); ++i) {
      const std::string_view column = cells.columnName(i);
      const bool isOther = column == "id" || column.ends_with("_id") || column.starts_with("grid") ||
                           column.starts_with("workgroup") || (cells.type(i) == SQLITE_TEXT && cells.text(i).empty());
      if (!isOther) {
        sqlite::addCell(args,
                        column == "size"               ? "bytes"
                        : column == "groupSegmentSize" ? "shared memory"
                                                       : column,
                        cells, i);
      }
    }
    addText(args, table == Autograd ? "operator" : "kernel",
            m_texts->strings[integerAt(cells, table == Autograd ? "autogradName_id" : "kernelName_id", -1)]);
  }

  std::shared_ptr<const RpdTexts> m_texts;
  bool m_isOp;
};

class RpdReading {
 public:
  RpdReading(const sqlite::Connection& database, std::uint64_t fileBytes, RocmTimeline& timeline)
      : m_database(database), m_fileBytes(fileBytes), m_timeline(timeline) {}

  std::string read() {
    m_texts->strings.read(m_database, textSource(Text), m_fileBytes, m_timeline.report());
    m_texts->uniqueStrings.read(m_database, textSource(UniqueText), m_fileBytes, m_timeline.report());
    m_texts->hasUnique = m_texts->uniqueStrings.size() > 0;
    readLinks();
    readOperators();
    index(m_texts->kernels, KernelApi);
    index(m_texts->copies, CopyApi);
    readOps();
    readApis();
    readCounters();
    readMonitor();
    return schemaVersion();
  }

  [[nodiscard]] std::vector<SourceTable> tables() const {
    std::vector<SourceTable> all;
    for (const std::string_view name : rpdTableNames) {
      all.push_back({.name = std::string(name), .args = nullptr});
    }
    all[Op].args = std::make_shared<RpdArgs>(m_texts, true);
    all[Api].args = std::make_shared<RpdArgs>(m_texts, false);
    return all;
  }

 private:
  /// Ids of calls are unique over all processes of the file.
  static Launch launchOf(std::int64_t api) { return {.host = {}, .id = api}; }

  static TextTable::Source textSource(RpdTable table) {
    return {.table = rpdTableNames[table], .id = "id", .text = "string", .number = table};
  }
  static std::uint64_t offsetIn(RpdTable table, std::int64_t row) { return sqlite::offsetOf({table, row}); }

  /// `take(rows)` for every row, in order.
  template <std::size_t Count, typename Take>
  void each(RpdTable table, const std::array<std::string_view, Count>& columns, const Take& take) {
    TableWalk rows(m_database, rpdTableNames[table], columns);
    while (rows.next()) {
      take(rows);
    }
    rows.noteEnd(m_timeline.report(), table, rpdTableNames[table]);
  }

  void readLinks() {
    constexpr std::array<std::string_view, 2> columns{"op_id", "api_id"};
    each(ApiOps, columns,
         [&](const TableWalk& rows) { m_texts->apiOfOp.put(rows.integerOr(0, -1), rows.integerOr(1, 0)); });
  }

  void index(RowIndex& rowsOfApi, RpdTable table) {
    constexpr std::array<std::string_view, 3> columns{"api_ptr_id", "gridX", "workgroupX"};
    each(table, columns, [&](const TableWalk& rows) {
      rowsOfApi.add(rows.integerOr(0, -1), rows.row());
      const std::int64_t block = rows.integerOr(2, 0);
      m_hasBlocks = m_hasBlocks || (block > 0 && rows.integerOr(1, 0) % block != 0);
    });
    rowsOfApi.finish();
  }

  /// Ranges that the autograd extension has found to be operators.
  void readOperators() {
    constexpr std::array<std::string_view, 2> columns{"api_ptr_id", "autogradName_id"};
    each(Autograd, columns, [&](const TableWalk& rows) {
      m_texts->operators.add(rows.integerOr(0, -1), rows.row());
      m_operatorNames.put(rows.integerOr(0, -1), rows.integerOr(1, -1));
    });
    m_texts->operators.finish();
  }

  void readOps() {
    constexpr std::array<std::string_view, 7> columns{"id",  "gpuId",          "queueId",  "start",
                                                      "end", "description_id", "opType_id"};
    each(Op, columns, [&](const TableWalk& rows) {
      const std::uint64_t offset = offsetIn(Op, rows.row());
      const auto times = m_timeline.times(rows.integer(3), rows.integer(4), offset, rpdTableNames[Op]);
      if (!times) {
        return;
      }
      const std::int64_t id = rows.integerOr(0, rows.row());
      const std::string_view type = m_texts->strings[rows.integerOr(6, -1)];
      const std::string_view description = m_texts->strings[rows.integerOr(5, -1)];
      ActivityName activity = activityNamed(type);
      if (activity.kind == SpanKind::Kernel && !description.empty()) {
        activity.name = symbolName(description);
      }
      const std::int32_t device = gpuOf(rows.integerOr(1, 0));
      const std::int64_t* api = m_texts->apiOfOp.find(id);
      m_timeline.addActivity(*times, offset, activity, {.device = device, .stream = rows.integerOr(2, 0)},
                             launchOf(api == nullptr ? 0 : *api));
      m_opPlaces.put(id, {times->start, device});
    });
  }

  void readApis() {
    constexpr std::array<std::string_view, 8> columns{"id",  "pid",        "tid",     "start",
                                                      "end", "apiName_id", "args_id", "domain_id"};
    each(Api, columns, [&](const TableWalk& rows) {
      const std::uint64_t offset = offsetIn(Api, rows.row());
      const auto times = m_timeline.times(rows.integer(3), rows.integer(4), offset, rpdTableNames[Api]);
      if (!times) {
        return;
      }
      const std::int64_t id = rows.integerOr(0, rows.row());
      const HostKey host{.run = 0, .pid = rows.integerOr(1, 0)};
      const std::int64_t tid = rows.integerOr(2, 0);
      const std::string_view name = m_texts->strings[rows.integerOr(5, -1)];
      const std::string_view args = m_texts->argsText(rows.integerOr(6, -1));
      const std::string_view domain = m_texts->strings[rows.integerOr(7, -1)];
      if (const std::int64_t* operatorName = m_operatorNames.find(id)) {
        const std::string_view known = m_texts->strings[*operatorName];
        return m_timeline.addCall(*times, offset, known.empty() ? args : known, {SpanKind::Op, "cpu_op"}, host, tid,
                                  {});
      }
      if (name == "UserMarker") {
        if (times->duration.ns == 0) {
          return m_timeline.addInstant(times->start, offset, args, "roctx", host, tid);
        }
        return m_timeline.addCall(*times, offset, args, {SpanKind::Annotation, "roctx"}, host, tid, {});
      }
      CallKind kind = callOfName(name);
      if (kind.kind == SpanKind::Other && !domain.empty()) {
        kind.category = domain;
      }
      // With roctracer the launches of modules state their grids in work-items, all others in blocks.
      const bool isLaunch = kind.kind == SpanKind::Runtime && name.contains("aunch");
      if (isLaunch && m_hasBlocks && !name.contains("ModuleLaunchKernel")) {
        m_texts->inBlocks.insert(id);
      }
      m_timeline.addCall(*times, offset, name, kind, host, tid, launchOf(id));
    });
  }

  void readCounters() {
    constexpr std::array<std::string_view, 3> columns{"value", "op_id", "name_id"};
    each(CounterValue, columns, [&](const TableWalk& rows) {
      const OpPlace* op = m_opPlaces.find(rows.integerOr(1, -1));
      const int type = rows.type(0);
      const bool isNumber = (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && std::isfinite(rows.real(0));
      if (op == nullptr || !isNumber) {
        m_timeline.report().add(op == nullptr ? IssueKind::UnsupportedRecord : IssueKind::BadCounterValue,
                                offsetIn(CounterValue, rows.row()), rpdTableNames[CounterValue]);
        return;
      }
      m_timeline.addSample(op->device, {}, m_texts->strings[rows.integerOr(2, -1)], "", "", op->time, rows.real(0));
    });
  }

  /// Reads samples of devices: clocks, power. A row holds until the next one.
  void readMonitor() {
    constexpr std::array<std::string_view, 5> columns{"deviceId", "monitorType", "start", "value", "deviceType"};
    each(Monitor, columns, [&](const TableWalk& rows) {
      const sqlite::IntegerCell start = rows.integer(2);
      const std::string_view text = rows.text(3);
      double value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      const bool isNumber = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
      if (start.state != sqlite::IntegerState::Good || !isNumber) {
        m_timeline.report().add(IssueKind::BadCounterValue, offsetIn(Monitor, rows.row()), rpdTableNames[Monitor]);
        return;
      }
      const std::string_view what = rows.text(1);
      m_timeline.addSample(gpuOf(rows.integerOr(0, 0)), {}, what, "", what.ends_with("clk") ? "MHz" : "",
                           sqlite::clampedTime(start.value), value);
    });
  }

  std::string schemaVersion() {
    constexpr std::array<std::string_view, 2> columns{"tag", "value"};
    std::string version;
    each(Metadata, columns, [&](const TableWalk& rows) {
      if (rows.text(0) == "schema_version") {
        version = rows.text(1).substr(0, 16);
        chrome::repairUtf8(version);
      }
    });
    return version;
  }

  struct OpPlace {
    Time time;
    std::int32_t device = 0;
  };

  const sqlite::Connection& m_database;
  std::uint64_t m_fileBytes;
  RocmTimeline& m_timeline;
  std::shared_ptr<RpdTexts> m_texts = std::make_shared<RpdTexts>();
  sqlite::IdMap<std::int64_t> m_operatorNames;
  bool m_hasBlocks = false;  // some grid counts no work-items, as rocprofiler-sdk states all of them
  sqlite::IdMap<OpPlace> m_opPlaces;
};

}  // namespace

std::string readRpd(const sqlite::Connection& database, std::uint64_t fileBytes, RocmTimeline& timeline,
                    std::vector<SourceTable>& tables) {
  RpdReading reading(database, fileBytes, timeline);
  std::string version = reading.read();
  tables = reading.tables();
  return version;
}

}  // namespace kernline::rocpd
