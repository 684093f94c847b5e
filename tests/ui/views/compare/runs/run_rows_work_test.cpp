// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;

/// Two real runs whose operators have shapes.
class ShapedRuns : public RunsWindowTest {
 protected:
  void SetUp() override {
    Window::SetUp();
    compare({test::shared("h200/Softmax_seq256_trace.json.gz"), test::shared("h200/Flash_seq256_trace.json.gz")});
  }
};

constexpr int firstOfWork = 7;

TEST_F(ShapedRuns, sayWhyRowsHaveChanged) {
  ASSERT_EQ(rows().model()->columnCount(), firstOfWork + 4);
  EXPECT_EQ(heading(*rows().model(), firstOfWork), "From calls");
  EXPECT_EQ(heading(*rows().model(), firstOfWork + 3), "Not modeled");
  const auto* why = part<QLabel>("runsWhy");
  EXPECT_TRUE(why->isVisible());
  EXPECT_THAT(why->text(),
              test::mentions("change-per-step-in", test::anyValue, test::phrase("all-gpu-work"), test::anyValue));
  EXPECT_TRUE(why->text().contains(QStringLiteral("fewer bytes"))) << why->text().toStdString();
  EXPECT_THAT(cell(rows(), 0, firstOfWork, Qt::ToolTipRole), testing::StartsWith("Share of roofline: "));
}

TEST_F(ShapedRuns, sortsRowsByAReason) {
  rows().sortByColumn(firstOfWork + 1, Qt::AscendingOrder);
  EXPECT_THAT(cell(rows(), 0, firstOfWork + 1), testing::StartsWith("-"));
  rows().sortByColumn(firstOfWork + 1, Qt::DescendingOrder);
  EXPECT_THAT(cell(rows(), 0, firstOfWork + 1), testing::StartsWith("+"));
}

TEST_F(ShapedRuns, splitStepsButNoTotalsAndMedians) {
  auto* figure = part<QComboBox>("runsFigure");
  const auto choose = [&](int entry) {
    figure->setCurrentIndex(entry);
    Q_EMIT figure->activated(entry);
  };
  EXPECT_NE(cell(rows(), 0, firstOfWork), "–");
  choose(1);
  EXPECT_EQ(cell(rows(), 0, firstOfWork), "–");
  choose(2);
  EXPECT_EQ(cell(rows(), 0, firstOfWork), "–");
}

TEST_F(Runs, haveNoColumnsOfWorkWithoutShapes) {
  EXPECT_EQ(rows().model()->columnCount(), firstOfWork);
  EXPECT_FALSE(part<QLabel>("runsWhy")->isVisible());
}

}  // namespace
}  // namespace kernline::ui
