// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kernline::test {

/// A column of a row group as the footer describes it.
struct ParquetChunk {
  std::int64_t values = 0;
  std::int64_t nulls = 0;
  bool hasRange = false;
  std::string least;  ///< text of the least value
  std::string greatest;
};

/// A Parquet file as read by an independent reader: the parts that Kernline writes, by the format's documents. Fails
/// the running test if the file breaks a rule.
struct ParquetTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;     ///< cells as texts; "NULL"
  std::vector<std::int64_t> groups;               ///< rows of each row group
  std::vector<std::vector<ParquetChunk>> chunks;  ///< chunks of each group, column by column
  std::map<std::string, std::string> metadata;
  std::vector<std::string> sortedBy;  ///< sort order of each group
};

[[nodiscard]] ParquetTable readParquet(const std::string& path);

}  // namespace kernline::test
