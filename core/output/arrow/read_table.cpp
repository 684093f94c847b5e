// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/read_table.h"

#include "core/model/base/parallel.h"
#include "core/output/sql/span_columns.h"

#include <algorithm>
#include <span>

namespace kernline::arrow {

namespace {

/// The numbers that the texts of a column depend on.
class NumberedTexts {
 public:
  explicit NumberedTexts(std::size_t pieces) : m_pieces(pieces) {}

  /// Notes the numbers of some rows in a piece of the column; one thread per piece.
  void see(std::size_t piece, std::span<const std::uint32_t> rows, const std::uint32_t* numbers) {
    Piece& seen = m_pieces[piece];
    std::span<const char> known = seen.known;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t number = numbers[i];
      if (number >= known.size() || known[number] == 0) {
        seen.add(number, rows[i]);
        known = seen.known;
      }
    }
  }

  /// Joins all pieces: each number has the text of the first row that has it.
  void join(const parquet::TimedTable& from, std::size_t column, ArrowTableBuilder& builder, std::size_t place) {
    std::vector<std::uint32_t> firstRows;
    std::vector<std::uint32_t> numbers;
    for (const Piece& piece : m_pieces) {
      m_canBeNull = m_canBeNull || piece.hasNone;
      for (const First& first : piece.firsts) {
        if (first.number >= m_codes.size()) {
          m_codes.resize(first.number + std::size_t{1}, unknown);
        }
        if (m_codes[first.number] == unknown) {
          m_codes[first.number] = 0;
          firstRows.push_back(first.row);
          numbers.push_back(first.number);
        }
      }
    }
    from.read(firstRows, std::span(&column, 1), [&](std::size_t, const parquet::ColumnValues& values) {
      m_canBeNull = m_canBeNull || values.nullCount() > 0;
      auto next = values.codes().begin();
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool isThere = values.levels().empty() || values.levels()[i] == 1;
        m_codes[numbers[i]] = isThere ? static_cast<std::int32_t>(*next++) : ArrowTableBuilder::null;
      }
      builder.setTexts(place, values.texts());
    });
  }

  [[nodiscard]] const std::vector<std::int32_t>& codes() const { return m_codes; }  ///< code of each number
  [[nodiscard]] bool canBeNull() const { return m_canBeNull; }

 private:
  static constexpr std::int32_t unknown = -2;
  struct First {
    std::uint32_t number;
    std::uint32_t row;
  };
  struct Piece {
    std::vector<First> firsts;
    std::vector<char> known;  // indexed by number
    bool hasNone = false;

    void add(std::uint32_t number, std::uint32_t row) {
      if (number == sql::noKey) {
        hasNone = true;
        return;
      }
      if (number >= known.size()) {
        known.resize(std::max<std::size_t>(std::size_t{number} + 1, 2 * known.size()));
      }
      known[number] = 1;
      firsts.push_back({.number = number, .row = row});
    }
  };

  std::vector<Piece> m_pieces;
  std::vector<std::int32_t> m_codes;
  bool m_canBeNull = false;
};

/// Reads pieces of columns side by side, each straight to where it belongs where the table can.
class TableReader {
 public:
  TableReader(const parquet::TimedTable& from, const std::vector<std::size_t>& columns, const std::stop_token& stop)
      : m_from(from), m_columns(columns), m_stop(stop), m_rows(from.allRows()), m_builder(m_rows.size()) {
    for (std::size_t place = 0; place < columns.size(); ++place) {
      const parquet::ColumnSchema& schema = from.columns()[columns[place]];
      auto stored = m_rows.areAll() && m_rows.size() > 0 ? from.stored(columns[place]) : nullptr;
      if (stored) {
        m_builder.addStored(schema, std::move(stored));
        continue;
      }
      m_builder.addColumn(schema);
      m_toRead.push_back(place);
      if (from.readingOf(columns[place]) == parquet::Reading::Numbers) {
        m_numbered.push_back(place);
      }
    }
    m_texts.resize(columns.size(), NumberedTexts(m_builder.pieceCount()));
  }

  ArrowTable read(std::vector<std::pair<std::string, std::string>> metadata) {
    eachPiece(m_toRead, [&](std::size_t place, std::size_t piece) { readPiece(place, piece); });
    if (!m_stop.stop_requested()) {
      for (const std::size_t place : m_numbered) {
        m_texts[place].join(m_from, m_columns[place], m_builder, place);
      }
      eachPiece(m_numbered, [&](std::size_t place, std::size_t piece) {
        m_builder.putCodes(place, piece, m_texts[place].codes(), m_texts[place].canBeNull());
      });
    }
    return m_builder.finish(std::move(metadata));
  }

 private:
  static constexpr std::size_t rowsOfBlock = 8192;  // rows whose state fits into a cache

  template <typename Do>
  void eachPiece(const std::vector<std::size_t>& places, const Do& run) {
    const std::size_t pieces = m_builder.pieceCount();
    parallelFor(defaultThreads(), places.size() * pieces, [&](std::size_t i) {
      if (!m_stop.stop_requested()) {
        run(places[i / pieces], i % pieces);
      }
    });
  }

  /// Calls `run(first, rows)` for blocks of a piece, or for all of it.
  template <typename Do>
  void eachBlock(std::size_t piece, std::size_t most, const Do& run) {
    std::vector<std::uint32_t> room;
    const std::size_t begin = piece * ArrowTableBuilder::pieceRows;
    const std::size_t end = begin + m_builder.rowsOf(piece);
    for (std::size_t first = begin; first < end; first += most) {
      run(first, m_rows.part(first, std::min(most, end - first), room));
    }
  }

  void readPiece(std::size_t place, std::size_t piece) {
    const std::size_t column = m_columns[place];
    switch (m_from.readingOf(column)) {
      case parquet::Reading::Values:
        return eachBlock(piece, ArrowTableBuilder::pieceRows, [&](std::size_t, std::span<const std::uint32_t> rows) {
          m_from.read(rows, std::span(&column, 1),
                      [&](std::size_t, const parquet::ColumnValues& values) { m_builder.put(place, piece, values); });
        });
      case parquet::Reading::Integers: {
        std::vector<std::uint32_t> areThere(rowsOfBlock);
        return eachBlock(piece, rowsOfBlock, [&](std::size_t first, std::span<const std::uint32_t> rows) {
          const bool hasNull = m_from.readIntegers(rows, column, m_builder.integers(place) + first, areThere.data());
          m_builder.putLevels(place, first, rows.size(), hasNull ? areThere : std::span<const std::uint32_t>());
        });
      }
      case parquet::Reading::Numbers:
        return eachBlock(piece, rowsOfBlock, [&](std::size_t first, std::span<const std::uint32_t> rows) {
          m_from.readNumbers(rows, column, m_builder.numbers(place) + first);
          m_texts[place].see(piece, rows, m_builder.numbers(place) + first);
        });
    }
  }

  const parquet::TimedTable& m_from;
  const std::vector<std::size_t>& m_columns;
  const std::stop_token& m_stop;
  parquet::RowNumbers m_rows;
  ArrowTableBuilder m_builder;
  std::vector<std::size_t> m_toRead;    // places among the columns
  std::vector<std::size_t> m_numbered;  // likewise
  std::vector<NumberedTexts> m_texts;   // indexed by place
};

}  // namespace

ArrowTable readTable(const parquet::TimedTable& from, const std::vector<std::size_t>& columns,
                     std::vector<std::pair<std::string, std::string>> metadata, const std::stop_token& stop) {
  return TableReader(from, columns, stop).read(std::move(metadata));
}

}  // namespace kernline::arrow
