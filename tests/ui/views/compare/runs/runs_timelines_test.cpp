// SPDX-License-Identifier: GPL-3.0-or-later
// How the timelines of a comparison move, and what they select.
#include "core/compare/runs/counterpart.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/timeline/timeline_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>

namespace kernline::ui {
namespace {

using test::cell;

TEST_F(Runs, joinsWhatIsTheSameInBothTimelines) {
  const TimelineView* other = m_runs->timelines()->view(1);
  QTest::mouseClick(part<QWidget>("runsWaterfall"), Qt::LeftButton, Qt::NoModifier, waterfallLine("gemm"));
  const SpanId here = m_runs->timelines()->view(0)->selection();
  ASSERT_NE(here, SpanId::none);
  EXPECT_EQ(m_runs->timelines()->view(0)->trace()->nameText(here), "gemm");
  ASSERT_NE(other->selection(), SpanId::none);
  EXPECT_EQ(other->trace()->nameText(other->selection()), "gemm");
  Counterparts counterparts(m_runs->comparison());
  EXPECT_EQ(other->selection(), counterparts.of(0, here, 1));
  EXPECT_EQ(counterparts.of(1, other->selection(), 0), here);
}

TEST_F(Runs, movesBothTimelinesUntilUnlinked) {
  TimelineView* base = m_runs->timelines()->view(0);
  TimelineView* other = m_runs->timelines()->view(1);
  const TimeRange before = other->visibleRange();
  EXPECT_EQ(base->visibleRange().length(), before.length());
  base->setFocus();
  QTest::keyClick(m_runs->focusWidget(), Qt::Key_W);
  EXPECT_LT(base->visibleRange().length().ns, before.length().ns);
  EXPECT_EQ(base->visibleRange().length(), other->visibleRange().length());
  part<QCheckBox>("runsLinked")->click();
  const TimeRange alone = other->visibleRange();
  QTest::keyClick(m_runs->focusWidget(), Qt::Key_W);
  EXPECT_EQ(other->visibleRange(), alone);
}

TEST_F(Runs, drawsStepsAsLongAsEachOther) {
  auto* scale = part<QComboBox>("runsScale");
  scale->setFocus();
  QTest::keyClick(scale, Qt::Key_Down);
  const double base = static_cast<double>(m_runs->timelines()->view(0)->visibleRange().length().ns);
  const double other = static_cast<double>(m_runs->timelines()->view(1)->visibleRange().length().ns);
  EXPECT_NEAR(other / base, 100.0 / 130.0, 1e-3);
}

TEST_F(Runs, movesOneTimelineByHand) {
  StackedTimelines* timelines = m_runs->timelines();
  TimelineView* other = timelines->view(1);
  const TimeRange before = other->visibleRange();
  const TimeRange base = timelines->view(0)->visibleRange();
  QWidget* canvas = other->focusProxy();
  const QPoint from(canvas->width() / 2, canvas->height() - 20);
  QTest::mousePress(canvas, Qt::LeftButton, Qt::ControlModifier, from);
  QTest::mouseMove(canvas, from + QPoint(40, 0));
  QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ControlModifier, from + QPoint(40, 0));
  EXPECT_LT(other->visibleRange().begin.ns, before.begin.ns);
  EXPECT_EQ(timelines->view(0)->visibleRange(), base);
  auto* spin = part<QDoubleSpinBox>("runsShift1");
  EXPECT_NEAR(spin->value() * 1e3, static_cast<double>((before.begin - other->visibleRange().begin).ns), 1);
  spin->setValue(0);
  EXPECT_EQ(other->visibleRange(), before);
}

TEST_F(Runs, aRangeChosenInOneTimelineLimitsTheRows) {
  const StackedTimelines& timelines = *m_runs->timelines();
  TimelineView* base = timelines.view(0);
  auto* canvas = base->focusProxy();
  // From the first product to the second, as seen in the base: 130 µs, which is more than a round of the other.
  const Time first = base->trace()->start(m_runs->comparison()->runs[0].activities[0]);
  const Time second = base->trace()->start(m_runs->comparison()->runs[0].activities[2]);
  const TimeAxis axis(base->visibleRange(), base->tracksRect().width());
  const auto at = [&](Time time) {
    return QPoint(base->tracksRect().left() + static_cast<int>(axis.xOf(time)) - canvas->x(), 10);
  };
  QTest::mousePress(canvas, Qt::LeftButton, {}, at(first));
  QTest::mouseMove(canvas, (at(first) + at(second)) / 2);
  QTest::mouseMove(canvas, at(second));
  QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(second));
  ASSERT_EQ(base->chosenRange(), (TimeRange{first, second}));
  EXPECT_EQ(timelines.view(1)->chosenRange()->length(), second - first);
  ASSERT_TRUE(test::waitUntil([&] { return cell(rows(), 2, 6) == "1 → 2"; })) << cell(rows(), 2, 6);
  EXPECT_EQ(cell(rows(), 2, 0), "gemm") << "the least changed";
  EXPECT_EQ(cell(rows(), 2, 1), "100.0 µs");
  EXPECT_EQ(cell(rows(), 2, 2), "100.0 µs") << "70 and, of the next round, 30";
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(0), QStringLiteral("Rows: selected range"));
  // A mean per step is of whole steps: the range goes.
  auto* figure = part<QComboBox>("runsFigure");
  figure->setFocus();
  QTest::keyClick(figure, Qt::Key_Up);
  EXPECT_FALSE(base->chosenRange() || timelines.view(1)->chosenRange());
  EXPECT_EQ(part<QTabWidget>("runsTabs")->tabText(0), QStringLiteral("Rows: mean per step"));
  EXPECT_EQ(cell(rows(), 0, 6), "1");
}

TEST_F(Runs, whileNotLinkedEachTimelineCanHaveARangeOfItsOwn) {
  const StackedTimelines& timelines = *m_runs->timelines();
  const auto& runs = m_runs->comparison()->runs;
  part<QCheckBox>("runsLinked")->click();
  const auto firstRelu = runs[0].trace->range(runs[0].activities[1]);
  timelines.view(0)->chooseRange(firstRelu);
  ASSERT_TRUE(timelines.view(1)->chosenRange()) << "where it is aligned, at first";
  const auto thirdProduct = runs[1].trace->range(runs[1].activities[4]);
  timelines.view(1)->chooseRange(thirdProduct);
  EXPECT_EQ(timelines.view(0)->chosenRange(), firstRelu);
  ASSERT_TRUE(test::waitUntil([&] { return rows().model()->rowCount() == 2; }));
  EXPECT_EQ(cell(rows(), 0, 2), "70.00 µs");
  EXPECT_EQ(cell(rows(), 1, 1), "20.00 µs");
  timelines.view(1)->chooseRange({});
  EXPECT_FALSE(timelines.view(0)->chosenRange());
  EXPECT_EQ(part<QComboBox>("runsFigure")->currentText(), QStringLiteral("per step")) << "as before the range";
  EXPECT_EQ(cell(rows(), 0, 6), "1");
}

TEST_F(Runs, theStepInSightLiesAboveTheSameStepOfTheOther) {
  const StackedTimelines& timelines = *m_runs->timelines();
  const auto stepOf = [&](std::size_t run, std::size_t number) {
    return m_runs->comparison()->runs[run].steps.steps[number];
  };
  const std::size_t last = m_runs->comparison()->runs[0].steps.steps.size() - 1;
  ASSERT_EQ(m_runs->comparison()->runs[1].steps.steps.size(), last + 1);
  timelines.view(0)->setVisibleRange({stepOf(0, last).begin, stepOf(0, last).begin + Duration{20'000}});
  EXPECT_EQ(timelines.view(1)->visibleRange().begin, stepOf(1, last).begin);
  timelines.view(1)->setVisibleRange({stepOf(1, 1).begin, stepOf(1, 1).begin + Duration{20'000}});
  EXPECT_EQ(timelines.view(0)->visibleRange().begin, stepOf(0, 1).begin) << "likewise from the other";
  m_runs->timelines()->showSteps();
  EXPECT_EQ(timelines.view(0)->visibleRange().begin - stepOf(0, 0).begin,
            timelines.view(1)->visibleRange().begin - stepOf(1, 0).begin);
}

TEST_F(Runs, aRowShowsItsWorkInBoth) {
  const StackedTimelines& timelines = *m_runs->timelines();
  for (std::size_t row = 0; row < 2; ++row) {
    timelines.view(0)->setVisibleRange({{500'000}, {500'400}});  // so near that little else is in sight
    m_runs->timelines()->showRow(row);
    for (std::size_t run = 0; run < 2; ++run) {
      const SpanId shown = timelines.view(run)->selection();
      const TimeRange seen = timelines.view(run)->visibleRange();
      if (shown != SpanId::none) {
        const TimeRange work = timelines.view(run)->trace()->range(shown);
        EXPECT_TRUE(work.begin < seen.end && seen.begin < work.end) << "row " << row << " of run " << run;
      } else {
        EXPECT_TRUE(seen.begin < timelines.view(run)->trace()->bounds().end) << "row " << row << " of run " << run;
      }
    }
  }
}

TEST_F(Runs, anIdleBarLeadsToTheLongestGapsOfBothRuns) {
  // 40 us before the third product of one, 60 before the fifth of the other, instead of 5.
  const test::TemporaryFile one{loopText(6, 100, "relu", 2, 35)};
  const test::TemporaryFile two{loopText(6, 100, "relu", 4, 55)};
  m_window.comparison().compareFiles({QString::fromStdString(one.path()), QString::fromStdString(two.path())});
  ASSERT_TRUE(test::waitUntil([&] {
    return hasCompared() && !m_runs->runs().empty() && m_runs->comparison()->runs.front().trace->spanCount() == 12 &&
           m_runs->runs().front().run.path.toStdString() == one.path();
  }));
  for (const QString& line : part<WaterfallView>("runsWaterfall")->lines()) {
    EXPECT_FALSE(line.contains(QRegularExpression(QStringLiteral("idle: [A-Z]")))) << line.toStdString();
  }
  QTest::mouseClick(part<QWidget>("runsWaterfall"), Qt::LeftButton, Qt::NoModifier, waterfallLine("idle"));
  const StackedTimelines& timelines = *m_runs->timelines();
  ASSERT_TRUE(test::waitUntil([&] { return timelines.ribbonBelow(0)->band().has_value(); }));
  const auto [base, other] = *timelines.ribbonBelow(0)->band();
  EXPECT_EQ(base.length().ns, 40'000);
  EXPECT_EQ(other.length().ns, 60'000);
  for (const auto& [run, gap] : {std::pair(0, base), {1, other}}) {
    const TimelineView& view = *timelines.view(static_cast<std::size_t>(run));
    EXPECT_EQ(view.visibleRange().unitedWith(gap), view.visibleRange()) << run;
    EXPECT_LT(view.visibleRange().length().ns, 4 * other.length().ns) << "close to it";
    ASSERT_NE(view.selection(), SpanId::none) << run;
    EXPECT_EQ(view.trace()->start(view.selection()), gap.end) << "the work that ends it";
  }
  EXPECT_EQ(base.begin - timelines.view(0)->visibleRange().begin, other.begin - timelines.view(1)->visibleRange().begin)
      << "above each other";
  QTest::mouseClick(part<QPushButton>("runsSteps"), Qt::LeftButton);
  const TimeRange step = m_runs->comparison()->runs[1].steps.steps.front();
  EXPECT_EQ(timelines.view(1)->visibleRange().unitedWith(step), timelines.view(1)->visibleRange())
      << "aligned by steps again";
}

TEST_F(Runs, alignsByTheFirstKernel) {
  auto* align = part<QComboBox>("runsAlign");
  align->setFocus();
  QTest::keyClick(align, Qt::Key_Down);
  EXPECT_EQ(align->currentIndex(), 1);
  const RunComparison& made = *m_runs->comparison();
  const StackedTimelines& timelines = *m_runs->timelines();
  EXPECT_EQ(timelines.view(1)->visibleRange().begin - made.runs[1].trace->start(made.runs[1].activities.front()),
            timelines.view(0)->visibleRange().begin - made.runs[0].trace->start(made.runs[0].activities.front()));
}

}  // namespace
}  // namespace kernline::ui
