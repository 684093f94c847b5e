// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that others printed, with the columns, rows and totals that each must give.
#include "tests/core/cases/peer_cases.h"
#include "tests/core/import/log/log_view.h"
#include "tests/core/import/log/plain_torch_table.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace kernline::test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string joinedWithoutBlanks(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    joined += text;
  }
  std::erase(joined, ' ');
  return joined;
}

/// Rows as the cases have them: a further frame of a stack is a row whose other cells are empty.
Rows rowsWithFrames(const Log& log, const LogTable& table) {
  Rows rows;
  const auto source = table.columnOf(ColumnRole::Source);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::vector<std::string> cells = rowTexts(log, table, r);
    std::string frames = source ? cells[*source] : "";
    const std::size_t end = std::min(frames.find('\n'), frames.size());
    if (source) {
      cells[*source] = frames.substr(0, end);
    }
    rows.push_back(cells);
    while (source && end < frames.size() && frames.find('\n') != std::string::npos) {
      frames.erase(0, frames.find('\n') + 1);
      std::vector<std::string> further(cells.size());
      further[*source] = frames.substr(0, frames.find('\n'));
      rows.push_back(further);
    }
  }
  return rows;
}

class TableCases : public PeerCaseTest {};

TEST_P(TableCases, giveTheirColumnsRowsAndTotals) {
  const nlohmann::json& expected = GetParam().json;
  const auto document = openDocument(shared(expected["file"].get<std::string>()));
  ASSERT_TRUE(document) << document.error().message.english();
  const auto log = std::get<std::shared_ptr<const Log>>(*document);
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables().front();
  EXPECT_EQ(table.kind, TableKind::Torch);

  // The cases cut the head where the dashes are, and cut into names that stand out over them; all letters are there.
  const auto columns = expected["columns"].get<std::vector<std::string>>();
  EXPECT_EQ(joinedWithoutBlanks(columnNames(*log, table)), joinedWithoutBlanks(columns));
  EXPECT_EQ(table.columns.size(), columns.size());

  const Rows rows = rowsWithFrames(*log, table);
  ASSERT_EQ(rows.size(), expected["n_rows"].get<std::size_t>());
  const Rows first = expected["first_rows"];
  for (std::size_t r = 0; r < first.size(); ++r) {
    EXPECT_EQ(joinedWithoutBlanks(rows[r]), joinedWithoutBlanks(first[r]));
    for (std::size_t c = 0; c < first[r].size(); ++c) {
      EXPECT_EQ(rows[r][c], first[r][c]);
    }
  }
  EXPECT_EQ(rows.back(), expected["last_row"].get<std::vector<std::string>>());
  EXPECT_EQ(table.totals.size(), expected["totals"].size());
  for (const LogTotal& total : table.totals) {
    const std::string printed = expected["totals"][std::string{log->text(total.device)}];
    EXPECT_EQ(total.value.number, static_cast<double>(plainValue(printed)));
  }
  EXPECT_EQ(issuesText(*log), "");
}

INSTANTIATE_TEST_SUITE_P(Tables, TableCases, testing::ValuesIn(peerCases("tables", "file")), [](const auto& param) {
  return testName(param.param.json["file"].template get<std::string>());
});

}  // namespace
}  // namespace kernline::test
