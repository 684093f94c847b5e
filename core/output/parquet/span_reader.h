// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/column_values.h"
#include "core/output/sql/span_columns.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kernline::parquet {

/// The lanes of spans that are looked up in any order: O(1) where lanes are long.
class LanesOfSpans {
 public:
  explicit LanesOfSpans(const Trace& trace);

  [[nodiscard]] LaneId laneOf(SpanId span) const;

 private:
  static constexpr std::size_t stretch = 1024;

  std::span<const Lane> m_lanes;
  std::vector<std::uint32_t> m_first;  // lane of every so manieth span, and the last one
};

/// Reads columns of spans, many values at a time. Used by one thread at a time.
class SpanReader {
 public:
  SpanReader(sql::Model& model, const LanesOfSpans& lanes) : m_model(model), m_lanes(lanes) {}

  /// Returns true if the values of a column are texts of a numbered property. Other columns are integers.
  [[nodiscard]] static bool isNumbered(const sql::SpanColumn& column) {
    return column.column.type == sql::ColumnType::Text;
  }

  /// True if some are NULL; then `areThere` has 0 for each of these, else 1.
  bool integers(const sql::SpanColumn& column, std::span<const std::uint32_t> spans, std::int64_t* to,
                std::uint32_t* areThere);
  /// Reads the numbers of a numbered column; `sql::noKey` is NULL.
  void numbers(const sql::SpanColumn& column, std::span<const std::uint32_t> spans, std::uint32_t* to) const;
  /// Adds the texts of a numbered column, each read once for its number.
  void addTexts(const sql::SpanColumn& column, std::span<const std::uint32_t> spans, ColumnValues& values);

 private:
  template <typename NumberOf>
  void numbersOfLanes(std::span<const std::uint32_t> spans, std::uint32_t* to, const NumberOf& numberOf) const;
  [[nodiscard]] sql::Cell valueOf(const sql::SpanColumn& column, std::uint32_t span);

  sql::Model& m_model;
  const LanesOfSpans& m_lanes;
  std::string m_scratch;
};

}  // namespace kernline::parquet
