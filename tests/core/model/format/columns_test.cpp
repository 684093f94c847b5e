// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/columns.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kernline::test {

namespace {

struct Launch {
  std::string kernel;
  Duration time;
  std::optional<double> bytes = {};
};

const Columns<Launch> columns{
    {"name", "kernel", Unit::Text, [](const Launch& row) { return row.kernel; }},
    {"time_ns", "time", Unit::Time, [](const Launch& row) { return row.time; }},
    {"bytes", "bytes", Unit::Bytes, [](const Launch& row) { return row.bytes; }},
    {"", "short", Unit::Text, [](const Launch& row) { return row.kernel.substr(0, 2); }},
};

const Launch gemm{.kernel = "gemm, bf16", .time = {1500}, .bytes = 2047.6};
const Launch fill{.kernel = "fill", .time = {20}};

TEST(Columns, ArePickedByTheirKeysInTheOrderOfTheList) {
  const Columns<Launch> chosen = picked(columns, "bytes,short,name");
  ASSERT_EQ(chosen.size(), 3U);
  EXPECT_EQ(chosen[0].key, "bytes");
  EXPECT_EQ(chosen[1].title, "short");
  EXPECT_EQ(chosen[2].key, "name");
}

TEST(Columns, WriteWholeNumbersAndNoUnknownOnesForPrograms) {
  const Columns<Launch> chosen = picked(columns, "name,time_ns,bytes");
  EXPECT_EQ(tableHead(TableForm::Csv, chosen), "name,time_ns,bytes\n");
  EXPECT_EQ(tableLine(TableForm::Csv, chosen, gemm), "\"gemm, bf16\",1500,2048\n");
  EXPECT_EQ(tableLine(TableForm::Csv, chosen, fill), "fill,20,\n");
  EXPECT_EQ(tableLine(TableForm::Markdown, chosen, fill), "| fill | 20 |  |\n");
}

TEST(Columns, ShowUnitsToPeople) {
  EXPECT_EQ(shownText(columns[1].value(gemm), Unit::Time, "–"), "1.500 µs");
  EXPECT_EQ(shownText(columns[2].value(gemm), Unit::Bytes, "–"), "2.000 KiB");
  EXPECT_EQ(shownText(columns[2].value(fill), Unit::Bytes, "–"), "–");
}

TEST(Columns, OfAPartAreUnknownWithoutIt) {
  using Row = std::optional<Launch>;
  Columns<Row> rows;
  append(rows, columns, [](const Row& row) { return row ? &*row : nullptr; });
  EXPECT_EQ(tableLine(TableForm::Csv, picked(rows, "name,time_ns"), Row(fill)), "fill,20\n");
  EXPECT_EQ(tableLine(TableForm::Csv, picked(rows, "name,time_ns"), Row()), ",\n");
}

}  // namespace

}  // namespace kernline::test
