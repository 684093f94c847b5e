// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/step_rows.h"

#include "tests/support/trace_sketch.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_view.h"

#include <QTest>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace kernline::ui {
namespace {

std::shared_ptr<const Trace> stepsOf(int processes) {
  std::string text = "ns\n";
  for (int p = 0; p < processes; ++p) {
    for (int i = 0; i < 4; ++i) {
      text += fmt::format("cpu {}/1: ProfilerStep#{} {}+9000\n", 100 + p, i, i * 10'000 + p * 100);
    }
  }
  return test::sketch(text);
}

StepRows rowsOf(std::shared_ptr<const Trace> trace) {
  return StepRows(std::make_shared<const ShownSteps>(std::move(trace)));
}

QString factOf(const HoverCard& card, const QString& label) {
  for (const HoverCard::Fact& fact : card.facts) {
    if (fact.label == label) {
      return fact.value;
    }
  }
  return {};
}

TEST(StepRows, areOneForEachProcessThatHasSteps) {
  EXPECT_EQ(rowsOf(stepsOf(1)).height(), StepRows::loneHeight);
  EXPECT_EQ(rowsOf(stepsOf(2)).height(), 2 * StepRows::sharedHeight);
  EXPECT_EQ(rowsOf(test::sketch("cpu 1: a 0+10")).height(), 0);
}

TEST(StepRows, ofManyRanksLeaveRoomForTheTracks) {
  const StepRows rows = rowsOf(stepsOf(16));
  EXPECT_EQ(rows.height(), 16 * rows.rowHeight());
  EXPECT_LE(rows.height(), StepRows::maxHeight);
}

TEST(StepRows, sayWhoseStepIsUnderThePointer) {
  TimelineView view;
  view.resize(1220, 500);
  const auto trace = stepsOf(2);
  view.setTrace(trace);
  view.setIndex(QueryIndex::build(trace));
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  auto* canvas = view.findChild<TimelineCanvas*>();
  const int below = canvas->tracksRect().top();
  const int x = canvas->tracksRect().left() + canvas->tracksRect().width() * 2 / 5;
  for (int row = 0; row < 2; ++row) {
    QTest::mouseMove(canvas, QPoint(x, below - (2 - row) * StepRows::sharedHeight + 7));
    EXPECT_TRUE(canvas->hoverCard().title.startsWith(QStringLiteral("ProfilerStep#"))) << row;
    EXPECT_EQ(factOf(canvas->hoverCard(), QStringLiteral("Process")), QStringLiteral("python (10%1)").arg(row));
  }
}

}  // namespace
}  // namespace kernline::ui
