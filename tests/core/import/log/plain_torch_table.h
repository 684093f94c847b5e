// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// A torch table read in the plainest way: cut at its dashes. The log reader must give the same for tables whose lines
/// were not changed.
struct PlainTable {
  std::uint32_t line = 0;  ///< line of the first row
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::uint32_t> rowLines;
  std::vector<std::string> totals;  ///< values of "… time total: value"
};

/// Every table of `text` that has a dash row above and below its head; `prefix` is before each line.
[[nodiscard]] std::vector<PlainTable> plainTorchTables(std::string_view text, std::string_view prefix = {});

/// Nanoseconds, bytes, shares or counts of a printed cell, by strtold; NaN if it is none.
[[nodiscard]] long double plainValue(std::string_view cell);

}  // namespace kernline::test
