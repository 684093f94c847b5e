// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "ui/views/compare/runs/stacked_timelines.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>

#include <string>

namespace kernline::ui {
namespace {

/// Two real runs whose operators have shapes.
class ShapedRuns : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_window.openFiles({QString::fromStdString(test::shared("h200/Softmax_seq256_trace.json.gz")),
                        QString::fromStdString(test::shared("h200/Flash_seq256_trace.json.gz"))});
    ASSERT_TRUE(settles());
    tabs().setCurrentIndex(0);
    ASSERT_TRUE(settles());  // the file in front is awaited, and the other one may have come first
    m_window.commands()[Command::CompareTraces]->trigger();
    m_runs = m_window.findChild<RunsWindow*>();
    ASSERT_NE(m_runs, nullptr);
    m_runs->resize(1280, 800);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_runs));
    ASSERT_TRUE(compares());
    m_rows = m_runs->findChild<QTableView*>(QStringLiteral("runsRows"));
  }

  bool compares() {
    return test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison() != nullptr; });
  }

  [[nodiscard]] QString cell(int row, int column) const {
    return m_rows->model()->index(row, column).data().toString();
  }
  [[nodiscard]] QString head(int column) const {
    return m_rows->model()->headerData(column, Qt::Horizontal).toString();
  }

  RunsWindow* m_runs = nullptr;
  QTableView* m_rows = nullptr;
};

constexpr int firstOfWork = 7;

TEST_F(ShapedRuns, sayWhyRowsHaveChanged) {
  ASSERT_EQ(m_rows->model()->columnCount(), firstOfWork + 4);
  EXPECT_EQ(head(firstOfWork), QStringLiteral("From calls"));
  EXPECT_EQ(head(firstOfWork + 3), QStringLiteral("Not modelled"));
  const auto* why = m_runs->findChild<QLabel*>(QStringLiteral("runsWhy"));
  EXPECT_TRUE(why->isVisible());
  EXPECT_THAT(why->text(),
              test::mentions("change-per-step-in", test::anyValue, test::phrase("all-gpu-work"), test::anyValue));
  EXPECT_TRUE(why->text().contains(QStringLiteral("fewer bytes"))) << why->text().toStdString();
  const QString tip = m_rows->model()->index(0, firstOfWork).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.startsWith(QStringLiteral("Share of roofline: "))) << tip.toStdString();
}

TEST_F(ShapedRuns, sortsRowsByAReason) {
  m_rows->sortByColumn(firstOfWork + 1, Qt::AscendingOrder);
  EXPECT_TRUE(cell(0, firstOfWork + 1).startsWith(QLatin1Char('-'))) << cell(0, firstOfWork + 1).toStdString();
  m_rows->sortByColumn(firstOfWork + 1, Qt::DescendingOrder);
  EXPECT_TRUE(cell(0, firstOfWork + 1).startsWith(QLatin1Char('+'))) << cell(0, firstOfWork + 1).toStdString();
}

TEST_F(ShapedRuns, splitStepsButNoTotalsAndMedians) {
  auto* figure = m_runs->findChild<QComboBox*>(QStringLiteral("runsFigure"));
  const auto choose = [&](int entry) {
    figure->setCurrentIndex(entry);
    Q_EMIT figure->activated(entry);
  };
  EXPECT_NE(cell(0, firstOfWork), QStringLiteral("–"));
  choose(1);
  EXPECT_EQ(cell(0, firstOfWork), QStringLiteral("–"));
  choose(2);
  EXPECT_EQ(cell(0, firstOfWork), QStringLiteral("–"));
}

TEST_F(Runs, haveNoColumnsOfWorkWithoutShapes) {
  EXPECT_EQ(part<QTableView>("runsRows")->model()->columnCount(), firstOfWork);
  EXPECT_FALSE(part<QLabel>("runsWhy")->isVisible());
}

}  // namespace
}  // namespace kernline::ui
