// SPDX-License-Identifier: GPL-3.0-or-later
// A row is a row, whatever stands in one of its cells in place of what was there.
#include "core/import/log/read_log.h"
#include "core/model/base/text.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

constexpr std::string_view replacements[] = {"OOM", "inf", "nan", "-", "N/A", "FAILED", ">100", ""};

/// Every one of them takes minutes; set KERNLINE_ALL_MUTATIONS for it. Else some of each file, never the same cell with
/// all replacements, but all cells and all replacements somewhere.
bool isWanted(std::size_t number, std::size_t count) {
  constexpr std::size_t enough = 160;  // mutations per file
  const std::size_t stride = std::getenv("KERNLINE_ALL_MUTATIONS") != nullptr ? 1 : count / enough + 1;
  // Beside the number of replacements, so that each gets its turn.
  return number % (stride % 2 == 0 ? stride + 1 : stride) == 0;
}

std::size_t rowsOfAllTables(const Log& log) {
  std::size_t rows = 0;
  for (const LogTable& table : log.tables()) {
    rows += table.rows.size();
  }
  return rows;
}

/// `line` with `cell`, which begins at `at`, replaced. Where blanks keep columns apart, what stands behind it stays in
/// its column; "" if it cannot.
std::string withCell(const std::string& line, std::size_t at, std::string_view cell, std::string_view by,
                     bool isOfProfiler) {
  // Names of kernels have commas.
  const bool isSeparated = !isOfProfiler && line.find_first_of(",;|\t") != std::string::npos;
  if (isSeparated) {
    return line.substr(0, at) + std::string{by} + line.substr(at + cell.size());
  }
  if (by.empty() || by.size() > cell.size()) {
    return {};
  }
  return line.substr(0, at) + std::string(cell.size() - by.size(), ' ') + std::string{by} +
         line.substr(at + cell.size());
}

std::size_t columnCount(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
}

/// Tables that profilers print with a row a line below a head.
bool hasPrintedRows(const LogTable& table, const std::vector<std::string>& lines) {
  if (table.rows.empty() || table.isInferred) {
    return false;
  }
  const std::string& line = lines[table.rows.front().line - 1];
  const bool isOfProfiler =
      table.kind == TableKind::Torch || table.kind == TableKind::Nsys || table.kind == TableKind::Nvprof;
  const bool isNcuText = table.kind == TableKind::Ncu && line.starts_with(' ');
  return isNcuText || (isOfProfiler && !table.isOfMetrics && !line.contains("\":"));  // no JSON
}

struct Mutation {
  std::size_t line = 0;  // line number, from 0
  std::string text;
};

/// All that replace one cell of one row of a table.
std::vector<Mutation> mutationsOf(const Log& log, const std::vector<std::string>& lines) {
  std::vector<Mutation> mutations;
  for (const LogTable& table : log.tables()) {
    const bool isOfProfiler = hasPrintedRows(table, lines);
    for (std::size_t row = 0; row < table.rows.size() && (isOfProfiler || table.kind == TableKind::Generic); ++row) {
      const std::size_t number = table.rows[row].line - 1;
      std::size_t from = 0;
      for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const std::string_view cell = log.text(table.cell(row, column).text);
        const std::size_t at = cell.empty() ? std::string::npos : lines[number].find(cell, from);
        if (at == std::string::npos) {
          continue;
        }
        from = at + cell.size();
        for (const std::string_view by : replacements) {
          std::string changed = withCell(lines[number], at, cell, by, isOfProfiler);
          // An empty last cell below too few names may be a separator behind each row as well.
          const bool isUnclear =
              changed.ends_with(',') && columnCount(changed) > columnCount(lines[table.firstLine - 1]);
          if (!changed.empty() && !isUnclear) {
            mutations.push_back({number, std::move(changed)});
          }
        }
      }
    }
  }
  return mutations;
}

std::vector<std::string> linesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

class MutatedTables : public testing::TestWithParam<std::string> {};

TEST_P(MutatedTables, keepAllTheirRows) {
  std::vector<std::string> lines = linesOf(readFile(fixture(GetParam())));
  const auto whole = logs::readLogText(joined(lines));
  const std::vector<Mutation> mutations = mutationsOf(*whole, lines);
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    if (!isWanted(i, mutations.size())) {
      continue;
    }
    const std::string before = std::exchange(lines[mutations[i].line], mutations[i].text);
    EXPECT_EQ(rowsOfAllTables(*logs::readLogText(joined(lines))), rowsOfAllTables(*whole))
        << "line " << mutations[i].line + 1 << ": " << mutations[i].text;
    lines[mutations[i].line] = before;
  }
}

std::vector<std::string> tablesToMutate() {
  std::vector<std::string> files;
  for (const std::string& file : filesBelow(fixture(""), {".csv", ".tsv", ".txt", ".md", ".log"})) {
    if (rowsOfAllTables(*logs::readLogText(readFile(fixture(file)))) > 0) {
      files.push_back(file);
    }
  }
  return files;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, MutatedTables, testing::ValuesIn(tablesToMutate()),
                         [](const auto& made) { return testName(made.param); });

}  // namespace
}  // namespace kernline::test
