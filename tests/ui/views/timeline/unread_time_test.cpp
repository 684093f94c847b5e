// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/unread_time.h"

#include "core/model/trace/trace_builder.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace kernline::ui {
namespace {

constexpr int width = 400;
constexpr int height = 60;
constexpr QRgb background = 0xff000000;

std::shared_ptr<const Trace> traceWith(const std::optional<ReadWindow>& part) {
  TraceBuilder builder;
  builder.setBounds({{0}, {1000}});
  if (part) {
    builder.setReadWindow(*part);
  }
  return builder.build();
}

/// Which share of the pixels from `left` to `right` is painted, where 0 to 1000 ns are in sight.
double paintedBetween(const Trace& trace, int left, int right) {
  QImage image(width, height, QImage::Format_RGB32);
  image.fill(background);
  QPainter painter(&image);
  paintUnreadTime(painter, trace, TimeAxis({{0}, {1000}}, width), QRectF(0, 0, width, height),
                  TimelinePalette::light());
  painter.end();
  int painted = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = left; x < right; ++x) {
      painted += image.pixel(x, y) == background ? 0 : 1;
    }
  }
  return static_cast<double>(painted) / ((right - left) * height);
}

TEST(UnreadTime, isHatchedOnBothSidesOfWhatWasRead) {
  const auto trace = traceWith(ReadWindow{.asked = {{400}, {500}}, .read = {{300}, {600}}, .leftOut = 7});
  EXPECT_GT(paintedBetween(*trace, 0, 119), 0.05);
  EXPECT_EQ(paintedBetween(*trace, 121, 239), 0);
  EXPECT_GT(paintedBetween(*trace, 241, width), 0.05);
}

TEST(UnreadTime, isNotWhereAllWasReadThere) {
  const auto trace = traceWith(ReadWindow{.asked = {{0}, {500}}, .read = {{0}, {600}}, .leftOut = 7});
  EXPECT_EQ(paintedBetween(*trace, 0, 239), 0);
  EXPECT_GT(paintedBetween(*trace, 241, width), 0.05);
}

TEST(UnreadTime, isNoneOfAWholeTrace) {
  EXPECT_EQ(paintedBetween(*traceWith({}), 0, width), 0);
}

}  // namespace
}  // namespace kernline::ui
