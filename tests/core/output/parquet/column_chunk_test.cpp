// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/column_chunk.h"

#include "core/output/parquet/delta_encoding.h"
#include "core/output/parquet/parquet_file.h"
#include "core/output/parquet/run_encoding.h"
#include "core/output/reopen/delta_decoding.h"
#include "tests/support/parquet_table.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using parquet::Codec;
using parquet::ColumnValues;
using sql::Cell;
using sql::ColumnType;

/// A file of one column, as it is read back.
ParquetTable written(ColumnType type, const std::vector<std::vector<Cell>>& groups, Codec codec = Codec::Zstd) {
  const TemporaryFolder folder;
  auto file = parquet::ParquetFile::create(folder / "column.parquet", {{{"column", type}}, 0, {}}, codec);
  EXPECT_TRUE(file);
  parquet::PagePacker packer(codec);
  for (const std::vector<Cell>& cells : groups) {
    ColumnValues values(type);
    for (const Cell& cell : cells) {
      values.add(cell);
    }
    std::vector<parquet::ColumnChunk> chunks;
    chunks.push_back(encodeColumn(values, packer));
    (*file)->add({static_cast<std::int64_t>(cells.size()), std::move(chunks)});
  }
  EXPECT_FALSE((*file)->finish());
  return readParquet(folder / "column.parquet");
}

std::vector<std::string> columnIn(const ParquetTable& table) {
  std::vector<std::string> cells;
  for (const std::vector<std::string>& row : table.rows) {
    cells.push_back(row.at(0));
  }
  return cells;
}

TEST(ParquetColumn, keepsNullsAndEmptyTextsApart) {
  const ParquetTable table =
      written(ColumnType::Text, {{Cell::text("a"), Cell{}, Cell::text(""), Cell::text("a")}, {Cell{}, Cell{}}, {}});
  EXPECT_EQ(columnIn(table), (std::vector<std::string>{"a", "NULL", "", "a", "NULL", "NULL"}));
  EXPECT_EQ(table.groups, (std::vector<std::int64_t>{4, 2, 0}));
  EXPECT_EQ(table.chunks[0][0].nulls, 1);
  EXPECT_EQ(table.chunks[0][0].least, "");
  EXPECT_EQ(table.chunks[0][0].greatest, "a");
  EXPECT_FALSE(table.chunks[1][0].hasRange) << "of nothing but NULL";
}

TEST(ParquetColumn, makesTextsUtf8) {
  const std::string passing = "passing \xC3";
  const ParquetTable table = written(
      ColumnType::Text, {{Cell::text("gr\xFCn"), Cell::text("gr\xFCn"), Cell::text("größe"), Cell::passing(passing)}});
  EXPECT_EQ(columnIn(table), (std::vector<std::string>{"gr\uFFFDn", "gr\uFFFDn", "größe", "passing \uFFFD"}));
}

TEST(ParquetColumn, readsTextsThatPassBeforeTheyAreGone) {
  std::string scratch = "first";
  ColumnValues values(ColumnType::Text);
  values.add(Cell::passing(scratch));
  scratch = "other";
  values.add(Cell::passing(scratch));
  EXPECT_EQ(values.texts(), (std::vector<std::string_view>{"first", "other"}));
}

TEST(ParquetColumn, knowsTextsByWhatTheySayWhereverTheyLie) {
  const std::string one = "kernel";
  const std::string two = "kernel";
  ColumnValues values(ColumnType::Text);
  values.add(Cell::text(one));
  values.add(Cell::text(two));
  values.add(Cell::text(std::string_view(one).substr(0, 3)));
  EXPECT_EQ(values.texts(), (std::vector<std::string_view>{"kernel", "ker"}));
}

TEST(ParquetColumn, takesNumbersOfAnySize) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  const ParquetTable table =
      written(ColumnType::Integer, {{Cell::integer(least), Cell::integer(-1), Cell{}, Cell::integer(greatest)}});
  EXPECT_EQ(columnIn(table), (std::vector<std::string>{std::to_string(least), "-1", "NULL", std::to_string(greatest)}));
  EXPECT_EQ(table.chunks[0][0].least, std::to_string(least));
  EXPECT_EQ(table.chunks[0][0].greatest, std::to_string(greatest));
}

TEST(ParquetColumn, takesAValueOfAnotherTypeForNull) {
  const ParquetTable table = written(ColumnType::Integer, {{Cell::text("a stream's name"), Cell::integer(7)}});
  EXPECT_EQ(columnIn(table), (std::vector<std::string>{"NULL", "7"}));
}

TEST(ParquetColumn, saysNoRangeOfNumbersThatAreNone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const ParquetTable table =
      written(ColumnType::Real, {{Cell::real(1.5), Cell::real(nan)}, {Cell::real(1.5), Cell::real(-2)}});
  EXPECT_FALSE(table.chunks[0][0].hasRange);
  EXPECT_EQ(std::stod(table.chunks[1][0].least), -2);
  EXPECT_EQ(std::stod(table.chunks[1][0].greatest), 1.5);
}

TEST(ParquetColumn, holdsManyTextsAndRuns) {
  std::vector<std::string> texts;
  for (int i = 0; i < 5000; ++i) {
    texts.push_back("name " + std::to_string(i));
  }
  std::vector<Cell> cells;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < 40'000; ++i) {
    // Runs of every length, and stretches without any.
    const std::size_t text = i % 1000 < 300 ? 7 : i * 2654435761U % texts.size();
    const bool isNull = i % 97 == 0;
    cells.push_back(isNull ? Cell{} : Cell::text(texts[text]));
    expected.push_back(isNull ? "NULL" : texts[text]);
  }
  for (const Codec codec : {Codec::None, Codec::Zstd}) {
    const ParquetTable table = written(ColumnType::Text, {cells}, codec);
    EXPECT_EQ(columnIn(table), expected);
  }
}

TEST(ParquetRuns, areAsTheFormatsOwnExamples) {
  // Encodings.md: the numbers 0 to 7 of three bits are 88 C6 FA behind a header for one group.
  std::string bytes;
  const std::vector<std::uint32_t> numbers{0, 1, 2, 3, 4, 5, 6, 7};
  parquet::appendRuns(bytes, numbers, 3);
  EXPECT_EQ(bytes, "\x03\x88\xC6\xFA");
  bytes.clear();
  parquet::appendRuns(bytes, std::vector<std::uint32_t>(100, 300), 9);
  EXPECT_EQ(bytes, std::string_view("\xC8\x01\x2C\x01", 4)) << "a hundred times 300, in two bytes";
}

TEST(ParquetDeltas, areAsTheFormatsOwnExamples) {
  // Encodings.md, in blocks of 128 with four parts: 1 to 5 are a step of 1 in no bits at all.
  std::string bytes;
  parquet::appendDeltas(bytes, std::vector<std::int64_t>{1, 2, 3, 4, 5});
  EXPECT_EQ(bytes, std::string_view("\x80\x01\x04\x05\x02\x02\0\0\0\0", 10));
  bytes.clear();
  parquet::appendDeltas(bytes, std::vector<std::int64_t>{7, 5, 3, 1, 2, 3, 4, 5});
  EXPECT_EQ(bytes, std::string_view("\x80\x01\x04\x08\x0E\x03\x02\0\0\0\xC0\x3F\0\0\0\0\0\0", 18))
      << "at least -2, what is above it in two bits";
}

TEST(ParquetDeltas, areReadAgainWhateverTheirWidth) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    for (const std::size_t count : {0, 1, 2, 32, 33, 128, 129, 130, 1000}) {
      const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
      std::vector<std::int64_t> numbers;
      std::uint64_t random = 1;
      for (std::size_t i = 0; i < count; ++i) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        numbers.push_back(static_cast<std::int64_t>((random ^ random >> 29U) & mask));
      }
      std::string bytes;
      parquet::appendDeltas(bytes, numbers);
      std::vector<std::int64_t> read(count);
      EXPECT_TRUE(parquet::decodeDeltas(bytes, read));
      EXPECT_EQ(read, numbers) << bits << " bits";
      EXPECT_FALSE(parquet::decodeDeltas(std::string_view(bytes).substr(0, bytes.size() - 1), read))
          << bits << " bits, cut";
      read.resize(count + 1);
      EXPECT_FALSE(parquet::decodeDeltas(bytes, read)) << "of another count";
    }
  }
}

TEST(ParquetColumn, takesManyValuesAtOnce) {
  ColumnValues values(ColumnType::Integer);
  values.addIntegers(std::vector<std::int64_t>{1, 2}, std::vector<std::uint32_t>{1, 1});
  EXPECT_TRUE(values.levels().empty()) << "all are there";
  values.addIntegers(std::vector<std::int64_t>{3, 0, 5, 0}, std::vector<std::uint32_t>{1, 0, 1, 0});
  values.addIntegers(std::vector<std::int64_t>{7}, std::vector<std::uint32_t>{1});
  EXPECT_THAT(values.integers(), testing::ElementsAre(1, 2, 3, 5, 7));
  EXPECT_THAT(values.levels(), testing::ElementsAre(1, 1, 1, 0, 1, 0, 1));
  EXPECT_EQ(values.nullCount(), 2U);
}

}  // namespace
}  // namespace kernline::test
