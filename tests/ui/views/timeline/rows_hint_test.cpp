// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/rows_hint.h"

#include "tests/support/trace_sketch.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QTest>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(RowsHint, standsBelowTheTracksAndCoversNoneOfThem) {
  std::string rows;
  for (int i = 0; i < 40; ++i) {
    rows += fmt::format("cpu {}: a 0+100\n", i);
  }
  const auto trace = test::sketch(rows);
  TimelineView view;
  view.resize(1000, 400);
  view.setTrace(trace);
  view.setIndex(QueryIndex::build(trace));
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  const auto* canvas = view.findChild<TimelineCanvas*>();
  auto* hint = view.findChild<RowsHint*>();
  const int before = canvas->tracksRect().height();
  EXPECT_FALSE(hint->isVisible());

  Arrangement arrangement = view.scene().arranger().arrangement();
  arrangement.setHidden(rowOf(TrackId{0}), true);
  view.scene().arranger().arrange(arrangement);
  ASSERT_TRUE(hint->isVisible());
  EXPECT_FALSE(hint->geometry().intersects(canvas->tracksRect()));
  EXPECT_FALSE(hint->geometry().intersects(QRect(0, 0, canvas->titleWidth(), canvas->tracksRect().bottom())));

  QTest::mouseClick(hint, Qt::LeftButton, {}, QPoint(20, 10));
  EXPECT_FALSE(hint->isVisible());
  EXPECT_EQ(canvas->tracksRect().height(), before);
}

}  // namespace
}  // namespace kernline::ui
