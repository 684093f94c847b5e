// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges, notes, palettes and the session in the whole window.
#include "tests/support/trace_query.h"
#include "tests/ui/views/logs/sample_log.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/details/duration_chart.h"
#include "ui/views/logs/log_page.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/title_width.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::TemporaryFile;
using test::waitUntil;

TEST_F(Window, aChosenRangeLimitsStatisticsAndSearchAndSaysSo) {
  openSmallTrace();
  auto* field = child<QLineEdit>("searchField");
  QTest::keyClicks(field, QStringLiteral("gemm"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("searchCount")->text(), QStringLiteral("2 matches"));
  view().chooseRange(TimeRange{{20'000}, {30'000}});  // the shorter kernel
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("searchCount")->text(), QStringLiteral("1 match in the range"));
  auto* scope = child<QComboBox>("statisticsScope");
  EXPECT_EQ(scope->currentText(), QStringLiteral("Selected range"));
  auto* strip = child<QWidget>("rangeStrip");
  EXPECT_TRUE(strip->isVisible());
  EXPECT_EQ(child<QLabel>("rangeActivity")->text().toStdString(), "GPU 0 busy 10.00 µs (100.0 %), idle 0 ns, 1 kernel");
  EXPECT_TRUE(waitUntil([&] {
    const auto* table = child<QTableView>("statisticsView");
    return table->model()->rowCount() == 1;
  }));
  view().chooseRange(std::nullopt);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(strip->isVisible());
  EXPECT_EQ(scope->currentText(), QStringLiteral("Whole trace"));
  EXPECT_EQ(child<QLabel>("searchCount")->text(), QStringLiteral("2 matches"));
}

TEST_F(Window, aChosenRangeIsKnownToTheNanosecond) {
  openSmallTrace();
  view().chooseRange(TimeRange{{20'003}, {150'460}});
  EXPECT_EQ(child<QLabel>("rangeLength")->text().toStdString(), "130.5 µs from 20.00 µs");
  EXPECT_EQ(child<QLabel>("rangeLength")->toolTip().toStdString(), "130.457 µs from 20.003 µs");
}

TEST_F(Window, theDurationsOfANameAreShownAndADragFiltersThem) {
  openSmallTrace();
  auto* list = child<QTableView>("statisticsView");
  ASSERT_TRUE(waitUntil([&] { return list->model()->rowCount() > 0; }));
  view().select(test::spanNamed(trace(), "aten::mm"));
  ASSERT_TRUE(settles());
  auto* chart = child<DurationChart>("durationChart");
  EXPECT_FALSE(chart->isVisible());  // one of its name
  SpanId longest = SpanId::none;
  for (std::uint32_t i = 0; i < trace().spanCount(); ++i) {
    longest = trace().duration(SpanId{i}) == Duration{30'000} ? SpanId{i} : longest;
  }
  view().select(longest);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(waitUntil([&] { return chart->isVisible(); }));
  EXPECT_TRUE(child<QLabel>("nameFigures")->text().startsWith(QStringLiteral("2 spans")));
  Q_EMIT chart->durationsChosen({25'000}, {30'000});
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("searchCount")->text(), QStringLiteral("1 of 1"));
}

TEST_F(Window, tracksAndCommandsAreFoundByTyping) {
  openSmallTrace();
  press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  auto* field = child<QLineEdit>("paletteField");
  ASSERT_NE(field, nullptr);
  QTest::keyClicks(field, QStringLiteral("collapse all"));
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(waitUntil([&] { return child<QLineEdit>("paletteField") == nullptr; }));
  press(Qt::Key_P, Qt::ControlModifier);
  field = child<QLineEdit>("paletteField");
  ASSERT_NE(field, nullptr);
  QTest::keyClicks(field, QStringLiteral("stream"));
  EXPECT_EQ(child<QTableView>("paletteList")->model()->rowCount(), 1);
  QTest::keyClick(field, Qt::Key_Return);
}

TEST_F(Window, whatWasOpenComesBackWhereItWas) {
  openSmallTrace();
  const TemporaryFile second(test::smallTraceText());
  const TemporaryFile gone(test::smallTraceText());
  m_window.openFiles({QString::fromStdString(second.path()), QString::fromStdString(gone.path())});
  ASSERT_TRUE(settles());
  tabs().setCurrentIndex(1);
  ASSERT_TRUE(waitUntil([&] { return tabs().at(1)->state() == FileTab::State::Ready; }));
  view().setVisibleRange({{20'000}, {50'000}});
  view().chooseRange(TimeRange{{30'000}, {40'000}});
  m_window.close();
  std::filesystem::remove(gone.path());

  MainWindow next;
  next.show();
  ASSERT_TRUE(next.restoreSession());
  auto* restored = next.findChild<FileTabs*>(QStringLiteral("fileTabs"));
  ASSERT_EQ(restored->count(), 2);
  EXPECT_EQ(restored->currentIndex(), 1);
  ASSERT_TRUE(test::settles(next));
  EXPECT_EQ(next.currentTrace()->view()->visibleRange(), (TimeRange{{20'000}, {50'000}}));
  EXPECT_EQ(next.currentTrace()->view()->chosenRange(), std::optional(TimeRange{{30'000}, {40'000}}));
  ASSERT_TRUE(waitUntil([&] { return restored->at(0)->state() == FileTab::State::Ready; }));
  EXPECT_TRUE(dynamic_cast<TraceTab*>(restored->at(0))->view()->scene().time().showsAll());
}

TEST_F(Window, whatWasSelectedAndShownOfATraceComesBack) {
  openSmallTrace();
  view().select(test::spanNamed(trace(), "aten::mm"));
  m_window.currentTrace()->showNotes({.idle = true});
  view().setTitleWidth(287);
  m_window.close();

  MainWindow next;
  next.show();
  ASSERT_TRUE(next.restoreSession());
  ASSERT_TRUE(test::settles(next));
  const TraceTab* tab = next.currentTrace();
  EXPECT_EQ(tab->view()->selection(), test::spanNamed(*tab->trace(), "aten::mm"));
  EXPECT_TRUE(tab->view()->scene().shownNotes().idle);
  EXPECT_FALSE(tab->view()->scene().shownNotes().queues);
  EXPECT_EQ(tab->page(), TraceTab::Page::Timeline);
  EXPECT_EQ(tab->view()->titleWidth(), 287);
  storeTitleWidth(0);
}

TEST_F(Window, thePageOfATraceComesBack) {
  openSmallTrace();
  m_window.currentTrace()->showPage(TraceTab::Page::Overview);
  ASSERT_TRUE(settles());
  m_window.close();
  MainWindow next;
  next.show();
  ASSERT_TRUE(next.restoreSession());
  ASSERT_TRUE(test::settles(next));
  EXPECT_EQ(next.currentTrace()->page(), TraceTab::Page::Overview);
}

TEST_F(Window, thePageOfALogComesBack) {
  const TemporaryFile file(test::sampleLogText(), ".log");
  m_window.openFiles({QString::fromStdString(file.path())});
  ASSERT_TRUE(settles());
  LogTab* log = m_window.currentLog();
  ASSERT_NE(log, nullptr);
  const QString first = log->page()->place();
  const auto* tree = log->findChild<QTreeView*>();
  for (int i = 0; i < 3; ++i) {
    QTest::keyClick(const_cast<QTreeView*>(tree), Qt::Key_Down);
  }
  const QString place = log->page()->place();
  ASSERT_NE(place, first);
  log->page()->showText(true);
  log->page()->showChart(false);
  log->showComparison(true);
  ASSERT_TRUE(settles());
  m_window.close();

  MainWindow next;
  next.show();
  ASSERT_TRUE(next.restoreSession());
  ASSERT_TRUE(test::settles(next));
  ASSERT_NE(next.currentLog(), nullptr);
  EXPECT_TRUE(next.currentLog()->showsComparison());
  EXPECT_EQ(next.currentLog()->page()->place(), place);
  EXPECT_TRUE(next.currentLog()->page()->showsText());
  EXPECT_FALSE(next.currentLog()->page()->showsChart());
}

TEST_F(Window, withoutAnEarlierSessionNothingComesBack) {
  m_window.close();
  MainWindow next;
  EXPECT_FALSE(next.restoreSession());
}

TEST_F(Window, mWritesANoteThatIsKeptBesideTheTrace) {
  openSmallTrace();
  view().select(test::spanNamed(trace(), "aten::mm"));
  press(Qt::Key_M);
  auto* dialog = child<QInputDialog>("noteDialog");
  ASSERT_NE(dialog, nullptr);
  QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("look here"));
  QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  ASSERT_TRUE(test::settles(*m_window.currentTrace()->notes()));
  const std::filesystem::path file = notesFileOf(m_file.path());
  const Expected<std::vector<Note>> kept = readNotes(file);
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->size(), 1U);
  EXPECT_EQ(kept->front().text, "look here");
  EXPECT_EQ(kept->front().spanName, "aten::mm");

  view().clearSelection();
  m_window.activateWindow();  // no window manager does it after a dialog
  ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
  press(Qt::Key_F7);
  ASSERT_TRUE(child<QWidget>("notesPanel")->isVisible());
  auto* list = child<QTableView>("notesView");
  ASSERT_EQ(list->model()->rowCount(), 1);
  const QRect cell = list->visualRect(list->model()->index(0, 0));
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, cell.center());
  ASSERT_TRUE(settles());
  EXPECT_EQ(view().selection(), test::spanNamed(trace(), "aten::mm"));
  QTest::keyClick(list, Qt::Key_Delete);
  EXPECT_TRUE(waitUntil([&] { return !std::filesystem::exists(file); }));
  EXPECT_EQ(m_window.focusWidget(), child<QWidget>("notesPanel")) << "not what takes the keys of a hidden list";
  EXPECT_TRUE(m_window.commands()[Command::Undo]->isEnabled());
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(waitUntil([&] { return list->model()->rowCount() == 1; })) << "a slip of the hand costs nothing";
  EXPECT_TRUE(waitUntil([&] { return std::filesystem::exists(file); }));
  EXPECT_TRUE(m_window.commands()[Command::Redo]->isEnabled());
}

}  // namespace
}  // namespace kernline::ui
