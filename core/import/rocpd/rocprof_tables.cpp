// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rocprof_tables.h"

#include "core/import/sqlite/cell_args.h"
#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"

#include <algorithm>
#include <array>
#include <memory>

namespace kernline::rocpd {

using sqlite::TableWalk;

namespace {

enum RocprofTable : std::size_t { Ops, Copy, Kern, KernOld, Hip, Hsa, Roctx, RocprofTableCount };
constexpr std::array<std::string_view, RocprofTableCount> rocprofTableNames{"OPS", "COPY", "KERN", "A",
                                                                            "HIP", "HSA",  "rocTX"};

std::int32_t rocprofGpu(std::int64_t id) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(id, 0, INT16_MAX));
}

/// Every column under its own name but for what the span says, and launch shapes.
class RocprofArgs final : public TableArgs {
 public:
  void add(ArgNode& args, const sqlite::Rows& rows, std::int64_t /*row*/, RowReader& /*reader*/) const override {
    const std::int64_t grid = integerAt(rows, "grd", -1);
    const std::int64_t block = integerAt(rows, "wgr", -1);
    if (grid >= 0 && block > 0) {
      const std::array<std::int64_t, 3> grids{grid / block + (grid % block == 0 ? 0 : 1), 1, 1};
      const std::array<std::int64_t, 3> blocks{block, 1, 1};
      sqlite::addNumbers(args, "grid", grids);
      sqlite::addNumbers(args, "block", blocks);
    }
    constexpr std::array<std::string_view, 8> said{"BeginNs",    "EndNs",     "Name",   "KernelName",
                                                   "DurationNs", "__section", "__lane", "pid"};
    for (int i = 0; i < rows.columnCount(); ++i) {
      const std::string_view column = rows.columnName(i);
      const bool isEmpty = rows.type(i) == SQLITE_TEXT && rows.text(i).empty();
      if (std::ranges::find(said, column) == said.end() && !isEmpty) {
        sqlite::addCell(args, keyOf(column), rows, i);
      }
    }
  }

 private:
  static std::string_view keyOf(std::string_view column) {
    constexpr std::array<std::array<std::string_view, 2>, 9> keys{{{"dev-id", "device"},
                                                                   {"gpu-id", "device"},
                                                                   {"queue-id", "queue"},
                                                                   {"stream-id", "stream"},
                                                                   {"Index", "correlation"},
                                                                   {"lds", "shared memory"},
                                                                   {"arch_vgpr", "registers per thread"},
                                                                   {"vgpr", "registers per thread"},
                                                                   {"tid", "thread"}}};
    for (const auto& [from, to] : keys) {
      if (from == column) {
        return to;
      }
    }
    return column;
  }
};

class RocprofReading {
 public:
  RocprofReading(const sqlite::Connection& database, RocmTimeline& timeline)
      : m_database(database), m_timeline(timeline) {}

  void read() {
    readActivity(Ops);
    readActivity(Copy);
    if (!m_timeline.hasActivities()) {  // this table repeats the same kernels
      readKernels(Kern);
      readKernels(KernOld);
    }
    readCalls(Hip, {SpanKind::Runtime, "hip_runtime"});
    readCalls(Hsa, {SpanKind::Runtime, "hsa"});
    readCalls(Roctx, {SpanKind::Annotation, "roctx"});
  }

 private:
  template <std::size_t Count, typename Take>
  void each(RocprofTable table, const std::array<std::string_view, Count>& columns, const Take& take) {
    const std::string_view name = rocprofTableNames[table];
    TableWalk rows(m_database, name, columns);
    while (rows.next()) {
      const std::uint64_t offset = sqlite::offsetOf({table, rows.row()});
      if (const auto times = m_timeline.times(rows.integer(0), rows.integer(1), offset, name)) {
        take(rows, *times, offset);
      }
    }
    rows.noteEnd(m_timeline.report(), table, name);
  }

  void readActivity(RocprofTable table) {
    constexpr std::array<std::string_view, 8> columns{"BeginNs", "EndNs",     "Name",  "dev-id",
                                                      "pid",     "stream-id", "Index", "queue-id"};
    each(table, columns, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      ActivityName activity = activityNamed(rows.text(2));
      if (table == Copy && activity.kind == SpanKind::Kernel) {
        activity.kind = SpanKind::Memcpy;
      }
      activity.name = symbolName(activity.name);
      const HostKey host{.run = 0, .pid = rows.integerOr(4, 0)};
      m_timeline.addActivity(times, offset, activity,
                             {.device = rocprofGpu(rows.integerOr(3, 0)), .stream = rows.integerOr(5, 0)},
                             {.host = host, .id = rows.integerOr(6, 0)});
    });
  }

  void readKernels(RocprofTable table) {
    constexpr std::array<std::string_view, 6> columns{"BeginNs", "EndNs", "KernelName", "gpu-id", "pid", "queue-id"};
    each(table, columns, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      const ActivityName activity{SpanKind::Kernel, std::string(symbolName(rows.text(2)))};
      m_timeline.addActivity(
          times, offset, activity,
          {.device = rocprofGpu(rows.integerOr(3, 0)), .stream = 0, .queue = rows.integerOr(5, 0), .isQueue = true},
          {});
    });
  }

  void readCalls(RocprofTable table, const CallKind& kind) {
    constexpr std::array<std::string_view, 6> columns{"BeginNs", "EndNs", "Name", "pid", "tid", "Index"};
    each(table, columns, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      const HostKey host{.run = 0, .pid = rows.integerOr(3, 0)};
      const std::int64_t tid = rows.integerOr(4, 0);
      // A mark is written as one nanosecond, and its text in quotes.
      if (table == Roctx && times.duration.ns <= 1) {
        return m_timeline.addInstant(times.start, offset, rows.text(2), kind.category, host, tid);
      }
      const bool launches = table == Hip;  // the numbers of HSA's calls are others
      m_timeline.addCall(times, offset, rows.text(2), kind, host, tid,
                         launches ? Launch{.host = host, .id = rows.integerOr(5, 0)} : Launch{});
    });
  }

  const sqlite::Connection& m_database;
  RocmTimeline& m_timeline;
};

}  // namespace

bool isRocprof(const sqlite::Connection& database, const std::vector<std::string>& tableNames) {
  return std::ranges::any_of(rocprofTableNames, [&](std::string_view name) {
    const bool isThere = std::ranges::find(tableNames, name) != tableNames.end();
    const std::vector<std::string> columns = isThere ? database.columns(name) : std::vector<std::string>{};
    return sqlite::hasColumn(columns, "BeginNs") && sqlite::hasColumn(columns, "EndNs") &&
           (sqlite::hasColumn(columns, "Name") || sqlite::hasColumn(columns, "KernelName"));
  });
}

void readRocprof(const sqlite::Connection& database, RocmTimeline& timeline, std::vector<SourceTable>& tables) {
  RocprofReading(database, timeline).read();
  const auto args = std::make_shared<RocprofArgs>();
  tables.clear();
  for (const std::string_view name : rocprofTableNames) {
    tables.push_back({.name = std::string(name), .args = args});
  }
}

}  // namespace kernline::rocpd
