// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/arrow_table.h"

#include "core/model/base/parallel.h"
#include "core/output/arrow/room.h"
#include "core/output/sql/span_columns.h"

#include <bit>
#include <ranges>
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

/// Writes a bit for each of `count` values, 1 if `isThere(i)`. Returns the number of zeros.
template <typename IsThere>
std::size_t setBits(std::size_t count, std::uint64_t* words, const IsThere& isThere) {
  std::size_t there = 0;
  for (std::size_t i = 0; i < count; i += ArrowColumn::bitsOfWord) {
    const std::size_t bits = std::min(ArrowColumn::bitsOfWord, count - i);
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < bits; ++bit) {
      word |= std::uint64_t{isThere(i + bit)} << bit;
    }
    there += static_cast<std::size_t>(std::popcount(word));
    *words++ = word;
  }
  return count - there;
}

}  // namespace

std::string_view ArrowColumn::text(std::size_t code) const {
  const auto begin = static_cast<std::size_t>(m_offsets[code]);
  return std::string_view(m_bytes).substr(begin, static_cast<std::size_t>(m_offsets[code + 1]) - begin);
}

void ArrowTableBuilder::addColumn(const parquet::ColumnSchema& schema) {
  ArrowColumn& column = m_table.columns.emplace_back(schema);
  Column& own = m_columns.emplace_back();
  own.pieces.resize(pieceCount());
  column.m_validity = allocateAligned<std::uint64_t>(ArrowColumn::wordsFor(m_table.rows));
  switch (schema.type) {
    case sql::ColumnType::Real:
      column.m_reals = allocateAligned<double>(m_table.rows);
      break;
    case sql::ColumnType::Text:
      column.m_codes = allocateAligned<std::int32_t>(m_table.rows);
      break;
    case sql::ColumnType::Integer:
    case sql::ColumnType::Any:
      own.integers = allocateAligned<std::int64_t>(m_table.rows);
      column.m_integers = own.integers;
      break;
  }
}

void ArrowTableBuilder::addStored(const parquet::ColumnSchema& schema, std::shared_ptr<const std::int64_t[]> integers) {
  m_table.columns.emplace_back(schema).m_integers = std::move(integers);
  m_columns.emplace_back();
}

void ArrowTableBuilder::put(std::size_t column, std::size_t piece, const parquet::ColumnValues& values) {
  ArrowColumn& into = m_table.columns[column];
  const std::size_t first = piece * pieceRows;
  const std::span<const std::uint32_t> levels = values.levels();
  putLevels(column, first, values.count(), levels);
  if (into.m_reals) {
    spread(values.reals(), levels, into.m_reals.get() + first);
  } else if (into.m_codes) {
    spread(values.codes(), levels, into.m_codes.get() + first);
  } else {
    spread(values.integers(), levels, integers(column) + first);
  }
  m_columns[column].pieces[piece].texts.assign(values.texts().begin(), values.texts().end());
}

void ArrowTableBuilder::putLevels(std::size_t column, std::size_t first, std::size_t count,
                                  std::span<const std::uint32_t> areThere) {
  if (areThere.empty()) {
    std::fill_n(bits(column, first), ArrowColumn::wordsFor(count), ~std::uint64_t{0});
    return;
  }
  m_columns[column].pieces[first / pieceRows].nulls +=
      setBits(count, bits(column, first), [&](std::size_t i) { return areThere[i]; });
}

void ArrowTableBuilder::putCodes(std::size_t column, std::size_t piece, std::span<const std::int32_t> codes,
                                 bool canBeNull) {
  const std::size_t first = piece * pieceRows;
  std::int32_t* const to = m_table.columns[column].m_codes.get() + first;
  if (!canBeNull) {
    std::transform(to, to + rowsOf(piece), to, [&](std::int32_t number) { return codes[std::size_t(number)]; });
    return;
  }
  m_columns[column].pieces[piece].nulls = setBits(rowsOf(piece), bits(column, first), [&](std::size_t i) {
    const auto number = static_cast<std::uint32_t>(to[i]);
    const std::int32_t code = number == sql::noKey ? null : codes[number];
    to[i] = std::max(code, 0);
    return code == null ? 0U : 1U;
  });
}

void ArrowTableBuilder::addText(ArrowColumn& to, std::string_view text) {
  to.m_bytes += text;
  to.m_offsets.push_back(static_cast<std::int64_t>(to.m_bytes.size()));
}

void ArrowTableBuilder::setTexts(std::size_t column, std::span<const std::string_view> texts) {
  for (const std::string_view text : texts) {
    addText(m_table.columns[column], text);
  }
}

void ArrowTableBuilder::joinTexts(std::size_t column) {
  ArrowColumn& into = m_table.columns[column];
  std::unordered_map<std::string_view, std::int32_t> known;
  std::vector<std::vector<std::int32_t>> codes;  // codes of each piece, in its own numbering
  for (const Piece& piece : m_columns[column].pieces) {
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
    std::int32_t* const begin = into.m_codes.get() + piece * pieceRows;
    std::transform(begin, begin + rowsOf(piece), begin,
                   [&](std::int32_t code) { return ofPiece[static_cast<std::size_t>(code)]; });
  });
}

ArrowTable ArrowTableBuilder::finish(std::vector<std::pair<std::string, std::string>> metadata) {
  for (std::size_t column = 0; column < m_table.columns.size(); ++column) {
    for (const Piece& piece : m_columns[column].pieces) {
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
