// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a trace in the window: found, chosen by a menu, followed by everything.
#include "tests/support/open_file.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/overview/overview_page.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/kept_steps.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTableView>

#include <fmt/format.h>

#include <string>

namespace kernline::ui {
namespace {

using test::cell;

/// A loop of six `train_step`, each of which launches two kernels, on a thread and a stream; `recorded`: four of them
/// in a ProfilerStep.
std::string loopText(bool recorded) {
  std::string text = R"({"traceEvents": [
{"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "args": {"labels": "GPU 0"}},
{"ph": "M", "name": "process_labels", "pid": 77, "tid": 0, "args": {"labels": "CPU"}})";
  const auto add = [&](const char* category, const std::string& name, int pid, int tid, int begin, int length,
                       int correlation) {
    text += fmt::format(
        ",\n{{\"ph\": \"X\", \"cat\": \"{}\", \"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"ts\": {}, "
        "\"dur\": {}, \"args\": {{\"correlation\": {}}}}}",
        category, name, pid, tid, begin, length, correlation);
  };
  for (int i = 0; i < 6; ++i) {
    const int begin = i * 1000;
    if (recorded && i >= 2) {
      add("user_annotation", fmt::format("ProfilerStep#{}", i), 77, 77, begin, 950, 0);
    }
    add("user_annotation", "train_step", 77, 77, begin + 10, 600, 0);
    for (int k = 0; k < 2; ++k) {
      const int correlation = i * 2 + k + 1;
      add("cuda_runtime", "cudaLaunchKernel", 77, 77, begin + 20 + k * 10, 5, correlation);
      add("kernel", k == 0 ? "first" : "second", 0, 7, begin + 100 + k * 400, 300, correlation);
    }
  }
  return text + "]}";
}

class StepsInWindow : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    forgetChoices();
  }
  void TearDown() override { forgetChoices(); }
  static void forgetChoices() {
    const test::TemporaryFile file(loopText(true));
    QDir(QFileInfo(KeptSteps::fileFor(*load(file.path()).value())).path()).removeRecursively();
  }
  void reopen() {
    tabs().closeTab(0);
    open(true);
  }
  void open(bool recorded) {
    m_loop = std::make_unique<test::TemporaryFile>(loopText(recorded));
    m_window.openFiles({QString::fromStdString(m_loop->path())});
    ASSERT_TRUE(settles());
    ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
    m_window.currentFile()->setFocus();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
  }
  QStringList entries() {
    auto* menu = child<QMenu>("stepsMenu");
    menu->popup(m_window.mapToGlobal(QPoint(100, 100)));
    EXPECT_TRUE(test::waitUntil([&] { return menu->actions().size() > 1; }));
    QStringList texts;
    for (const QAction* action : menu->actions()) {
      texts << (action->isChecked() ? QStringLiteral("* ") : QString()) + action->text();
    }
    menu->close();
    return texts;
  }
  void choose(const QString& text) {
    auto* menu = child<QMenu>("stepsMenu");
    menu->popup(m_window.mapToGlobal(QPoint(100, 100)));
    ASSERT_TRUE(test::waitUntil([&] { return menu->actions().size() > 1; }));
    for (QAction* action : menu->actions()) {
      if (action->text() == text) {
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        ASSERT_TRUE(settles());
        return;
      }
    }
    FAIL() << text.toStdString();
  }
  /// In the middle of a step in the lone row.
  QPoint placeOf(std::size_t step) {
    auto* canvas = view().findChild<TimelineCanvas*>();
    const TimeRange range = steps()[step].range;
    const TimeAxis axis(view().visibleRange(), canvas->tracksRect().width());
    return {canvas->tracksRect().left() + static_cast<int>(axis.xOf(range.begin + Duration{range.length().ns / 2})),
            canvas->tracksRect().top() - 10};
  }
  void click(QPoint place, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(view().findChild<TimelineCanvas*>(), Qt::LeftButton, modifiers, place);
  }
  [[nodiscard]] const ShownSteps& steps() { return view().scene().steps(); }
  [[nodiscard]] std::optional<std::size_t> selectedStep() { return view().scene().selection().step(); }
  std::size_t stepCount() { return steps().all().size(); }

  std::unique_ptr<test::TemporaryFile> m_loop;
};

TEST_F(StepsInWindow, areFoundWhereNoneAreRecorded) {
  open(false);
  EXPECT_TRUE(trace().steps().empty());
  ASSERT_EQ(stepCount(), 6U);
  EXPECT_EQ(steps().found()->source, StepSource::Annotation);
  EXPECT_EQ(steps().name(0), "train_step");
  EXPECT_EQ(steps().all()[1].range.end.ns - steps().all()[1].range.begin.ns, 790'000)
      << "to the end of what it launched";
}

TEST_F(StepsInWindow, areThoseThatAreRecordedUntilSomebodyChoosesOthers) {
  open(true);
  EXPECT_EQ(stepCount(), 4U);
  EXPECT_EQ(entries(), (QStringList{"* ProfilerStep# (recorded), 4", "train_step (annotation), 6",
                                    "Repeating kernels, 6", "None"}));
  choose("train_step (annotation), 6");
  EXPECT_EQ(stepCount(), 6U);
  EXPECT_EQ(entries()[1], QStringLiteral("* train_step (annotation), 6"));
  choose("Repeating kernels, 6");
  EXPECT_EQ(steps().found()->source, StepSource::Rounds);
  choose("None");
  EXPECT_EQ(stepCount(), 0U);
  EXPECT_EQ(entries()[3], QStringLiteral("* None"));
  choose("ProfilerStep# (recorded), 4");
  EXPECT_EQ(stepCount(), 4U);
}

TEST_F(StepsInWindow, openTheirMenuWhereTheyStand) {
  open(false);
  auto* canvas = view().findChild<TimelineCanvas*>();
  QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(30, canvas->tracksRect().top() - 10));
  EXPECT_TRUE(child<QMenu>("stepsMenu")->isVisible());
  child<QMenu>("stepsMenu")->close();
}

TEST_F(StepsInWindow, areTheSameInTheOverview) {
  open(true);
  press(Qt::Key_F6);
  ASSERT_TRUE(settles());
  auto* table = child<QTableView>("overviewSteps");
  EXPECT_EQ(table->model()->rowCount(), 4);
  choose("train_step (annotation), 6");
  EXPECT_EQ(table->model()->rowCount(), 6);
  const auto says = [&](const QString& text) {
    for (const QLabel* label : child<OverviewPage>("overviewPage")->findChildren<QLabel*>()) {
      if (label->isVisible() && label->text().contains(text)) {
        return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(says("These are not the recorded steps; they are found by annotation train_step."));
  choose("None");
  EXPECT_TRUE(says("No steps are shown."));
  EXPECT_FALSE(table->isVisible());
}

TEST_F(StepsInWindow, areShownByAClickInTheOverviewThoughNoSpanSaysThem) {
  open(true);
  choose("Repeating kernels, 6");
  press(Qt::Key_F6);
  ASSERT_TRUE(settles());
  auto* table = child<QTableView>("overviewSteps");
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(2, 0)).center());
  EXPECT_EQ(m_window.currentTrace()->page(), TraceTab::Page::Timeline);
  EXPECT_EQ(selectedStep(), std::optional<std::size_t>(2));
}

TEST_F(StepsInWindow, areThoseOfTheQueryPage) {
  open(true);
  press(Qt::Key_F2);
  auto* editor = child<QPlainTextEdit>("sqlEditor");
  ASSERT_NE(editor, nullptr);
  const auto answer = [&] {
    editor->setPlainText(QStringLiteral("SELECT count(*) AS n, source FROM steps"));
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(settles());
    const QAbstractItemModel* model = child<QTableView>("queryView")->model();
    return cell(*model, 0, 0) + " " + cell(*model, 0, 1);
  };
  EXPECT_EQ(answer(), "4 recorded");
  choose("train_step (annotation), 6");
  EXPECT_EQ(answer(), "6 annotation");
}

TEST_F(StepsInWindow, areThoseOfStatisticsByStep) {
  open(true);
  auto* by = child<QComboBox>("statisticsBy");
  by->setFocus();
  QTest::keyClicks(by, QStringLiteral("Step"));
  ASSERT_TRUE(settles());
  const auto rows = [&] {
    const QAbstractItemModel* model = child<QTableView>("statisticsView")->model();
    QStringList names;
    for (int row = 0; row < model->rowCount(); ++row) {
      names << QString::fromStdString(cell(*model, row, 0));
    }
    names.sort();
    return names.join(u'|');
  };
  EXPECT_EQ(rows(),
            QStringLiteral("(no step)|0: ProfilerStep#2|1: ProfilerStep#3|2: ProfilerStep#4|3: ProfilerStep#5"));
  choose("train_step (annotation), 6");
  EXPECT_EQ(rows(),
            QStringLiteral("0: train_step|1: train_step|2: train_step|3: train_step|4: train_step|5: train_step"));
  auto* filter = child<QLineEdit>("statisticsFilter");
  QTest::keyClicks(filter, QStringLiteral("step:5:"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(rows(), QStringLiteral("5: train_step"));
  choose("ProfilerStep# (recorded), 4");
  EXPECT_EQ(rows(), QString()) << "there are four";
  filter->clear();
  choose("None");
  EXPECT_EQ(rows(), QStringLiteral("(no step)"));
}

TEST_F(StepsInWindow, thatAreSelectedStandInTheStatusLineWithTheirDeviceTime) {
  open(false);
  click(placeOf(2));
  auto* status = child<QLabel>("statusSelection");
  EXPECT_TRUE(test::waitUntil([&] {
    return status->toolTip() == QStringLiteral("Step 2 (0 to 5) · 790.0 µs · device busy 600.0 µs · train_step");
  })) << status->toolTip().toStdString();
}

TEST_F(StepsInWindow, limitWhatIsCountedByARange) {
  open(false);
  click(placeOf(1));
  click(placeOf(3), Qt::ShiftModifier);
  ASSERT_TRUE(settles());
  EXPECT_EQ(view().chosenRange(), std::optional(steps()[1].range.unitedWith(steps()[3].range)));
  EXPECT_TRUE(child<QLabel>("rangeLength")->text().startsWith(QStringLiteral("Steps 1 to 3 · ")));
  EXPECT_TRUE(child<QLabel>("rangeActivity")->text().contains(QStringLiteral("6 kernels")));
  press(Qt::Key_Escape);
  EXPECT_FALSE(selectedStep());
  press(Qt::Key_Escape);
  EXPECT_FALSE(view().chosenRange());
}

TEST_F(StepsInWindow, areWalkedByKeys) {
  open(true);
  choose("Repeating kernels, 6");
  m_window.currentFile()->setFocus();
  press(Qt::Key_Greater);
  const std::size_t first = selectedStep().value_or(99);
  press(Qt::Key_Greater);
  EXPECT_EQ(selectedStep(), std::optional(first + 1));
  press(Qt::Key_Less);
  press(Qt::Key_R);
  EXPECT_EQ(view().chosenRange(), std::optional(steps()[first].range));
  press(Qt::Key_F);
  EXPECT_EQ(view().visibleRange(), withMargin(steps()[first].range, 0.05));
  press(Qt::Key_Escape);
  EXPECT_FALSE(selectedStep());
}

TEST_F(StepsInWindow, areChosenAgainInTheNextTraceOfTheKind) {
  open(true);
  choose("train_step (annotation), 6");
  reopen();
  EXPECT_EQ(stepCount(), 6U);
  choose("None");
  EXPECT_EQ(stepCount(), 0U);
  reopen();
  EXPECT_EQ(stepCount(), 6U) << "None is of one trace";
  choose("ProfilerStep# (recorded), 4");
  EXPECT_FALSE(KeptSteps::of(trace())) << "the best are not worth a file";
  reopen();
  EXPECT_EQ(stepCount(), 4U);
}

TEST_F(StepsInWindow, areTheBestWhereTheKeptFileIsDamagedOrNamesWhatTheTraceLacks) {
  open(true);
  KeptSteps::keep(trace(), StepWish{.source = StepSource::Function, .name = "gone"});
  reopen();
  EXPECT_EQ(stepCount(), 4U);
  QFile file(KeptSteps::fileFor(trace()));
  for (const char* damaged : {"", "[1]", R"({"source": "whole"})", R"({"source": 7, "name": [1]})"}) {
    ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(damaged);
    file.close();
    EXPECT_FALSE(KeptSteps::of(trace())) << damaged;
  }
}

TEST(TraceSteps, findInAnotherTraceWhatWasChosen) {
  const test::TemporaryFile one(loopText(true));
  TraceSteps steps;
  steps.setTrace(load(one.path()).value());
  ASSERT_TRUE(test::settles(steps));
  steps.requestCandidates();
  ASSERT_TRUE(test::waitUntil([&] { return !steps.isLookingForCandidates(); }));
  ASSERT_EQ(steps.candidates().size(), 3U);
  steps.choose(1);
  EXPECT_EQ(steps.found()->name, "train_step");
  steps.setTrace(load(one.path()).value());
  EXPECT_EQ(steps.found(), nullptr);
  ASSERT_TRUE(test::settles(steps));
  EXPECT_EQ(steps.found()->name, "train_step");
  TraceSteps other;
  other.chooseLike(steps);
  other.setTrace(steps.trace());
  ASSERT_TRUE(test::settles(other));
  EXPECT_EQ(other.found()->name, "train_step");
  steps.choose(std::nullopt);
  EXPECT_EQ(steps.found()->source, StepSource::Whole);
  steps.setTrace(load(one.path()).value());
  ASSERT_TRUE(test::settles(steps));
  EXPECT_TRUE(steps.found()->steps.empty());
}

}  // namespace
}  // namespace kernline::ui
