// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/arrow_table.h"

#include "core/output/arrow/arrow_export.h"
#include "core/output/sql/span_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using arrow::ArrowTable;
using arrow::ArrowTableBuilder;
using sql::Cell;
using sql::ColumnType;

ArrowTable columnOf(ColumnType type, const std::vector<Cell>& cells) {
  ArrowTableBuilder builder(cells.size());
  builder.addColumn({"column", type});
  for (std::size_t piece = 0; piece < builder.pieceCount(); ++piece) {
    parquet::ColumnValues values(type);
    const std::size_t first = piece * ArrowTableBuilder::pieceRows;
    for (std::size_t i = first; i < std::min(first + ArrowTableBuilder::pieceRows, cells.size()); ++i) {
      values.add(cells[i]);
    }
    builder.put(0, piece, values);
  }
  return builder.finish({{"key", "value"}});
}

TEST(ArrowTable, keepsNullsAndEmptyTextsApart) {
  const ArrowTable table = columnOf(ColumnType::Text, {Cell::text("a"), Cell{}, Cell::text(""), Cell::text("a")});
  const arrow::ArrowColumn& column = table.columns[0];
  EXPECT_EQ(column.nullCount(), 1U);
  EXPECT_TRUE(column.isNull(1));
  EXPECT_EQ(column.text(static_cast<std::size_t>(column.codes()[0])), "a");
  EXPECT_EQ(column.text(static_cast<std::size_t>(column.codes()[2])), "");
  EXPECT_EQ(column.codes()[3], column.codes()[0]);
  EXPECT_EQ(column.textCount(), 2U);
  EXPECT_EQ(column.validity()[0] & 0xFU, 0b1101U);
}

TEST(ArrowTable, hasNoBitsWhereNothingIsNull) {
  EXPECT_EQ(columnOf(ColumnType::Real, {Cell::real(1.5), Cell::real(2)}).columns[0].validity(), nullptr);
  EXPECT_EQ(columnOf(ColumnType::Integer, {}).columns[0].validity(), nullptr);
}

TEST(ArrowTable, numbersTextsOfAllPiecesInTheOrderOfRows) {
  std::vector<Cell> cells(ArrowTableBuilder::pieceRows, Cell::text("first"));
  cells.resize(2 * ArrowTableBuilder::pieceRows, Cell::text("second"));
  cells.push_back(Cell::text("third"));
  cells.push_back(Cell::text("first"));
  const ArrowTable table = columnOf(ColumnType::Text, cells);
  const arrow::ArrowColumn& column = table.columns[0];
  EXPECT_EQ(column.textBytes(), "firstsecondthird");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ASSERT_EQ(column.text(static_cast<std::size_t>(column.codes()[i])), cells[i].asText()) << i;
  }
}

TEST(ArrowTable, takesNumbersOfTextsAndWhatTheyAreCodesOf) {
  ArrowTableBuilder builder(4);
  builder.addColumn({"column", ColumnType::Text});
  std::ranges::copy(std::vector<std::uint32_t>{9, sql::noKey, 4, 2}, builder.numbers(0));
  std::vector<std::int32_t> codes(10, 1);
  codes[9] = 0;
  codes[4] = ArrowTableBuilder::null;
  builder.putCodes(0, 0, codes, true);
  builder.setTexts(0, std::vector<std::string_view>{"nine", "two"});
  const ArrowTable table = builder.finish({});
  const arrow::ArrowColumn& column = table.columns[0];
  EXPECT_EQ(column.nullCount(), 2U);
  EXPECT_TRUE(column.isNull(1) && column.isNull(2));
  EXPECT_EQ(column.text(static_cast<std::size_t>(column.codes()[0])), "nine");
  EXPECT_EQ(column.text(static_cast<std::size_t>(column.codes()[3])), "two");
}

TEST(ArrowTable, takesIntegersWhereTheyBelongAndWhereTheyLie) {
  constexpr std::size_t rows = ArrowTableBuilder::pieceRows + 1;
  const std::shared_ptr<const std::int64_t[]> stored = std::make_shared<std::int64_t[]>(rows, 7);
  ArrowTableBuilder builder(rows);
  builder.addColumn({"written", ColumnType::Integer});
  builder.addStored({"stored", ColumnType::Integer}, stored);
  std::fill_n(builder.integers(0), rows, 5);
  builder.putLevels(0, 0, ArrowTableBuilder::pieceRows, {});
  builder.putLevels(0, ArrowTableBuilder::pieceRows, 1, std::vector<std::uint32_t>{0});
  const ArrowTable table = builder.finish({});
  EXPECT_EQ(table.columns[0].nullCount(), 1U);
  EXPECT_FALSE(table.columns[0].isNull(rows - 2));
  EXPECT_TRUE(table.columns[0].isNull(rows - 1));
  EXPECT_EQ(table.columns[1].integers(), stored.get());
  EXPECT_EQ(table.columns[1].validity(), nullptr);
}

TEST(ArrowExport, handsOutTheMemoryOfTheTableUntilAllIsReleased) {
  auto table =
      std::make_shared<const ArrowTable>(columnOf(ColumnType::Integer, {Cell::integer(7), Cell{}, Cell::integer(9)}));
  const std::weak_ptr<const ArrowTable> watched = table;
  const std::int64_t* const values = table->columns[0].integers();
  ArrowArrayStream stream;
  arrow::exportStream(std::move(table), stream);
  ArrowArray batch;
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  EXPECT_EQ(batch.length, 3);
  EXPECT_EQ(batch.children[0]->buffers[1], values);
  EXPECT_EQ(batch.children[0]->null_count, 1);
  ArrowArray end;
  ASSERT_EQ(stream.get_next(&stream, &end), 0);
  EXPECT_EQ(end.release, nullptr) << "one batch is all";
  stream.release(&stream);
  EXPECT_EQ(stream.release, nullptr);
  // A consumer may take a child for itself.
  ArrowArray taken = *batch.children[0];
  batch.children[0]->release = nullptr;
  batch.release(&batch);
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(static_cast<const std::int64_t*>(taken.buffers[1])[2], 9);
  taken.release(&taken);
  EXPECT_TRUE(watched.expired());
}

TEST(ArrowExport, describesColumnsAndMetadata) {
  ArrowSchema schema;
  arrow::exportSchema(columnOf(ColumnType::Text, {}), schema);
  EXPECT_STREQ(schema.format, "+s");
  ASSERT_EQ(schema.n_children, 1);
  EXPECT_STREQ(schema.children[0]->name, "column");
  EXPECT_STREQ(schema.children[0]->format, "i");
  EXPECT_STREQ(schema.children[0]->dictionary->format, "U");
  const std::string_view metadata(schema.metadata, 20);
  EXPECT_EQ(metadata, std::string_view("\1\0\0\0\3\0\0\0key\5\0\0\0value", 20));
  schema.release(&schema);
  EXPECT_EQ(schema.release, nullptr);
}

}  // namespace
}  // namespace kernline::test
