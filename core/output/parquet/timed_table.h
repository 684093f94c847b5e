// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_call.h"
#include "core/output/parquet/column_values.h"
#include "core/output/sql/model.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::parquet {

/// The rows of one rank: nothing takes all, -1 those whose rank is unknown.
using RankFilter = std::optional<std::int32_t>;

/// A table of the export: the columns and values that `kernline query` gives it, in the order of time.
class TimedTable {
 public:
  using TakeColumn = std::function<void(std::size_t column, const ColumnValues& values)>;

  TimedTable() = default;
  TimedTable(const TimedTable&) = delete;
  TimedTable& operator=(const TimedTable&) = delete;
  virtual ~TimedTable() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual const std::vector<ColumnSchema>& columns() const = 0;
  [[nodiscard]] virtual std::size_t sortedBy() const = 0;  ///< the column with the time
  /// Numbers of a rank's rows, by time.
  [[nodiscard]] virtual std::vector<std::uint32_t> rows(RankFilter rank) const = 0;
  /// Reads rows, column after column. May be called by several threads.
  virtual void read(std::span<const std::uint32_t> rows, const TakeColumn& take) const = 0;
};

/// A column whose values come row by row.
struct RowColumn {
  ColumnSchema schema;
  std::function<sql::Cell(std::uint64_t row, std::string& scratch)> value;
};

/// A table whose rows are numbered from 0.
struct RowSource {
  std::string_view name;
  std::uint64_t count = 0;
  std::vector<RowColumn> columns;
  std::size_t sortedBy = 0;
  std::function<Time(std::uint64_t row)> timeOf;
  std::function<std::int32_t(std::uint64_t row)> rankOf;
};
[[nodiscard]] std::unique_ptr<TimedTable> rowTable(RowSource source);

/// `spans`, `kernels` and `operators`. The model has made all that it makes (`Model::makeAll`).
[[nodiscard]] std::vector<std::unique_ptr<TimedTable>> spanTables(sql::Model& model);
/// `launches`, `collectives`, `steps`, `counters` and `memory`.
[[nodiscard]] std::vector<std::unique_ptr<TimedTable>> eventTables(sql::Model& model,
                                                                   const std::vector<CollectiveCall>& collectives);

/// The rank of a process; -1: unknown.
[[nodiscard]] std::int32_t rankOf(const Trace& trace, ProcessId process);
[[nodiscard]] inline std::int32_t rankOf(const Trace& trace, TrackId track) {
  return track == TrackId::none ? -1 : rankOf(trace, trace.track(track).process);
}

}  // namespace kernline::parquet
