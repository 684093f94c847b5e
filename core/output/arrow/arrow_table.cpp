// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/arrow_table.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <ranges>
#include <span>
#include <unordered_map>

namespace kernline::arrow {

namespace {

/// Values that are there to their places; 0 where none is.
template <typename From, typename To>
void spread(std::span<const From> values, std::span<const std::uint32_t> levels, To* to) {
  if (levels.empty()) {
    std::ranges::transform(values, to, [](From value) { return static_cast<To>(value); });
    return;
  }
  auto next = values.begin();
  for (const std::uint32_t level : levels) {
    *to++ = level == 0 ? To{} : static_cast<To>(*next++);
  }
}

/// A bit for each of `count` values.
void setBits(std::span<const std::uint32_t> levels, std::size_t count, std::uint64_t* words) {
  constexpr std::size_t bitsOfWord = 64;
  for (std::size_t i = 0; i < count; i += bitsOfWord) {
    const std::size_t bits = std::min(bitsOfWord, count - i);
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < bits; ++bit) {
      word |= std::uint64_t{levels.empty() ? 1U : levels[i + bit]} << bit;
    }
    *words++ = word;
  }
}

}  // namespace

ArrowColumn::ArrowColumn(parquet::ColumnSchema schema, std::size_t rows)
    : m_schema(std::move(schema)),
      m_validity(std::make_unique_for_overwrite<std::uint64_t[]>((rows + bitsOfWord - 1) / bitsOfWord)) {
  switch (m_schema.type) {
    case sql::ColumnType::Real:
      m_reals = std::make_unique_for_overwrite<double[]>(rows);
      break;
    case sql::ColumnType::Text:
      m_codes = std::make_unique_for_overwrite<std::int32_t[]>(rows);
      break;
    case sql::ColumnType::Integer:
    case sql::ColumnType::Any:
      m_integers = std::make_unique_for_overwrite<std::int64_t[]>(rows);
      break;
  }
}

std::string_view ArrowColumn::text(std::size_t code) const {
  const auto begin = static_cast<std::size_t>(m_offsets[code]);
  return std::string_view(m_bytes).substr(begin, static_cast<std::size_t>(m_offsets[code + 1]) - begin);
}

ArrowTableBuilder::ArrowTableBuilder(const std::vector<parquet::ColumnSchema>& columns, std::size_t rows) {
  m_table.rows = rows;
  for (const parquet::ColumnSchema& column : columns) {
    m_table.columns.emplace_back(column, rows);
    m_pieces.emplace_back(pieceCount());
  }
}

void ArrowTableBuilder::put(std::size_t column, std::size_t piece, const parquet::ColumnValues& values) {
  ArrowColumn& into = m_table.columns[column];
  const std::size_t first = piece * pieceRows;
  const std::span<const std::uint32_t> levels = values.levels();
  setBits(levels, values.count(), into.m_validity.get() + first / ArrowColumn::bitsOfWord);
  if (into.m_reals) {
    spread(values.reals(), levels, into.m_reals.get() + first);
  } else if (into.m_codes) {
    spread(values.codes(), levels, into.m_codes.get() + first);
  } else {
    spread(values.integers(), levels, into.m_integers.get() + first);
  }
  m_pieces[column][piece] = {.nulls = values.nullCount(), .texts = {values.texts().begin(), values.texts().end()}};
}

void ArrowTableBuilder::addText(ArrowColumn& to, std::string_view text) {
  to.m_bytes += text;
  to.m_offsets.push_back(static_cast<std::int64_t>(to.m_bytes.size()));
}

void ArrowTableBuilder::setTexts(std::size_t column, const std::vector<std::int32_t>& codeOfNumber,
                                 const std::vector<std::string_view>& texts) {
  ArrowColumn& into = m_table.columns[column];
  for (const std::string_view text : texts) {
    addText(into, text);
  }
  parallelFor(defaultThreads(), pieceCount(), [&](std::size_t piece) {
    std::int32_t* const begin = numbers(column, piece);
    std::int32_t* const end = begin + std::min(pieceRows, m_table.rows - piece * pieceRows);
    std::transform(begin, end, begin,
                   [&](std::int32_t number) { return codeOfNumber[static_cast<std::size_t>(number)]; });
  });
}

void ArrowTableBuilder::joinTexts(std::size_t column) {
  ArrowColumn& into = m_table.columns[column];
  std::unordered_map<std::string_view, std::int32_t> known;
  std::vector<std::vector<std::int32_t>> codes;  // by piece, of its own codes
  for (const Piece& piece : m_pieces[column]) {
    std::vector<std::int32_t>& ofPiece = codes.emplace_back();
    for (const std::string& text : piece.texts) {
      const auto [place, isNew] = known.try_emplace(text, static_cast<std::int32_t>(known.size()));
      if (isNew) {
        addText(into, text);
      }
      ofPiece.push_back(place->second);
    }
  }
  parallelFor(defaultThreads(), codes.size(), [&](std::size_t piece) {
    const std::vector<std::int32_t>& ofPiece = codes[piece];
    if (ofPiece.empty() ||
        std::ranges::equal(ofPiece, std::views::iota(std::int32_t{0}, std::int32_t(ofPiece.size())))) {
      return;
    }
    const std::size_t first = piece * pieceRows;
    std::int32_t* const begin = into.m_codes.get() + first;
    std::int32_t* const end = begin + std::min(pieceRows, m_table.rows - first);
    std::transform(begin, end, begin, [&](std::int32_t code) { return ofPiece[static_cast<std::size_t>(code)]; });
  });
}

ArrowTable ArrowTableBuilder::finish(std::vector<std::pair<std::string, std::string>> metadata) {
  for (std::size_t column = 0; column < m_table.columns.size(); ++column) {
    for (const Piece& piece : m_pieces[column]) {
      m_table.columns[column].m_nulls += piece.nulls;
    }
    if (m_table.columns[column].m_codes) {
      joinTexts(column);
    }
  }
  m_table.metadata = std::move(metadata);
  return std::move(m_table);
}

}  // namespace kernline::arrow
