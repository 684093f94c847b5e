// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline at the times of a replay: by a key, from the What if panel, and back.
#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/replay/critical_path.h"
#include "tests/support/open_file.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/style/elided_label.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/moved_spans.h"
#include "ui/views/timeline/path_notes.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/whatif/whatif_panel.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

#include <gmock/gmock.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

namespace kernline::ui {
namespace {

using testing::EndsWith;
using testing::StartsWith;

class ReplayedWindow : public Window {
 protected:
  void open(const char* file) {
    m_window.openFiles({QString::fromStdString(test::fixture(file))});
    ASSERT_TRUE(settles());
    m_window.currentFile()->setFocus();
  }
  QWidget& strip() { return *child<QWidget>("replayedStrip"); }
  std::string text() { return child<ElidedLabel>("replayedText")->text().toStdString(); }
  void toggle() {
    press(Qt::Key_P, Qt::ShiftModifier);
    ASSERT_TRUE(settles());
  }
};

TEST_F(ReplayedWindow, showsTheTimesWithoutTheProfilerAndThoseRecorded) {
  open("h200-profiler-steps.json.gz");
  const TimeRange recorded = trace().bounds();
  view().select(SpanId{10}, false);
  EXPECT_TRUE(strip().isHidden());
  toggle();
  EXPECT_TRUE(isReplayed(trace()));
  EXPECT_LT(trace().bounds().length(), recorded.length());
  EXPECT_THAT(text(), StartsWith("Replayed without the profiler: a step takes about "));
  EXPECT_TRUE(m_window.commands()[Command::ShowReplayed]->isChecked());
  EXPECT_TRUE(view().scene().moved());
  EXPECT_TRUE(child<QWidget>("hatchLegend")->isVisible());
  toggle();
  EXPECT_FALSE(view().scene().moved());
  EXPECT_FALSE(isReplayed(trace()));
  EXPECT_EQ(trace().bounds(), recorded);
  EXPECT_TRUE(strip().isHidden());
  EXPECT_FALSE(m_window.commands()[Command::ShowReplayed]->isChecked());
}

TEST_F(ReplayedWindow, hatchesCallsThatRecordingMadeLonger) {
  open("h200-profiler-steps.json.gz");
  const std::shared_ptr<const Trace> recorded = m_window.currentTrace()->trace();
  toggle();
  const std::shared_ptr<const MovedSpans>& moved = view().scene().moved();
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->recorded, recorded);
  int ops = 0;
  for (std::uint32_t i = 0; i < trace().spanCount(); ++i) {
    ops += moved->isHatched[i] && trace().kind(SpanId{i}) == SpanKind::Op ? 1 : 0;
  }
  EXPECT_GT(ops, 100);
}

TEST_F(ReplayedWindow, showsRecordedTimesOfASpan) {
  open("h200-profiler-steps.json.gz");
  const auto factsOf = [this] {
    QStringList texts;
    for (const auto* grid : child<QWidget>("detailsPanel")->findChildren<FactGrid*>()) {
      for (const auto* label : grid->findChildren<QLabel*>()) {
        texts << (grid->isVisible() ? label->text() : QString());
      }
    }
    return texts;
  };
  view().select(SpanId{10}, true);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(factsOf().contains(QStringLiteral("As recorded")));
  const Fact recorded = recordedFact(trace(), SpanId{10});
  toggle();
  EXPECT_TRUE(factsOf().contains(recorded.label));
  EXPECT_TRUE(factsOf().contains(recorded.value)) << factsOf().join(u'|').toStdString();
  toggle();
  EXPECT_FALSE(factsOf().contains(recorded.label));
}

TEST_F(ReplayedWindow, keepsWhatIsInSight) {
  open("h200-profiler-steps.json.gz");
  const auto last = SpanId{static_cast<std::uint32_t>(trace().spanCount() / 2)};
  view().select(last, true);
  view().setVisibleRange({trace().start(last) - Duration{100'000}, trace().start(last) + Duration{100'000}});
  view().chooseRange(trace().range(last));
  const TimeRange before = view().visibleRange();
  toggle();
  EXPECT_EQ(trace().start(last) - view().visibleRange().begin, Duration{100'000});
  EXPECT_EQ(view().visibleRange().length(), before.length());
  ASSERT_TRUE(view().chosenRange());
  EXPECT_EQ(view().chosenRange()->begin, trace().start(last));
  view().select(SpanId::none, false);
  toggle();
  EXPECT_LT(std::abs((view().visibleRange().begin - before.begin).ns), 50'000);
}

TEST_F(ReplayedWindow, savesAScenarioAsATrace) {
  open("h200-profiler-steps.json.gz");
  press(Qt::Key_F6, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* typed = child<QLineEdit>("whatIfTyped");
  typed->setFocus();
  QTest::keyClicks(typed, QStringLiteral("launch=graph"));
  QTest::keyClick(typed, Qt::Key_Return);
  ASSERT_TRUE(settles());
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("graph.json.gz"));
  {
    const test::FileDialogAnswer answer(path);
    QTest::mouseClick(child<QToolButton>("whatIfExport"), Qt::LeftButton);
    ASSERT_TRUE(settles());
  }
  const auto saved = load(path.toStdString());
  ASSERT_TRUE(saved);
  EXPECT_TRUE(isReplayed(**saved));
  EXPECT_EQ((*saved)->spanCount(), trace().spanCount());
  EXPECT_LT((*saved)->bounds().length().ns * 2, trace().bounds().length().ns);
  EXPECT_FALSE(isReplayed(trace())) << "the window goes on showing the recording";
}

TEST_F(ReplayedWindow, showsTheCriticalPathOfTheStepsThatAreChosen) {
  open("h200-profiler-steps.json.gz");
  press(Qt::Key_K);
  ASSERT_TRUE(settles());
  ASSERT_NE(view().scene().pathNotes(), nullptr);
  EXPECT_TRUE(view().scene().pathNotes()->problem().isEmpty());
  m_window.currentTrace()->study()->steps()->choose(std::nullopt);
  ASSERT_TRUE(settles());
  ASSERT_NE(view().scene().pathNotes(), nullptr);
  EXPECT_THAT(view().scene().pathNotes()->problem().toStdString(), StartsWith("No critical path: "));
  press(Qt::Key_K);
  EXPECT_FALSE(view().scene().shownNotes().path);
}

TEST_F(ReplayedWindow, goesBackByItsButton) {
  open("h200-profiler-steps.json.gz");
  toggle();
  QTest::mouseClick(child<QToolButton>("replayedBack"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(isReplayed(trace()));
}

TEST_F(ReplayedWindow, saysWhyATraceHasNoReplay) {
  openSmallTrace();
  toggle();
  EXPECT_THAT(text(), StartsWith("Cannot show times without the profiler: "));
  EXPECT_FALSE(m_window.commands()[Command::ShowReplayed]->isChecked());
  QTest::mouseClick(child<QToolButton>("replayedBack"), Qt::LeftButton);
  EXPECT_TRUE(strip().isHidden());
}

TEST_F(ReplayedWindow, showsAScenarioOfThePanelAndItsPath) {
  open("h200-profiler-steps.json.gz");
  press(Qt::Key_F6, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* typed = child<QLineEdit>("whatIfTyped");
  typed->setFocus();
  QTest::keyClicks(typed, QStringLiteral("launch=graph"));
  QTest::keyClick(typed, Qt::Key_Return);
  ASSERT_TRUE(settles());
  ASSERT_TRUE(child<QToolButton>("whatIfPath")->isEnabled());
  QTest::mouseClick(child<QToolButton>("whatIfPath"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_GT(view().scene().matches().hits().byStart().size(), 5U);
  QTest::mouseClick(child<QToolButton>("whatIfReplay"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(isReplayed(trace()));
  EXPECT_THAT(text(), StartsWith("Replayed without the profiler: a step takes about "));
  EXPECT_THAT(text(), EndsWith(". Scenario: launch=graph."));
}

/// Scenarios stay while one of them is looked at, and its path is that of the panel.
TEST_F(ReplayedWindow, keepsThePanelAndThePathOfTheScenario) {
  open("h200-profiler-steps.json.gz");
  press(Qt::Key_F6, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* typed = child<QLineEdit>("whatIfTyped");
  typed->setFocus();
  QTest::keyClicks(typed, QStringLiteral("launch=graph"));
  QTest::keyClick(typed, Qt::Key_Return);
  ASSERT_TRUE(settles());
  auto* tree = child<QTreeView>("whatIfView");
  const int rows = tree->model()->rowCount();
  EXPECT_GE(rows, 3) << "as recorded, without the profiler, with the change";
  QTest::mouseClick(child<QToolButton>("whatIfReplay"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  ASSERT_TRUE(isReplayed(trace()));
  EXPECT_EQ(tree->model()->rowCount(), rows);
  EXPECT_TRUE(child<QToolButton>("whatIfReplay")->isEnabled());
  m_window.currentFile()->setFocus();
  press(Qt::Key_K);
  ASSERT_TRUE(settles());
  const PathNotes* path = view().scene().pathNotes();
  ASSERT_NE(path, nullptr);
  Duration host;
  Duration all;
  for (const PathPiece* piece = path->from(trace().bounds().begin); piece != nullptr;
       piece = path->from(piece->recorded.end)) {
    all += piece->range.length();
    host += piece->kind == PathKind::Host ? piece->range.length() : Duration{};
  }
  EXPECT_GT(all.ns, 0);
  EXPECT_LT(host.ns * 2, all.ns) << "the host launches one graph a step";
}

TEST_F(ReplayedWindow, keepsTicksAndTheirScenario) {
  open("h200-profiler-steps.json.gz");
  press(Qt::Key_F6, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  auto* ticks = child<QTreeView>("whatIfTicks");
  ticks->setFocus();
  ticks->setCurrentIndex(ticks->model()->index(0, 0));
  QTest::keyClick(ticks, Qt::Key_Space);
  ASSERT_TRUE(settles());
  const QModelIndex scenario = child<QTreeView>("whatIfView")->model()->index(2, 0);
  const QString title = scenario.data().toString();
  EXPECT_EQ(title, ticks->model()->index(0, 0).data().toString());
  QTest::mouseClick(child<QToolButton>("whatIfReplay"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  ASSERT_TRUE(isReplayed(trace()));
  EXPECT_EQ(ticks->model()->index(0, 0).data(Qt::CheckStateRole).toInt(), Qt::Checked);
  EXPECT_EQ(child<QTreeView>("whatIfView")->model()->index(2, 0).data().toString(), title);
  EXPECT_THAT(text(), EndsWith(". Scenario: " + title.toStdString() + "."));
}

TEST_F(ReplayedWindow, typesAChangeOfTheSelectionForAPersonToFinish) {
  open("h200-profiler-steps.json.gz");
  for (std::uint32_t i = 0; i < trace().spanCount(); ++i) {
    if (trace().kind(SpanId{i}) == SpanKind::Kernel) {
      view().select(SpanId{i}, false);
      break;
    }
  }
  m_window.commands()[Command::AskWhatIf]->trigger();
  ASSERT_TRUE(settles());
  const QString typed = child<QLineEdit>("whatIfTyped")->text();
  EXPECT_TRUE(typed.startsWith(QStringLiteral("kernel:^"))) << typed.toStdString();
  EXPECT_TRUE(typed.endsWith(QStringLiteral("$="))) << typed.toStdString();
  EXPECT_TRUE(child<QLineEdit>("whatIfTyped")->hasFocus());
}

}  // namespace
}  // namespace kernline::ui
