// SPDX-License-Identifier: GPL-3.0-or-later
// Files about memory in the window.
#include "ui/window/tabs/memory_tab.h"
#include "core/analysis/memory/trace_memory.h"
#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_dock.h"
#include "ui/views/memory/memory_head.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/memory/memory_panel.h"
#include "ui/views/memory/trace_snapshots.h"
#include "ui/views/quality/trace_quality.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>

namespace kernline::ui {
namespace {

using test::cell;

constexpr auto timelineText =
    R"([[1000, 2000, 3000, 4000], [[0, 100, 0, 0, 0, 0, 0, 0, 0], [0, 100, 0, 0, 0, 50, 0, 0, 0],
[0, 100, 0, 0, 0, 700, 0, 0, 0], [0, 100, 0, 0, 0, 0, 0, 0, 0]]])";

class MemoryWindow : public Window {};

TEST_F(MemoryWindow, opensATimelineOfMemoryInATabOfItsOwnKind) {
  openSmallTrace();
  const test::TemporaryFile file(timelineText);
  m_window.openFiles({QString::fromStdString(file.path())});
  ASSERT_TRUE(settles());
  const auto* tab = qobject_cast<MemoryTab*>(m_window.currentFile());
  ASSERT_NE(tab, nullptr);
  ASSERT_EQ(tab->state(), FileTab::State::Ready) << tab->refusal().toStdString();
  EXPECT_EQ(m_window.currentTrace(), nullptr);
  EXPECT_FALSE(child<QWidget>("detailsDock")->isVisible());
  EXPECT_FALSE(m_window.commands()[Command::ZoomIn]->isEnabled());
  EXPECT_TRUE(m_window.commands()[Command::Reload]->isEnabled());
  EXPECT_TRUE(m_window.commands()[Command::ExportPicture]->isEnabled());
  EXPECT_TRUE(child<QLabel>("statusFile")->text().contains(QStringLiteral("4 changes")));
  EXPECT_EQ(tab->page()->chart()->cardAt(*tab->page()->chart()->moment()).facts.front().value, QStringLiteral("800 B"));
}

TEST_F(MemoryWindow, readsItAgainAndClosesIt) {
  const test::TemporaryFile file(timelineText);
  m_window.openFiles({QString::fromStdString(file.path())});
  ASSERT_TRUE(settles());
  m_window.currentFile()->reload();
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
  tabs().closeTab(0);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile(), nullptr);
}

constexpr auto traceWithMemory =
    R"([{"ph":"X","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":20},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":40,"dur":20},
{"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":1,"tid":1,"ts":15,
 "args":{"Total Reserved":4096,"Total Allocated":512,"Bytes":512,"Addr":1000,"Device Id":0,"Device Type":1}},
{"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":1,"tid":1,"ts":45,
 "args":{"Total Reserved":4096,"Total Allocated":1536,"Bytes":1024,"Addr":3000,"Device Id":0,"Device Type":1}}])";

class MemoryBelowTimeline : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_window.resize(1600, 1000);
    m_window.openFiles({QString::fromStdString(m_trace.path())});
    ASSERT_TRUE(settles());
    m_window.commands().ofDock(memoryDock)->trigger();
    ASSERT_TRUE(settles());
    ASSERT_TRUE(test::waitUntil([&] {  // waits until the chart is laid out below the rows
      return page().history() && page().isVisible() && page().range() == view().visibleRange() &&
             static_cast<int>(chart().plotRect().width()) == view().tracksRect().width();
    }));
  }

  MemoryPage& page() { return *child<MemoryPanel>("memoryPanel")->page(); }
  MemoryChart& chart() { return *page().chart(); }
  SpanId named(std::string_view name) {
    for (std::uint32_t i = 0; i < trace().spanCount(); ++i) {
      if (trace().nameText(SpanId{i}) == name) {
        return SpanId{i};
      }
    }
    return SpanId::none;
  }

  test::TemporaryFile m_trace{traceWithMemory};
};

TEST(MemoryPanels, endAddingUpOnCancelAndWithThePanel) {
  const test::Impatient impatient;
  MemoryPanel panel(nullptr);
  panel.show();
  panel.setTrace(chrome::readChromeText(traceWithMemory, {}).value(), nullptr, nullptr);
  ASSERT_TRUE(panel.isBusy());
  QTest::mouseClick(&test::buttonOf(panel, "memory", "Cancel"), Qt::LeftButton);
  EXPECT_FALSE(panel.isBusy());
  EXPECT_EQ(panel.page()->history(), nullptr);
  QTest::mouseClick(&test::buttonOf(panel, "memory", "Again"), Qt::LeftButton);
  ASSERT_TRUE(panel.isBusy());
  panel.hide();
  EXPECT_FALSE(panel.isBusy()) << "nobody waits for it";
  panel.show();
  ASSERT_TRUE(test::settles(panel));
  EXPECT_NE(panel.page()->history(), nullptr);
}

class SnapshotBelowTimeline : public Window {
 protected:
  void open(const char* name) {
    m_window.openFiles({QString::fromStdString(test::fixture(name))});
    ASSERT_TRUE(settles());
  }
  MemoryPage& page() { return *child<MemoryPanel>("memoryPanel")->page(); }
};

TEST_F(SnapshotBelowTimeline, isDrawnWhereItIsOfTheProcessOfTheTrace) {
  open("memory/same-process.pickle");
  open("memory/same-process.json.gz");
  m_window.commands().ofDock(memoryDock)->trigger();
  ASSERT_TRUE(settles());
  ASSERT_TRUE(test::waitUntil([&] { return page().history() != nullptr; }));
  EXPECT_EQ(page().history()->devices.back().title, "GPU 0 · same-process.pickle");
  page().setDevice(page().history()->devices.size() - 1);
  const QString notes = page().head()->findChild<QLabel*>(QStringLiteral("memoryNotes"))->text();
  EXPECT_TRUE(notes.contains(QStringLiteral("is from this process: 46 of 46 allocations match")))
      << notes.toStdString();
}

TEST_F(SnapshotBelowTimeline, isDrawnOnceItIsOpenToo) {
  open("memory/same-process.json.gz");
  m_window.commands().ofDock(memoryDock)->trigger();
  ASSERT_TRUE(settles());
  ASSERT_TRUE(test::waitUntil([&] { return page().history() != nullptr; }));
  const std::size_t own = page().history()->devices.size();
  open("memory/same-process.pickle");
  open("memory/same-process.json.gz");
  EXPECT_TRUE(test::waitUntil([&] { return page().history() && page().history()->devices.size() == own + 1; }));
}

TEST_F(SnapshotBelowTimeline, isDrawnWhereSomebodyJoinsIt) {
  open("memory/same-process.json.gz");
  const test::FileDialogAnswer answer(QString::fromStdString(test::fixture("memory/same-process.pickle")));
  m_window.commands()[Command::AddSnapshot]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QDockWidget>("memoryDock")->isVisible());
  ASSERT_TRUE(test::waitUntil([&] { return page().history() != nullptr; }));
  EXPECT_EQ(page().history()->devices.back().title, "GPU 0 · same-process.pickle");
}

TEST_F(SnapshotBelowTimeline, isNotJoinedWhereItIsOfAnotherTime) {
  open("memory/same-process.json.gz");
  const test::FileDialogAnswer answer(QString::fromStdString(test::fixture("memory/training-protocol-4.pickle")));
  m_window.commands()[Command::AddSnapshot]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_TRUE(m_window.currentTrace()->study()->snapshots()->joined().empty());
}

TEST_F(SnapshotBelowTimeline, leavesTheWindowAsLowAsTheScreen) {
  open("memory/same-process.pickle");
  open("memory/same-process.json.gz");
  m_window.commands().ofDock(memoryDock)->trigger();
  ASSERT_TRUE(settles());
  ASSERT_TRUE(test::waitUntil([&] { return page().history() != nullptr; }));
  ASSERT_TRUE(page().head()->findChild<QLabel*>(QStringLiteral("memoryNotes"))->isVisible());
  constexpr QSize lowScreen(1280, 720);
  m_window.resize(lowScreen);
  QApplication::processEvents();
  EXPECT_EQ(m_window.size(), lowScreen);
}

TEST_F(SnapshotBelowTimeline, saysWhyItIsNotDrawn) {
  open("memory/training-protocol-4.pickle");
  open("memory/same-process.json.gz");
  m_window.commands().ofDock(memoryDock)->trigger();
  ASSERT_TRUE(settles());
  ASSERT_TRUE(test::waitUntil([&] { return page().history() != nullptr; }));
  EXPECT_THAT(page().head()->findChild<QLabel*>(QStringLiteral("memoryNotes"))->text(),
              test::mentions("snapshot-not-drawn-here", "training-protocol-4.pickle", test::anyValue));
}

TEST_F(MemoryBelowTimeline, addsUpTheRecordsOnceSomebodyLooks) {
  ASSERT_TRUE(page().history());
  EXPECT_EQ(page().history()->devices.front().allocated.bytes.back(), 1536);
  EXPECT_TRUE(page().isVisible());
  EXPECT_EQ(page().range(), view().visibleRange());
}

TEST_F(MemoryBelowTimeline, hasOneRangeWithTheTimeline) {
  view().setVisibleRange({{20'000}, {60'000}});
  EXPECT_EQ(page().range(), (TimeRange{{20'000}, {60'000}}));
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_D);
  EXPECT_EQ(view().visibleRange(), page().range());
  EXPECT_GT(view().visibleRange().begin, Time{20'000});
}

TEST_F(MemoryBelowTimeline, liesBelowTheSameTimes) {
  const QRect tracks = view().tracksRect();
  const QPoint left = view().mapToGlobal(tracks.topLeft());
  const QPoint plot = chart().mapToGlobal(chart().plotRect().topLeft().toPoint());
  EXPECT_EQ(plot.x(), left.x());
  EXPECT_EQ(static_cast<int>(chart().plotRect().width()), tracks.width());
}

TEST_F(MemoryBelowTimeline, showsWhereThePointerIsInTheOther) {
  const QSignalSpy spy(&view(), &TimelineView::hoverTimeChanged);
  QWidget* canvas = view().focusProxy();
  QTest::mouseMove(canvas, {canvas->width() / 2, canvas->height() / 2});
  EXPECT_GE(spy.count(), 1);
}

TEST_F(MemoryBelowTimeline, goesFromABlockToTheSpanThatMadeItAndBack) {
  auto* groups = child<QTableView>("memoryGroups");
  ASSERT_GE(groups->model()->rowCount(), 2);
  EXPECT_EQ(cell(*groups, 0, 0), "aten::add");
  auto* blocks = child<QTableView>("memoryBlocks");
  blocks->setFocus();
  blocks->setCurrentIndex(blocks->model()->index(0, 0));
  QTest::keyClick(blocks, Qt::Key_Return);
  EXPECT_EQ(view().selection(), named("aten::add"));

  view().select(named("aten::mm"));
  page().blocks()->setChoice(BlockChoice::MadeBySpan);
  ASSERT_TRUE(settles());
  ASSERT_EQ(groups->model()->rowCount(), 1);
  EXPECT_EQ(cell(*groups, 0, 0), "aten::mm");
  EXPECT_EQ(cell(*groups, 0, 1), "512 B");
}

constexpr auto doubtfulMemory =
    R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":20},
{"ph":"C","name":"memory","pid":1,"ts":11,"args":{"bytes":"many"}},
{"ph":"C","name":"memory","pid":1,"ts":12,"args":{"bytes":7}},
{"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":1,"tid":1,"ts":15,
 "args":{"Bytes":512,"Addr":1000,"Device Id":0,"Device Type":1}}])";

TEST_F(MemoryWindow, marksTheChosenStepsOfTheTraceThatItIsComparedWith) {
  m_window.openFiles({QStringLiteral(KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz")});
  ASSERT_TRUE(settles());
  const auto markCount = [&] {
    Progress progress;
    return historyOf(tabs().memorySources(nullptr).front(), {}, progress).value()->marks.size();
  };
  const std::size_t recorded = markCount();
  m_window.currentTrace()->study()->steps()->choose(std::nullopt);
  EXPECT_EQ(markCount() + 4, recorded);
}

TEST_F(MemoryWindow, saysWhatIsDoubtfulInThePanelOfTheTraceAndInItsMemory) {
  const test::TemporaryFile file(doubtfulMemory);
  m_window.openFiles({QString::fromStdString(file.path())});
  ASSERT_TRUE(settles());
  m_window.commands().ofDock(memoryDock)->trigger();
  ASSERT_TRUE(settles());
  const DataQuality& quality = *m_window.currentTrace()->study()->quality()->issues();
  EXPECT_NE(quality.find("memory_without_totals"), nullptr);
  EXPECT_NE(quality.find("bad_counter_value"), nullptr);
  const auto* mark = child<QLabel>("memoryDoubts");
  EXPECT_TRUE(mark->isVisible());
  EXPECT_TRUE(mark->toolTip().contains(QStringLiteral("the file has no totals"))) << mark->toolTip().toStdString();
  EXPECT_TRUE(mark->toolTip().contains(QStringLiteral("counter"))) << mark->toolTip().toStdString();
}

TEST_F(MemoryWindow, saysSoWhereATraceSaysNothingOfMemory) {
  openSmallTrace();
  ASSERT_FALSE(hasMemoryData(trace()));
  press(Qt::Key_M, Qt::ControlModifier);
  const auto* status = m_window.findChild<QStatusBar*>();
  EXPECT_TRUE(status->currentMessage().contains(QStringLiteral("profile_memory=True")))
      << status->currentMessage().toStdString();
  EXPECT_TRUE(child<QDockWidget>("memoryDock")->isHidden()) << "there is nothing to show";
  EXPECT_FALSE(m_window.commands().ofDock(memoryDock)->isChecked());
}

}  // namespace
}  // namespace kernline::ui
