// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/read_table.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <span>

namespace kernline::arrow {

namespace {

std::vector<parquet::ColumnSchema> schemasOf(const parquet::TimedTable& table,
                                             const std::vector<std::size_t>& columns) {
  std::vector<parquet::ColumnSchema> schemas;
  for (const std::size_t column : columns) {
    schemas.push_back(table.columns()[column]);
  }
  return schemas;
}

class TableReader {
 public:
  TableReader(const parquet::TimedTable& from, const std::vector<std::size_t>& columns)
      : m_from(from),
        m_rows(from.allRows()),
        m_places(from.columns().size()),
        m_builder(schemasOf(from, columns), m_rows.size()) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      m_places[columns[i]] = i;
      (from.isNumbered(columns[i]) ? m_numbered : m_others).push_back(columns[i]);
    }
  }

  ArrowTable read(std::vector<std::pair<std::string, std::string>> metadata, const std::stop_token& stop) {
    parallelFor(defaultThreads(), m_builder.pieceCount(), [&](std::size_t piece) {
      if (!stop.stop_requested()) {
        readPiece(piece);
      }
    });
    if (!stop.stop_requested()) {
      for (const std::size_t column : m_numbered) {
        setTexts(column);
      }
    }
    return m_builder.finish(std::move(metadata));
  }

 private:
  void readPiece(std::size_t piece) {
    const std::size_t first = piece * ArrowTableBuilder::pieceRows;
    const std::span<const std::uint32_t> rows =
        std::span(m_rows).subspan(first, std::min(ArrowTableBuilder::pieceRows, m_rows.size() - first));
    for (const std::size_t column : m_numbered) {
      m_from.readNumbers(rows, column, m_builder.numbers(m_places[column], piece));
    }
    m_from.read(rows, m_others, [&](std::size_t column, const parquet::ColumnValues& values) {
      m_builder.put(m_places[column], piece, values);
    });
  }

  /// The text of each number is read from the first row that has it.
  void setTexts(std::size_t column) {
    constexpr std::int32_t unknown = -1;
    std::vector<std::int32_t> codes;  // by number
    std::vector<std::uint32_t> firstRows;
    const std::int32_t* next = m_builder.numbers(m_places[column], 0);
    for (const std::uint32_t row : m_rows) {
      const auto number = static_cast<std::size_t>(*next++);
      if (number >= codes.size()) {
        codes.resize(number + 1, unknown);
      }
      if (codes[number] == unknown) {
        codes[number] = static_cast<std::int32_t>(firstRows.size());
        firstRows.push_back(row);
      }
    }
    m_from.read(firstRows, std::span(&column, 1), [&](std::size_t, const parquet::ColumnValues& values) {
      for (std::int32_t& code : codes) {
        code = code == unknown ? 0 : static_cast<std::int32_t>(values.codes()[static_cast<std::size_t>(code)]);
      }
      m_builder.setTexts(m_places[column], codes, values.texts());
    });
  }

  const parquet::TimedTable& m_from;
  std::vector<std::uint32_t> m_rows;
  std::vector<std::size_t> m_places;  // by column of the table: that in memory
  std::vector<std::size_t> m_numbered;
  std::vector<std::size_t> m_others;
  ArrowTableBuilder m_builder;
};

}  // namespace

ArrowTable readTable(const parquet::TimedTable& from, const std::vector<std::size_t>& columns,
                     std::vector<std::pair<std::string, std::string>> metadata, const std::stop_token& stop) {
  return TableReader(from, columns).read(std::move(metadata), stop);
}

}  // namespace kernline::arrow
