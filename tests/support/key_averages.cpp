// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/key_averages.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace kernline::test {

namespace {

/// The cells of a line: two blanks and more are between them.
std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t at = line.find_first_not_of(' ');
  while (at != std::string::npos) {
    const std::size_t end = std::min(line.find("  ", at), line.size());
    cells.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return cells;
}

PrintedTime timeOf(const std::string& cell) {
  const double number = std::stod(cell);
  const double unit = cell.ends_with("us") ? 1e3 : cell.ends_with("ms") ? 1e6 : 1e9;
  return {.ns = number * unit, .lastDigitNs = unit / 1000};
}

std::size_t columnOf(const std::vector<std::string>& titles, std::string_view title) {
  return static_cast<std::size_t>(std::ranges::find(titles, title) - titles.begin());
}

}  // namespace

bool PrintedTime::isOf(std::int64_t exact) const {
  return std::abs(ns - static_cast<double>(exact)) <= lastDigitNs * 0.5 + 0.01;
}

bool KeyAverage::isOf(std::string_view fullName) const {
  return name == fullName ||
         (name.ends_with("...") && fullName.starts_with(std::string_view{name}.substr(0, name.size() - 3)));
}

std::vector<std::vector<KeyAverage>> keyAverages(const std::string& log) {
  std::vector<std::vector<KeyAverage>> tables;
  std::vector<std::string> titles;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("g0: ") || line.starts_with("g1: ")) {
      line.erase(0, 4);
    }
    const std::vector<std::string> cells = cellsOf(line);
    if (line.contains("Self CPU %") && line.contains("# of Calls")) {
      titles = cells;
      tables.emplace_back();
    } else if (line.starts_with("Self CPU time")) {
      titles.clear();
    } else if (!titles.empty() && cells.size() == titles.size() && !line.starts_with("---")) {
      tables.back().push_back({.name = cells[0],
                               .calls = std::stoull(cells[columnOf(titles, "# of Calls")]),
                               .cpuSelf = timeOf(cells[columnOf(titles, "Self CPU")]),
                               .cpuTotal = timeOf(cells[columnOf(titles, "CPU total")]),
                               .cudaSelf = timeOf(cells[columnOf(titles, "Self CUDA")]),
                               .cudaTotal = timeOf(cells[columnOf(titles, "CUDA total")])});
    }
  }
  return tables;
}

}  // namespace kernline::test
