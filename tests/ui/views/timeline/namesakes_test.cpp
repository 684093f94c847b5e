// SPDX-License-Identifier: GPL-3.0-or-later
// What bears the selection's name is lit on all tracks.
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_view.h"

#include <QApplication>
#include <QTest>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

int pixelsOf(QRgb color, const QImage& image, QRect area) {
  int count = 0;
  for (int y = area.top(); y <= area.bottom(); ++y) {
    for (int x = area.left(); x <= area.right(); ++x) {
      count += image.pixel(x, y) == color ? 1 : 0;
    }
  }
  return count;
}

TEST(SameNameSpans, areLitOnAllTracksAndOthersAreNot) {
  const auto trace = test::sketch(R"(
    gpu 0/7: a 0+100
    gpu 0/7: b 200+100
    gpu 0/8: a 400+100)");
  TimelineView view;
  view.resize(1220, 300);
  view.setTrace(trace);
  view.setIndex(QueryIndex::build(trace));
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  auto* canvas = view.findChild<TimelineCanvas*>();
  const QRgb light = TimelinePalette::matching(view.palette()).selection;
  const auto lit = [&] {
    const QImage image = canvas->grab().toImage();
    return pixelsOf(light, image, canvas->tracksRect());
  };
  EXPECT_EQ(lit(), 0);
  view.select(test::spanNamed(*trace, "b"), false);
  const int outlineAlone = lit();
  EXPECT_GT(outlineAlone, 0);
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    if (trace->nameText(SpanId{i}) == "a") {
      view.select(SpanId{i}, false);
      break;
    }
  }
  // The other "a" is as wide as the outline's long side, and its line is two pixels high.
  EXPECT_TRUE(QTest::qWaitFor([&] { return lit() > outlineAlone * 5 / 4; }));
  view.clearSelection();
  EXPECT_EQ(lit(), 0);
}

}  // namespace
}  // namespace kernline::ui
