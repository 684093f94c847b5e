// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/open_file.h"
#include "tests/support/trace_equality.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/live_strip.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_study.h"

#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

#include <fmt/format.h>

#include <fstream>

namespace kernline::ui {
namespace {

using test::waitUntil;

/// A window on a recording that the test writes.
class LiveTab : public Window {
 protected:
  void SetUp() override { begin(0.1); }
  void begin(double seconds) {
    Window::SetUp();
    append(
        "{\"schemaVersion\":1,\"kernlineRecording\":{\"version\":1},\n\"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":0,\"args\":{\"labels\":\"GPU 0\"}}");
    addSeconds(seconds);
    m_window.openFiles({path()});
    ASSERT_TRUE(waitUntil([&] { return document() != nullptr && document()->live() != nullptr; }));
    ASSERT_TRUE(waitUntil([&] { return shows(m_kernels); }));
  }

  [[nodiscard]] QString path() const { return QString::fromStdString(m_recording.path()); }
  TraceTab* document() { return m_window.currentTrace(); }
  void append(std::string_view text) { std::ofstream(m_recording.path(), std::ios::app) << text; }
  /// A kernel every millisecond.
  void addSeconds(double seconds) {
    std::string text;
    for (int i = 0; i < static_cast<int>(seconds * 1000); ++i) {
      text += fmt::format(
          ",\n{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k{}\",\"pid\":0,\"tid\":7,\"ts\":{}.000,"
          "\"dur\":500.000,\"args\":{{\"stream\":7}}}}",
          m_kernels % 3, 1000 * m_kernels);
      ++m_kernels;
    }
    append(text);
  }
  void end() { append("\n],\"kernlineFooter\":{\"dropped\":2,\"ended\":\"the program exited with status 0\"}}\n"); }
  [[nodiscard]] bool shows(int kernels) {
    return document()->trace() && document()->trace()->spanCount() == static_cast<std::size_t>(kernels);
  }
  QString word() { return child<QLabel>("liveWord")->text(); }
  LiveRecording& live() { return *document()->live(); }

  test::TemporaryFile m_recording{""};
  int m_kernels = 0;
};

/// One that holds nothing yet.
class EmptyLiveTab : public LiveTab {
 protected:
  void SetUp() override { begin(0); }
};

TEST_F(EmptyLiveTab, CountsTheFirstSpansAtOnce) {
  const QSignalSpy uncounted(document(), &TraceTab::grown);
  addSeconds(0.1);
  ASSERT_TRUE(waitUntil([&] { return shows(m_kernels); }));
  EXPECT_EQ(uncounted.count(), 0);
}

TEST_F(LiveTab, GrowsWithItsFileAndFollowsTheEnd) {
  EXPECT_EQ(word(), QStringLiteral("Recording"));
  EXPECT_TRUE(live().isFollowing());
  addSeconds(3);
  ASSERT_TRUE(waitUntil([&] { return shows(m_kernels); }));
  ASSERT_TRUE(waitUntil([&] { return view().visibleRange().end >= document()->trace()->bounds().end; }));
  EXPECT_LT(view().visibleRange().length().ns, 1'100'000'000);
  addSeconds(1);
  ASSERT_TRUE(waitUntil([&] { return view().visibleRange().end >= Time{std::int64_t{1'000'000} * m_kernels}; }));
}

TEST_F(LiveTab, AHandEndsFollowingAndTheKeyResumesIt) {
  addSeconds(3);
  ASSERT_TRUE(waitUntil([&] { return shows(m_kernels); }));
  document()->setFocus();
  press(Qt::Key_A);  // moves to the left
  view().scene().time().zoomIn();
  EXPECT_FALSE(live().isFollowing());
  const TimeRange seen = view().visibleRange();
  addSeconds(1);
  ASSERT_TRUE(waitUntil([&] { return shows(m_kernels); }));
  EXPECT_EQ(view().visibleRange(), seen);
  press(Qt::Key_End);
  EXPECT_TRUE(live().isFollowing());
  ASSERT_TRUE(waitUntil([&] { return view().visibleRange().end >= document()->trace()->bounds().end; }));
  EXPECT_NEAR(static_cast<double>(view().visibleRange().length().ns), static_cast<double>(seen.length().ns), 1000);
}

TEST_F(LiveTab, KeepsTheSelectionWhileTracesReplaceEachOther) {
  view().select(SpanId{42}, false);
  const Time start = document()->trace()->start(SpanId{42});
  addSeconds(0.5);
  ASSERT_TRUE(waitUntil([&] { return shows(m_kernels); }));
  ASSERT_NE(view().selection(), SpanId::none);
  EXPECT_EQ(document()->trace()->start(view().selection()), start);
}

TEST_F(LiveTab, SaysHowTheRecordingEndedAndIsWhatLoadingItGives) {
  addSeconds(0.5);
  end();
  ASSERT_TRUE(waitUntil([&] { return live().isOver(); }));
  EXPECT_EQ(word(), QStringLiteral("Recording ended: the program exited with status 0"));
  EXPECT_TRUE(child<QLabel>("liveFigures")->text().contains(QStringLiteral("2 dropped")));
  EXPECT_FALSE(child<QToolButton>("followButton")->isVisible());
  EXPECT_FALSE(m_window.commands()[Command::FollowEnd]->isEnabled());
  EXPECT_EQ(test::firstDifference(*document()->trace(), **load(m_recording.path())), "");
}

TEST_F(LiveTab, HasTheStepsThatAreFoundOnceTheRecordingIsOver) {
  const TraceSteps& steps = *document()->study()->steps();
  ASSERT_TRUE(waitUntil([&] { return steps.found() && !steps.found()->steps.empty(); }));
  EXPECT_TRUE(view().scene().steps().all().empty()) << "they would come and go";
  end();
  ASSERT_TRUE(waitUntil([&] { return live().isOver() && settles(); }));
  EXPECT_EQ(view().scene().steps().found()->source, StepSource::Rounds);
  EXPECT_FALSE(view().scene().steps().all().empty());
}

TEST_F(LiveTab, StaysOpenWhenTheRecorderIsGoneWithoutAnEnd) {
  addSeconds(0.2);
  append(",\n{\"ph\":\"X\",\"cat\":\"ker");
  document()->endWriting();
  ASSERT_TRUE(waitUntil([&] { return live().isOver(); }));
  EXPECT_TRUE(shows(m_kernels));
  EXPECT_EQ(word(), QStringLiteral("The recorder stopped before it finished; everything that it wrote is shown"));
}

TEST_F(LiveTab, IsOverIfItsWriterWasGoneBeforeItWasRead) {
  tabs().closeTab(0);
  m_window.openFiles({path()});
  ASSERT_EQ(document(), nullptr);
  m_window.currentFile()->endWriting();
  EXPECT_TRUE(waitUntil([&] { return document() != nullptr && document()->live() != nullptr && live().isOver(); }));
}

TEST_F(LiveTab, SaysThatNothingNewComes) {
  ASSERT_TRUE(waitUntil([&] { return word().startsWith(QStringLiteral("No new records")); }));
  EXPECT_FALSE(live().isOver());
  addSeconds(0.1);
  ASSERT_TRUE(waitUntil([&] { return word() == QStringLiteral("Recording"); }));
}

}  // namespace
}  // namespace kernline::ui
