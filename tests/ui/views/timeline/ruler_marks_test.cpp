// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/ruler_marks.h"

#include <QApplication>
#include <QFontMetricsF>

#include <gtest/gtest.h>

#include <vector>

namespace kernline::ui {
namespace {

/// A pixel is a microsecond.
const TimeAxis axis({{0}, {1'000'000}}, 1000);

TimelineMark mark(std::int64_t fromUs, std::int64_t toUs, const char* text) {
  return {{{fromUs * 1000}, {toUs * 1000}}, QString::fromUtf8(text)};
}

std::vector<QRectF> boxesOf(const std::vector<TimelineMark>& marks) {
  return RulerMarks(marks, axis, QApplication::font()).boxes();
}

double widthOf(const char* text) {
  return QFontMetricsF(QApplication::font()).horizontalAdvance(QString::fromUtf8(text));
}

constexpr auto longText = "Host prepares the batch while the device waits for it";

TEST(RulerMarks, HaveTheirWholeTextWhereThereIsRoom) {
  const std::vector<QRectF> boxes = boxesOf({mark(100, 500, longText)});
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_EQ(boxes[0].left(), 100);
  EXPECT_GE(boxes[0].width(), widthOf(longText));
}

TEST(RulerMarks, EndBeforeTheNext) {
  const std::vector<QRectF> boxes = boxesOf({mark(100, 100, longText), mark(200, 200, "next")});
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_LE(boxes[0].right(), boxes[1].left());
}

TEST(RulerMarks, AreNotCutByTheEndOfTheRuler) {
  const std::vector<QRectF> boxes = boxesOf({mark(950, 950, longText)});
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_LE(boxes[0].right(), 1000);
  EXPECT_GE(boxes[0].width(), widthOf(longText));
}

TEST(RulerMarks, OfAStretchThatBeganEarlierStandAtTheEdge) {
  const std::vector<QRectF> boxes = boxesOf({mark(-500, 300, longText)});
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_EQ(boxes[0].left(), 0);
  EXPECT_TRUE(boxesOf({mark(-500, -400, longText)}).empty()) << "it is out of sight";
}

TEST(RulerMarks, DoNotCoverTheOneBeforeAtTheEndOfTheRuler) {
  const std::vector<QRectF> boxes = boxesOf({mark(800, 800, "first"), mark(950, 950, longText)});
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_LE(boxes[0].right(), boxes[1].left());
}

}  // namespace
}  // namespace kernline::ui
