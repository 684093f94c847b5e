// SPDX-License-Identifier: GPL-3.0-or-later
// What pages of several files say where one of them was read only partly.
#include "core/import/log/read_log.h"
#include "tests/support/part_of_trace.h"
#include "tests/support/says.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/facts/part_line.h"
#include "ui/kit/style/elided_label.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/series_page.h"
#include "ui/views/compare/tables/comparison_page.h"

#include <QMenu>
#include <QWidget>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Returns the line above a page; empty where it is hidden.
std::string lineAbove(const QWidget& page) {
  const auto* line = page.findChild<PartLine*>();
  return line->isHidden() ? std::string() : line->findChild<ElidedLabel*>()->text().toStdString();
}

std::shared_ptr<const Log> partOfLog() {
  std::stop_source enough;
  enough.request_stop();
  return logs::readLogText("seq_len: 128, ms: 1.5\n", {.memoryExhausted = enough.get_token()});
}

std::shared_ptr<const Log> wholeLog() {
  return logs::readLogText("seq_len: 128, ms: 1.5\n", {});
}

TEST(PartOfRuns, isSaidAboveMatrices) {
  ComparisonPage page;
  page.setLogs({wholeLog(), partOfLog()});
  EXPECT_THAT(lineAbove(page), test::mentions("limit-reached-at-line", "1"));
  page.setLogs({wholeLog()});
  EXPECT_THAT(lineAbove(page), IsEmpty());
}

TEST(PartOfRuns, isSaidOnceWhereTheTabOfTheLogSaysItAlready) {
  ComparisonPage page;
  page.offerLogs([](QMenu&) {});
  page.setLogs({partOfLog()});
  EXPECT_THAT(lineAbove(page), IsEmpty());
  page.setLogs({partOfLog(), partOfLog()});
  EXPECT_THAT(lineAbove(page), test::mentions("limit-reached-at-line", "1"));
  page.setLogs({});
  EXPECT_THAT(lineAbove(page), IsEmpty());
}

TEST(PartOfRuns, isSaidAboveTheMatrixAndTheSeriesOfTraces) {
  const std::vector<OpenRun> runs{
      {.title = QStringLiteral("first.json"), .path = {}, .trace = test::partOfTrace(), .index = nullptr},
      {.title = QStringLiteral("second.json"), .path = {}, .trace = test::partOfTrace(), .index = nullptr}};
  SeriesPage series;
  series.showRuns(runs);
  EXPECT_THAT(lineAbove(series), HasSubstr("second.json: The memory limit was reached"));
  MatrixPage matrix;
  matrix.showFiles(runs, {});
  EXPECT_TRUE(test::waitUntil([&] { return !matrix.isBusy() && !lineAbove(*matrix.page()).empty(); }));
  EXPECT_THAT(lineAbove(*matrix.page()), HasSubstr("first.json: The memory limit was reached"));
  EXPECT_TRUE(test::settles(series));
}

}  // namespace
}  // namespace kernline::ui
