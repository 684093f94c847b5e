// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracks/tracks_panel.h"

#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/views/timeline/kept_arrangements.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/tracks/tracks_model.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

std::shared_ptr<const Trace> fiveRows() {
  return test::sketch(R"(
    gpu 0/07: k07 0+100
    gpu 0/20: k20 0+100
    gpu 0/24: k24 0+100
    cpu 4711/main: op 0+100
    counter cpu 4711: allocated 1@5)");
}

class TracksList : public ::testing::Test {
 protected:
  TracksList() {
    m_trace = fiveRows();
    m_view.setTrace(m_trace);
    m_panel.setScene(&m_view.scene());
    m_panel.resize(320, 500);
    m_panel.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_panel));
    m_panel.activateWindow();
    m_filter = m_panel.findChild<QLineEdit*>("trackFilter");
    m_tree = m_panel.findChild<QTreeView*>("trackTree");
    m_model = m_panel.findChild<TracksModel*>();
  }

  [[nodiscard]] RowId row(std::string_view span) const {
    return rowOf(m_trace->trackOf(test::spanNamed(*m_trace, span)));
  }
  [[nodiscard]] QStringList titles(const QModelIndex& parent = {}) const {
    QStringList all;
    for (int i = 0; i < m_model->rowCount(parent); ++i) {
      const QModelIndex at = m_model->index(i, 0, parent);
      all << at.data().toString();
      all << titles(at);
    }
    return all;
  }
  void goTo(RowId id) {
    m_tree->setFocus();
    m_tree->setCurrentIndex(m_model->indexOf(id));
  }
  [[nodiscard]] RowArranger& arranger() { return m_view.scene().arranger(); }
  [[nodiscard]] RowId current() const { return m_model->rowAt(m_tree->currentIndex()); }

  std::shared_ptr<const Trace> m_trace;
  TimelineView m_view;
  TracksPanel m_panel;
  QLineEdit* m_filter = nullptr;
  QTreeView* m_tree = nullptr;
  TracksModel* m_model = nullptr;
};

TEST_F(TracksList, listsGroupsAndRows) {
  EXPECT_EQ(titles(),
            QStringList({"GPU 0", "stream 07", "stream 20", "stream 24", "python (4711)", "main", "allocated"}));
  EXPECT_TRUE(m_tree->isExpanded(m_model->index(0, 0)));
}

TEST_F(TracksList, keepsTheRulesOfModels) {
  const QAbstractItemModelTester tester(m_model, QAbstractItemModelTester::FailureReportingMode::Warning);
  arranger().act(row("k20"), RowAction::Pin);
  arranger().act(row("k24"), RowAction::Hide);
  m_view.setTrace(nullptr);
  EXPECT_EQ(m_model->rowCount(), 0);
  m_view.setTrace(m_trace);
  EXPECT_EQ(m_model->rowCount(), 2);
}

TEST_F(TracksList, typingFiltersTheTimelineAndTheList) {
  QTest::keyClicks(m_filter, "2");
  EXPECT_EQ(arranger().arrangement().filter(), "2");
  EXPECT_EQ(titles(), QStringList({"GPU 0", "stream 20", "stream 24"}));
  EXPECT_EQ(m_panel.findChild<QLabel*>()->isVisible(), true);
  QTest::keyClick(m_filter, Qt::Key_Down);
  EXPECT_TRUE(m_tree->hasFocus());
  EXPECT_TRUE(m_tree->currentIndex().isValid());
}

TEST_F(TracksList, spaceHidesAndShows) {
  goTo(row("k20"));
  QTest::keyClick(m_tree, Qt::Key_Space);
  EXPECT_TRUE(arranger().arrangement().state(row("k20")).isHidden);
  EXPECT_EQ(m_model->index(0, 0).data(Qt::CheckStateRole).toInt(), Qt::PartiallyChecked);
  EXPECT_EQ(current(), row("k20"));
  QTest::keyClick(m_tree, Qt::Key_Space);
  EXPECT_FALSE(arranger().arrangement().state(row("k20")).isHidden);
}

TEST_F(TracksList, aClickOnTheBoxHides) {
  const QRect item = m_tree->visualRect(m_model->indexOf(row("k20")));
  QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, QPoint(item.left() + 10, item.center().y()));
  EXPECT_TRUE(arranger().arrangement().state(row("k20")).isHidden);
}

TEST_F(TracksList, aClickBesideTheNamePins) {
  const QModelIndex at = m_model->indexOf(row("k20"));
  QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(at.siblingAtColumn(1)).center());
  EXPECT_TRUE(arranger().arrangement().isPinned(row("k20")));
  EXPECT_EQ(titles().mid(0, 2), QStringList({"Pinned", "stream 20 · GPU 0"}));
}

TEST_F(TracksList, keysPinAndMoveAndTheCursorFollows) {
  goTo(row("k07"));
  QTest::keyClick(m_tree, Qt::Key_Down, Qt::AltModifier);
  EXPECT_EQ(titles().mid(0, 4), QStringList({"GPU 0", "stream 20", "stream 07", "stream 24"}));
  EXPECT_EQ(current(), row("k07"));
  QTest::keyClick(m_tree, Qt::Key_P);
  EXPECT_TRUE(arranger().arrangement().isPinned(row("k07")));
  EXPECT_EQ(current(), row("k07"));
}

TEST_F(TracksList, aRowIsDroppedBetweenOthers) {
  const QModelIndex gpu = m_model->index(0, 0);
  std::unique_ptr<QMimeData> data(m_model->mimeData({m_model->indexOf(row("k24"))}));
  m_model->dropMimeData(data.get(), Qt::MoveAction, 0, 0, gpu);
  EXPECT_EQ(titles().mid(0, 4), QStringList({"GPU 0", "stream 24", "stream 07", "stream 20"}));
}

TEST_F(TracksList, aRowIsPinnedByDroppingItAmongThePinnedAndLetGoByDroppingItBack) {
  arranger().act(row("k07"), RowAction::Pin);
  std::unique_ptr<QMimeData> data(m_model->mimeData({m_model->indexOf(row("k24"))}));
  m_model->dropMimeData(data.get(), Qt::MoveAction, 0, 0, m_model->indexOf(pinnedGroup));
  EXPECT_EQ(arranger().arrangement().pinned(), (std::vector{row("k24"), row("k07")}));
  data.reset(m_model->mimeData({m_model->indexOf(row("k24"))}));
  const QModelIndex gpu = m_model->indexOf(homeOf(*m_trace, row("k24"), Grouping::Process));
  m_model->dropMimeData(data.get(), Qt::MoveAction, -1, 0, gpu);
  EXPECT_EQ(arranger().arrangement().pinned(), std::vector{row("k07")});
}

TEST_F(TracksList, aStrangersDropIsRefused) {
  QMimeData text;
  text.setText("hello");
  EXPECT_FALSE(m_model->dropMimeData(&text, Qt::MoveAction, 0, 0, m_model->index(0, 0)));
  QMimeData nonsense;
  nonsense.setData("application/x-kernline-row", "9 99999");
  EXPECT_FALSE(m_model->dropMimeData(&nonsense, Qt::MoveAction, 0, 0, m_model->index(0, 0)));
}

TEST_F(TracksList, theGroupingCanBeChosen) {
  auto* grouping = m_panel.findChild<QComboBox*>("trackGrouping");
  grouping->setFocus();
  QTest::keyClick(grouping, Qt::Key_Down);
  EXPECT_EQ(arranger().arrangement().grouping(), Grouping::Device);
  EXPECT_EQ(titles().filter("Host"), QStringList({"Host"}));
}

TEST_F(TracksList, foldsOfTheListAreKept) {
  m_tree->collapse(m_model->index(0, 0));
  arranger().act(row("op"), RowAction::Pin);
  EXPECT_FALSE(m_tree->isExpanded(m_model->indexOf(homeOf(*m_trace, row("k07"), Grouping::Process))));
}

TEST_F(TracksList, everythingInItHasAName) {
  for (const QWidget* widget : {static_cast<QWidget*>(m_filter), static_cast<QWidget*>(m_tree),
                                static_cast<QWidget*>(m_panel.findChild<QComboBox*>("trackGrouping"))}) {
    EXPECT_FALSE(widget->accessibleName().isEmpty());
  }
  arranger().act(row("k20"), RowAction::Hide);
  EXPECT_EQ(m_model->indexOf(row("k20")).data(Qt::AccessibleTextRole).toString(), "stream 20, hidden");
}

class TracksInWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    forget();
    m_window = std::make_unique<MainWindow>();
    open();
  }
  void TearDown() override {
    m_window.reset();
    forget();
  }
  void forget() { KeptArrangements::forget(*test::smallTrace()); }

  void open() {
    m_window->resize(1280, 720);
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->activateWindow();
    m_window->openFiles({QString::fromStdString(m_file.path())});
    ASSERT_TRUE(test::settles(*m_window));
    m_window->currentFile()->setFocus();
  }
  TimelineView& view() { return *m_window->currentTrace()->view(); }
  RowArranger& arranger() { return view().scene().arranger(); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(m_window->focusWidget(), key, modifiers);
  }
  [[nodiscard]] QDockWidget* dock() { return m_window->findChild<QDockWidget*>("tracksDock"); }

  test::TemporaryFile m_file{test::smallTraceText()};
  std::unique_ptr<MainWindow> m_window;
};

TEST_F(TracksInWindow, aKeyShowsAndHidesTheList) {
  EXPECT_FALSE(dock()->isVisible());
  press(Qt::Key_F4);
  EXPECT_TRUE(dock()->isVisible());
  EXPECT_GT(m_window->findChild<QTreeView*>("trackTree")->model()->rowCount(), 0);
  press(Qt::Key_F4);
  EXPECT_FALSE(dock()->isVisible());
}

TEST_F(TracksInWindow, aKeyLeadsIntoTheFilterAndTypingFilters) {
  press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(dock()->isVisible());
  QTest::keyClicks(m_window->focusWidget(), "stream");
  EXPECT_EQ(arranger().arrangement().filter(), "stream");
}

TEST_F(TracksInWindow, keysArrangeTheRowOfTheSelection) {
  view().select(test::spanNamed(*view().trace(), "aten::mm"), true);
  m_window->currentFile()->setFocus();
  const RowId row = view().scene().selection().row();
  press(Qt::Key_P);
  EXPECT_TRUE(arranger().arrangement().isPinned(row));
  press(Qt::Key_P);
  EXPECT_FALSE(arranger().arrangement().isPinned(row));
  press(Qt::Key_H);
  EXPECT_TRUE(arranger().arrangement().state(row).isHidden);
  press(Qt::Key_H, Qt::ShiftModifier);
  EXPECT_FALSE(arranger().arrangement().state(row).isHidden);
  press(Qt::Key_H, Qt::ControlModifier);
  EXPECT_GT(hiddenCount(arranger().allRows(), arranger().arrangement()), 0U);
}

TEST_F(TracksInWindow, theArrangementIsThereAgainInAnotherWindow) {
  view().select(test::spanNamed(*view().trace(), "aten::mm"), true);
  m_window->currentFile()->setFocus();
  press(Qt::Key_P);
  const std::vector<RowId> pinned = arranger().arrangement().pinned();
  ASSERT_EQ(pinned.size(), 1U);
  m_window = std::make_unique<MainWindow>();
  open();
  EXPECT_EQ(arranger().arrangement().pinned(), pinned);
  m_window->commands()[Command::ResetTracks]->trigger();
  EXPECT_TRUE(arranger().arrangement().pinned().empty());
  m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
  open();
  EXPECT_TRUE(arranger().arrangement().pinned().empty());
}

TEST_F(TracksInWindow, aPictureKnowsNothingOfWhatIsKept) {
  view().select(test::spanNamed(*view().trace(), "aten::mm"), true);
  m_window->currentFile()->setFocus();
  press(Qt::Key_P);
  m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
  open();
  EXPECT_TRUE(arranger().arrangement().pinned().empty());
}

}  // namespace
}  // namespace kernline::ui
