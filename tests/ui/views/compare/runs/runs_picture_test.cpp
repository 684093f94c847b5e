// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include <string>

namespace kernline::ui {
namespace {

/// Six rounds of two kernels on the first of so many streams.
std::shared_ptr<const Trace> loop(int streams, std::int64_t product) {
  test::HandMadeTrace made;
  const ProcessId gpu = made.process("0", 0);
  for (int s = 0; s < streams; ++s) {
    const TrackId stream = made.track(gpu, std::to_string(s), TrackKind::Stream);
    std::int64_t now = 0;
    for (int round = 0; round < (s == 0 ? 6 : 1); ++round) {
      for (const auto& [name, length] : {std::pair("gemm", product), std::pair("relu", std::int64_t{20'000})}) {
        made.span(stream, SpanKind::Kernel, name, now, length);
        now += length + 5'000;
      }
    }
  }
  return made.build();
}

class RunsPicture : public ::testing::Test {
 protected:
  /// With so many streams each.
  void compare(const std::vector<int>& streams) {
    std::vector<OpenRun> open;
    std::vector<std::shared_ptr<const Trace>> traces;
    for (const int count : streams) {
      traces.push_back(loop(count, 100'000 + 10'000 * static_cast<std::int64_t>(traces.size())));
      const QString name = QStringLiteral("run %1").arg(traces.size());
      open.push_back({.title = name, .path = name, .trace = traces.back(), .index = nullptr});
    }
    m_window.setRuns(std::move(open));
    m_window.choose(traces);
    m_window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    ASSERT_TRUE(test::waitUntil([&] { return !m_window.isBusy() && !m_window.isEmpty(); }));
  }

  std::size_t draw(QSize size) {
    const std::size_t shown = m_window.layOutForPicture(size);
    EXPECT_TRUE(test::waitUntil([&] {
      for (std::size_t run = 0; run < shown; ++run) {
        if (!isInSight(run)) {
          return false;
        }
      }
      return true;
    }));
    return shown;
  }

  [[nodiscard]] TimelineView& view(std::size_t run) const { return *m_window.timelines()->view(run); }
  [[nodiscard]] int height(std::size_t run) const { return view(run).height(); }
  /// From its top to its bottom.
  [[nodiscard]] bool isInSight(std::size_t run) const {
    const QWidget* viewport = m_window.timelines()->parentWidget();
    return view(run).isVisible() &&
           viewport->rect().contains(QRect(view(run).mapTo(viewport, QPoint(0, 0)), view(run).size()));
  }

  RunsWindow m_window;
};

TEST_F(RunsPicture, isAsHighAsAllTimelinesWhereNoSizeIsAsked) {
  compare({2, 40, 2, 40, 2, 2});
  EXPECT_EQ(draw({}), 6U);
  for (std::size_t run = 0; run < 6; ++run) {
    EXPECT_TRUE(isInSight(run)) << run;
    EXPECT_GE(height(run), view(run).wholeHeight()) << run;
  }
  EXPECT_GT(m_window.height(), 2 * 40 * 22);
}

TEST_F(RunsPicture, hasNothingThatCouldBeClickedOrScrolled) {
  compare({2, 40, 2, 40});
  draw({1000, 700});
  const auto isAnyVisible = [this](const auto& widgets) {
    return std::ranges::any_of(widgets, [](const QWidget* widget) { return widget->isVisible(); });
  };
  EXPECT_FALSE(isAnyVisible(m_window.findChildren<QScrollBar*>()));
  EXPECT_FALSE(isAnyVisible(m_window.findChildren<QComboBox*>()));
  EXPECT_FALSE(isAnyVisible(m_window.findChildren<QLineEdit*>()));
  EXPECT_FALSE(isAnyVisible(m_window.findChildren<QAbstractSpinBox*>()));
  for (const QAbstractButton* button : m_window.findChildren<QAbstractButton*>()) {
    EXPECT_TRUE(!button->isVisible() || button->objectName().startsWith(QStringLiteral("runsChip")))
        << button->objectName().toStdString();
  }
}

TEST_F(RunsPicture, dividesTheSizeThatIsAskedFairly) {
  compare({2, 40, 2, 40, 2, 2});
  EXPECT_EQ(draw({1200, 1100}), 6U);
  EXPECT_EQ(m_window.size(), QSize(1200, 1100));
  for (std::size_t run = 0; run < 6; ++run) {
    EXPECT_TRUE(isInSight(run)) << run;
  }
  EXPECT_GE(height(0), view(0).wholeHeight()) << "little is shown whole";
  EXPECT_LT(height(1), view(1).wholeHeight());
  EXPECT_GT(height(1), height(0));
  EXPECT_EQ(height(1), height(3));
}

TEST_F(RunsPicture, showsTimelinesRatherThanTheWaterfallWhereRoomIsShort) {
  compare({2, 2, 2, 2, 2, 2});
  EXPECT_EQ(draw({1200, 900}), 6U);
  EXPECT_EQ(m_window.size(), QSize(1200, 900));
  EXPECT_TRUE(isInSight(5));
  EXPECT_FALSE(m_window.findChild<QTableView*>(QStringLiteral("runsRows"))->isVisible());
}

TEST_F(RunsPicture, leavesOutTimelinesThatDoNotFit) {
  compare({2, 2, 2, 2, 2, 2});
  const std::size_t shown = draw({1200, 520});
  EXPECT_EQ(m_window.size(), QSize(1200, 520));
  ASSERT_GT(shown, 1U);
  ASSERT_LT(shown, 6U);
  for (std::size_t run = 0; run < 6; ++run) {
    EXPECT_EQ(isInSight(run), run < shown) << run;
    EXPECT_EQ(view(run).isVisible(), run < shown) << "none in part";
  }
}

}  // namespace
}  // namespace kernline::ui
