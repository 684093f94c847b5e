// SPDX-License-Identifier: GPL-3.0-or-later
// The queries that ship for other engines: those of the page for DuckDB, and the same for each dialect.
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>

namespace kernline::test {
namespace {

const std::filesystem::path resources = std::filesystem::path(KERNLINE_SOURCE_DIR) / "resources";

std::set<std::string> queriesFor(const char* dialect) {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(resources / "queries" / dialect)) {
    names.insert(file.path().filename().string());
  }
  return names;
}

/// The statements of a file as a block of code of a page.
std::string blockOf(const std::string& sql) {
  std::istringstream lines(sql);
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("--")) {
      block += "    " + line + "\n";
    }
  }
  return block.substr(0, block.rfind(';'));
}

TEST(Queries, areThereForEachDialect) {
  const auto names = queriesFor("duckdb");
  EXPECT_GE(names.size(), 6U);
  EXPECT_EQ(queriesFor("clickhouse"), names);
  EXPECT_EQ(queriesFor("spark"), names);
}

TEST(Queries, areThoseOfThePage) {
  const std::string page = readFile((resources / "docs" / "file-schemas.md").string());
  for (const std::string& name : queriesFor("duckdb")) {
    EXPECT_THAT(page, testing::HasSubstr(blockOf(readFile((resources / "queries" / "duckdb" / name).string()))))
        << name;
  }
}

}  // namespace
}  // namespace kernline::test
