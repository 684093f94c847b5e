// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/result_text.h"

#include "ui/kit/tables/table_text.h"
#include "ui/views/query/result_table.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using sql::Cell;

QueryResult someResult() {
  QueryResult result;
  ResultSink sink(result, "SELECT …");
  sink.begin({"name", "n"});
  EXPECT_TRUE(sink.add(std::vector{Cell::text("a,b|c"), Cell::integer(5)}));
  EXPECT_TRUE(sink.add(std::vector{Cell::text("tab\there"), Cell::real(1.5)}));
  EXPECT_TRUE(sink.add(std::vector{Cell{}, Cell{}}));
  return result;
}

std::string written(ResultFormat format) {
  const QueryResult result = someResult();
  std::string text;
  writeRows(result, std::vector<std::uint32_t>{0, 1, 2}, format, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(ResultText, spellsEachFormatAsItsReadersWant) {
  EXPECT_EQ(written(ResultFormat::Csv), "name,n\n\"a,b|c\",5\ntab\there,1.5\n,\n");
  EXPECT_EQ(written(ResultFormat::Tsv), "name\tn\na,b|c\t5\ntab here\t1.5\n\t\n");
  EXPECT_EQ(written(ResultFormat::Markdown),
            "| name | n |\n| --- | ---: |\n| a,b\\|c | 5 |\n| tab\there | 1.5 |\n|  |  |\n");
  EXPECT_EQ(written(ResultFormat::Json),
            "[\n{\"name\":\"a,b|c\",\"n\":5},\n{\"name\":\"tab\\there\",\"n\":1.5},\n{\"name\":null,\"n\":null}\n]\n");
}

TEST(ResultText, endsWithANoteOnWhatWasNotRead) {
  QueryResult result;
  ResultSink sink(result, "");
  sink.begin({"n"});
  const Cell cell = Cell::integer(5);
  EXPECT_TRUE(sink.add({&cell, 1}));
  const auto noted = [&](ResultFormat format) {
    std::string text;
    writeRows(result, std::vector<std::uint32_t>{0}, format, [&](std::string_view piece) { text += piece; }, "cut off");
    return text;
  };
  EXPECT_EQ(noted(ResultFormat::Csv), "n\n5\n# cut off\n");
  EXPECT_EQ(noted(ResultFormat::Tsv), "n\n5\n# cut off\n");
  EXPECT_EQ(noted(ResultFormat::Markdown), "| n |\n| ---: |\n| 5 |\n\ncut off\n");
  EXPECT_EQ(noted(ResultFormat::Json), "[\n{\"n\":5},\n{\"note\":\"cut off\"}\n]\n");
}

TEST(ResultText, goesByTheNameOfTheFile) {
  EXPECT_EQ(formatOf("x.md"), ResultFormat::Markdown);
  EXPECT_EQ(formatOf("x.json"), ResultFormat::Json);
  EXPECT_EQ(formatOf("x.tsv"), ResultFormat::Tsv);
  EXPECT_EQ(formatOf("x"), ResultFormat::Csv);
}

TEST(ResultRows, putNullFirstAndNumbersBeforeTexts) {
  auto result = std::make_shared<QueryResult>();
  ResultSink sink(*result, "");
  sink.begin({"x"});
  for (const Cell& cell : {Cell::text("b"), Cell::integer(10), Cell{}, Cell::real(2.5), Cell::text("a")}) {
    EXPECT_TRUE(sink.add({&cell, 1}));
  }
  const TableRows rows = resultRows(result);
  EXPECT_EQ(arrangeRows(rows, {.column = 0, .order = Qt::AscendingOrder}, {}),
            (std::vector<std::uint32_t>{2, 3, 1, 4, 0}));
  EXPECT_EQ(arrangeRows(rows, {.column = 0, .order = Qt::DescendingOrder}, {}),
            (std::vector<std::uint32_t>{0, 4, 1, 3, 2}));
  EXPECT_EQ(arrangeRows(rows, {.filter = QStringLiteral("5")}, {}), (std::vector<std::uint32_t>{3}));
}

TEST(TableText, turnsTabsIntoTheFormatAskedFor) {
  const QString table = QStringLiteral("name\tcount\na,b\t5\n");
  EXPECT_EQ(tableText(table, false), "name,count\n\"a,b\",5\n");
  EXPECT_EQ(tableText(table, true), "| name | count |\n| --- | --- |\n| a,b | 5 |\n");
}

}  // namespace
}  // namespace kernline::ui
