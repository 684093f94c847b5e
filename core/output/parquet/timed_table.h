// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_call.h"
#include "core/output/parquet/column_values.h"
#include "core/output/parquet/row_numbers.h"
#include "core/output/sql/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// The version of tables and columns, as "kernline.schema_version" with each table. It grows when a column changes its
/// name, type or meaning, or is removed; not when one is added.
inline constexpr int parquetSchemaVersion = 1;

}  // namespace kernline

namespace kernline::parquet {

/// The rows of one rank: nullopt takes all, -1 those whose rank is unknown.
using RankFilter = std::optional<std::int32_t>;

/// The form in which a column is read: as values, as integers, or as numbers of the property of its texts.
enum class Reading : std::uint8_t { Values, Integers, Numbers };

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
  /// Returns the numbers of all rows, in the order of queries.
  [[nodiscard]] virtual RowNumbers allRows() const = 0;
  /// Returns the parts of the model that these columns need; `Model::make` is called before.
  [[nodiscard]] virtual sql::Derived needs(std::span<const std::size_t>) const { return sql::Derived::All; }

  // All of these may be called by several threads.

  /// Reads these columns of rows, one after the other.
  virtual void read(std::span<const std::uint32_t> rows, std::span<const std::size_t> columns,
                    const TakeColumn& take) const = 0;

  /// Returns the fastest way to read a column: `read`, which reads any, or one of the following.
  [[nodiscard]] virtual Reading readingOf(std::size_t) const { return Reading::Values; }
  /// Puts the integers where they belong. True if some are NULL; then `areThere` has 0 for each of these, else 1.
  virtual bool readIntegers(std::span<const std::uint32_t> /*rows*/, std::size_t /*column*/, std::int64_t* /*to*/,
                            std::uint32_t* /*areThere*/) const {
    return false;
  }
  /// The numbers of what texts depend on, as that of the name of a span; `sql::noKey` where there is no text.
  virtual void readNumbers(std::span<const std::uint32_t> /*rows*/, std::size_t /*column*/,
                           std::uint32_t* /*to*/) const {}
  /// The integers of the rows from 0 on, where they lie in memory as they are; else nullptr.
  [[nodiscard]] virtual std::shared_ptr<const std::int64_t[]> stored(std::size_t) const { return nullptr; }
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

/// The tables of time, in their order.
inline constexpr std::array tableNames{std::string_view{"spans"},       std::string_view{"kernels"},
                                       std::string_view{"operators"},   std::string_view{"launches"},
                                       std::string_view{"collectives"}, std::string_view{"steps"},
                                       std::string_view{"counters"},    std::string_view{"memory"}};

/// One of them, or `flows` or `instants`. `collectives` are those of the model's trace, and live as long as the table.
[[nodiscard]] std::unique_ptr<TimedTable> timedTable(std::string_view name, sql::Model& model,
                                                     const std::vector<CollectiveCall>& collectives);
/// `spans`, `kernels` or `operators`; nullptr for others.
[[nodiscard]] std::unique_ptr<TimedTable> spanTable(std::string_view name, sql::Model& model);

/// The tables that only Parquet files have, after `tableNames`: what makes a trace of them again.
inline constexpr std::array reopeningTables{std::string_view{"flows"}, std::string_view{"instants"}};

/// `args`: the source's args of spans, as JSON, of all or of communication alone.
[[nodiscard]] std::unique_ptr<TimedTable> argsTable(const Trace& trace, const std::vector<CollectiveCall>& collectives,
                                                    bool ofAllSpans);

/// Returns metadata of a table besides its columns, as keys and values.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> tableMetadata(const TimedTable& table,
                                                                             const Trace& trace, std::int32_t rank);

/// The rank of a process; -1 if unknown.
[[nodiscard]] std::int32_t rankOf(const Trace& trace, ProcessId process);
[[nodiscard]] inline std::int32_t rankOf(const Trace& trace, TrackId track) {
  return track == TrackId::none ? -1 : rankOf(trace, trace.track(track).process);
}

}  // namespace kernline::parquet
