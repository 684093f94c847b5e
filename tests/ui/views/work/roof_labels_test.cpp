// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/roof_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kernline::ui {
namespace {

const QRectF plot(0, 0, 400, 300);
const LabelFont font{.ascent = 10, .descent = 3, .widths = {60, 90, 90}};

std::vector<DrawnRoof> threeRoofs() {
  return {{QStringLiteral("3.35 TB/s"), {QPointF(0, 300), QPointF(200, 20)}},
          {QStringLiteral("fp16"), {QPointF(200, 20), QPointF(400, 20)}},
          {QStringLiteral("fp32"), {QPointF(150, 90), QPointF(400, 90)}}};
}

bool meets(const RoofLabel& label, const QLineF& line) {
  constexpr int pieces = 2000;
  for (int i = 0; i <= pieces; ++i) {
    if (label.room.containsPoint(line.pointAt(static_cast<double>(i) / pieces), Qt::OddEvenFill)) {
      return true;
    }
  }
  return false;
}

TEST(RoofLabels, LieBesideEveryRoofAndEachOther) {
  const std::vector<DrawnRoof> roofs = threeRoofs();
  const std::vector<RoofLabel> labels = placeRoofLabels(roofs, {}, font, plot);
  ASSERT_EQ(labels.size(), 3U);
  for (const RoofLabel& label : labels) {
    EXPECT_TRUE(plot.contains(label.room.boundingRect())) << label.text.toStdString();
    for (const DrawnRoof& roof : roofs) {
      EXPECT_FALSE(meets(label, roof.line)) << label.text.toStdString() << " on " << roof.text.toStdString();
    }
    for (const RoofLabel& other : labels) {
      EXPECT_TRUE(&other == &label || !other.room.intersects(label.room));
    }
  }
}

TEST(RoofLabels, MakeWayForPoints) {
  const std::vector<DrawnRoof> roofs = threeRoofs();
  // where each of them would be
  std::vector<Disc> points;
  for (const RoofLabel& label : placeRoofLabels(roofs, {}, font, plot)) {
    points.push_back({.center = label.room.boundingRect().center(), .radius = 8});
  }
  const std::vector<RoofLabel> labels = placeRoofLabels(roofs, points, font, plot);
  ASSERT_EQ(labels.size(), 3U);
  for (const RoofLabel& label : labels) {
    for (const Disc& point : points) {
      for (int degrees = 0; degrees < 360; degrees += 5) {
        const double angle = degrees * 3.14159265 / 180;
        const QPointF rim = point.center + point.radius * QPointF(std::cos(angle), std::sin(angle));
        EXPECT_FALSE(label.room.containsPoint(rim, Qt::OddEvenFill)) << label.text.toStdString();
      }
    }
  }
}

TEST(RoofLabels, AreLeftOutWherePointsAreEverywhere) {
  std::vector<Disc> points;
  for (int x = 0; x < 400; x += 5) {
    for (int y = 0; y < 300; y += 5) {
      points.push_back({.center = QPointF(x, y), .radius = 3});
    }
  }
  EXPECT_TRUE(placeRoofLabels(threeRoofs(), points, font, plot).empty());
}

TEST(RoofLabels, OfAShortHighestRoofLieAboveItAndEndWithIt) {
  const std::vector<DrawnRoof> roofs{{QStringLiteral("3.35 TB/s"), {QPointF(0, 100), QPointF(360, 6)}},
                                     {QStringLiteral("bf16"), {QPointF(360, 6), QPointF(400, 6)}}};
  const std::vector<RoofLabel> labels = placeRoofLabels(roofs, {}, font, plot.adjusted(0, -16, 0, 0));
  ASSERT_EQ(labels.size(), 2U) << "the other makes way";
  const auto label = std::ranges::find(labels, QStringLiteral("bf16"), &RoofLabel::text);
  ASSERT_NE(label, labels.end());
  EXPECT_LT(label->room.boundingRect().bottom(), 6);
  EXPECT_LE(label->room.boundingRect().right(), 400);
  EXPECT_FALSE(meets(*label, roofs[0].line));
}

TEST(RoofLabels, AreLeftOutWithoutRoom) {
  const std::vector<DrawnRoof> roofs = threeRoofs();
  EXPECT_TRUE(placeRoofLabels(roofs, {}, font, QRectF(0, 0, 40, 20)).empty());
}

}  // namespace
}  // namespace kernline::ui
