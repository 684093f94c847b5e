// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what changed, and which rows of it are one.
#include "core/compare/runs/run_key.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

using test::cell;
using test::heading;

TEST_F(Runs, filtersAndSortsItsRows) {
  QTest::keyClicks(part<QLineEdit>("runsFilter"), QStringLiteral("ELU"));
  ASSERT_EQ(rows().model()->rowCount(), 2);
  rows().sortByColumn(3, Qt::AscendingOrder);
  EXPECT_EQ(cell(rows(), 0, 0), "relu");
  EXPECT_EQ(cell(rows(), 0, 4), "gone");
  EXPECT_EQ(cell(rows(), 1, 4), "new");
  EXPECT_EQ(cell(rows(), 1, 6), "– → 1");
}

TEST_F(Runs, pairsTwoSelectedRowsAndPartsThemAgain) {
  part<QLineEdit>("runsFilter")->setText(QStringLiteral("elu"));
  auto* table = part<QTableView>("runsRows");
  auto* pair = part<QPushButton>("runsPairSelected");
  EXPECT_FALSE(pair->isEnabled());
  table->selectAll();
  ASSERT_TRUE(pair->isEnabled());
  QTest::mouseClick(pair, Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && table->model()->rowCount() == 1; }));
  EXPECT_EQ(cell(rows(), 0, 0), "relu ⇄ gelu");
  table->selectRow(0);
  ASSERT_TRUE(pair->isEnabled());
  QTest::mouseClick(pair, Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && table->model()->rowCount() == 2; }));
}

TEST_F(Runs, acceptsAndUndoesAProposal) {
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(1), QStringLiteral("Matching (1 proposed)"));
  part<QTabWidget>("runsTabs")->setCurrentIndex(1);
  QTest::mouseClick(part<QPushButton>("runsAccept"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison()->rows.size() == 2; }));
  QTest::mouseClick(part<QPushButton>("runsUnpair"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison()->rows.size() == 3; }));
  QTest::mouseClick(part<QPushButton>("runsReject"), Qt::LeftButton);
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(1), QStringLiteral("Matching"));
}

TEST_F(Runs, listsWhatOnlyOneHasAndOtherFigures) {
  auto* which = part<QComboBox>("runsWhich");
  which->setFocus();
  QTest::keyClick(which, Qt::Key_Down);
  ASSERT_EQ(rows().model()->rowCount(), 1);
  EXPECT_EQ(cell(rows(), 0, 0), "relu");
  QTest::keyClick(which, Qt::Key_Up);
  EXPECT_EQ(cell(rows(), 0, 1), "100.0 µs") << "a step";
  auto* figure = part<QComboBox>("runsFigure");
  figure->setFocus();
  QTest::keyClick(figure, Qt::Key_Down);
  EXPECT_EQ(cell(rows(), 0, 1), "600.0 µs");
}

TEST_F(Runs, giveNamesTheRoomThatOtherColumnsDoWithout) {
  const char* const longName = "fused_add_layer_norm_backward_0";
  const test::TemporaryFile named{loopText(6, 100, longName)};
  m_window.comparison().compareFiles({QString::fromStdString(m_before.path()), QString::fromStdString(named.path())});
  ASSERT_TRUE(test::waitUntil([&] {
    return hasCompared() && m_runs->comparison()->rows.size() == 3 && m_runs->comparison()->rows[2].name != "gelu" &&
           m_runs->comparison()->rows[1].name != "gelu" && m_runs->comparison()->rows[0].name != "gelu";
  }));
  const auto* table = part<QTableView>("runsRows");
  EXPECT_GT(table->columnWidth(0), table->fontMetrics().horizontalAdvance(QString::fromUtf8(longName)));
  EXPECT_LE(table->columnViewportPosition(6) + table->columnWidth(6), table->viewport()->width()) << "all in sight";
}

TEST_F(Runs, cutNoFiguresWhereRoomIsShort) {
  const test::TemporaryFile many{loopText(144, 100, "relu")};
  const test::TemporaryFile fewer{loopText(100, 70, "gelu")};
  m_window.comparison().compareFiles({QString::fromStdString(many.path()), QString::fromStdString(fewer.path())});
  ASSERT_TRUE(
      test::waitUntil([&] { return hasCompared() && m_runs->comparison()->runs.front().trace->spanCount() == 288; }));
  chooseFigure("total");
  m_runs->resize(1000, 800);
  ASSERT_TRUE(test::waitUntil([&] { return m_runs->width() == 1000 && cell(rows(), 0, 6) == "144 → 100"; }));
  const auto* table = part<QTableView>("runsRows");
  const QFontMetrics metrics = table->fontMetrics();
  constexpr int margins = 8;
  for (int column = 1; column < table->model()->columnCount(); ++column) {
    const QString title = QString::fromStdString(heading(*table->model(), column));
    EXPECT_LE(metrics.horizontalAdvance(title) + margins, table->columnWidth(column)) << title.toStdString();
    for (int row = 0; row < table->model()->rowCount(); ++row) {
      const QString text = QString::fromStdString(cell(rows(), row, column));
      EXPECT_LE(metrics.horizontalAdvance(text) + margins, table->columnWidth(column)) << text.toStdString();
    }
  }
}

TEST_F(Runs, nameRowsAutomaticallyOrAsWasChosenLast) {
  auto* by = part<QComboBox>("runsBy");
  EXPECT_TRUE(by->currentText().startsWith(QStringLiteral("automatic: by "))) << by->currentText().toStdString();
  RunsWindow first;
  first.keepChoices();
  auto* chosen = first.findChild<QComboBox*>(QStringLiteral("runsBy"));
  EXPECT_EQ(chosen->currentText(), QStringLiteral("automatic"));
  chosen->setCurrentIndex(chosen->findText(QStringLiteral("by family")));
  Q_EMIT chosen->activated(chosen->currentIndex());
  RunsWindow next;
  next.keepChoices();
  EXPECT_EQ(next.findChild<QComboBox*>(QStringLiteral("runsBy"))->currentText(), QStringLiteral("by family"));
  std::vector<OpenRun> runs;
  for (int i = 0; i < 2; ++i) {
    const auto* document = qobject_cast<const TraceTab*>(tabs().at(i));
    runs.push_back({.title = QStringLiteral("a"), .path = {}, .trace = document->trace(), .index = nullptr});
  }
  next.setRuns(std::move(runs));
  ASSERT_TRUE(test::waitUntil([&] { return next.comparison() != nullptr; }));
  EXPECT_EQ(next.comparison()->by, RunKey::Family);
  RunsWindow picture;
  EXPECT_EQ(picture.findChild<QComboBox*>(QStringLiteral("runsBy"))->currentText(), QStringLiteral("automatic"))
      << "of which nothing is kept";
  chosen->setCurrentIndex(0);
  Q_EMIT chosen->activated(0);
  RunsWindow last;
  last.keepChoices();
  EXPECT_EQ(last.findChild<QComboBox*>(QStringLiteral("runsBy"))->currentText(), QStringLiteral("automatic"));
}

}  // namespace
}  // namespace kernline::ui
