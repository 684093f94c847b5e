// SPDX-License-Identifier: GPL-3.0-or-later
// The pixels of memory curves against a walk over every value.
#include "ui/views/memory/curve_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace kernline::ui {
namespace {

constexpr QRgb fill = 0xff001100;
constexpr QRgb edge = 0xff00ff00;
constexpr QRgb gap = 0xff110000;
constexpr QRgb reserve = 0xffff0000;
constexpr QSize size{37, 211};
constexpr double top = 1000;

/// Many changes in a pixel and many pixels in a change.
std::shared_ptr<const DeviceCurves> randomCurves() {
  std::mt19937 random(11);
  std::uniform_int_distribution<std::int64_t> bytes(0, 600);
  std::uniform_int_distribution<std::int64_t> gaps(1, 7);
  auto history = std::make_shared<MemoryHistory>();
  MemoryDevice& device = history->devices.emplace_back();
  for (std::int64_t time = 50; time < 900; time += time < 400 ? gaps(random) : 60) {
    device.allocated.add({time}, bytes(random));
    device.reserved.add({time}, 650 + bytes(random) / 2);
  }
  history->bounds = {{0}, {1000}};
  return *makeDeviceCurves(std::move(history), 0, {});
}

int yOf(std::int64_t bytes) {
  return size.height() - static_cast<int>(std::lround(static_cast<double>(bytes) / top * size.height()));
}

/// Returns the extent of the values in a column of the range.
ByteExtent valuesIn(const MemoryCurve& curve, TimeRange range, int column) {
  const double width = static_cast<double>(range.length().ns) / size.width();
  const Time begin = range.begin + Duration{std::llround(width * column)};
  const Time end = range.begin + Duration{std::llround(width * (column + 1))};
  ByteExtent values;
  for (Time time = begin - Duration{1}; time < end; time = time + Duration{1}) {
    if (const auto value = curve.at(time)) {
      values.add(*value);
    }
  }
  return values;
}

/// First and last row of a color; both -1 if it is nowhere.
std::pair<int, int> rowsOf(const QImage& image, int x, QRgb color) {
  std::pair<int, int> rows{-1, -1};
  for (int y = 0; y < image.height(); ++y) {
    if (image.pixel(x, y) == color) {
      rows = {rows.first < 0 ? y : rows.first, y};
    }
  }
  return rows;
}

const CurveLook look{.fills = {fill}, .edges = {edge}, .gap = gap, .reserved = reserve, .thickness = 1};

TEST(CurvePicture, coversEveryValueOfAColumnFromTheLeastToTheGreatest) {
  const auto curves = randomCurves();
  for (const TimeRange range : {TimeRange{{0}, {1000}}, TimeRange{{300}, {500}}, TimeRange{{700}, {720}}}) {
    CurvePicture picture;
    picture.layOut(curves, range, size, top);
    const QImage image = picture.picture(look);
    ASSERT_EQ(image.size(), size);
    for (int x = 0; x < size.width(); ++x) {
      SCOPED_TRACE(x);
      const ByteExtent allocated = valuesIn(curves->of().allocated, range, x);
      const ByteExtent reserved = valuesIn(curves->of().reserved, range, x);
      if (allocated.isEmpty()) {
        EXPECT_EQ(rowsOf(image, x, edge), std::pair(-1, -1));
        continue;
      }
      const int maxY = size.height() - 1;
      EXPECT_EQ(rowsOf(image, x, edge),
                std::pair(std::min(maxY, yOf(allocated.max)), std::min(maxY, yOf(allocated.min))));
      EXPECT_EQ(rowsOf(image, x, reserve), std::pair(yOf(reserved.max), yOf(reserved.min)));
      EXPECT_TRUE(yOf(allocated.min) >= maxY || image.pixel(x, maxY) == fill);
    }
  }
}

TEST(CurvePicture, hatchesWhatIsReservedAndNotInUse) {
  const auto curves = randomCurves();
  CurvePicture picture;
  picture.layOut(curves, {{0}, {1000}}, size, top);
  const QImage image = picture.picture(look);
  int hatched = 0;
  for (int x = 0; x < size.width(); ++x) {
    const auto [first, last] = rowsOf(image, x, gap);
    if (first >= 0) {
      ++hatched;
      EXPECT_GT(first, rowsOf(image, x, reserve).first);
      EXPECT_LT(last, rowsOf(image, x, edge).first);
    }
  }
  EXPECT_GT(hatched, size.width() / 2);
}

TEST(CurvePicture, isPaintedAgainForAnotherLookAndLeavesTheAreasOutIfAsked) {
  CurvePicture picture;
  picture.layOut(randomCurves(), {{0}, {1000}}, size, top);
  EXPECT_GE(rowsOf(picture.picture(look), 20, edge).first, 0);
  CurveLook alone = look;
  alone.hasAreas = false;
  EXPECT_EQ(rowsOf(picture.picture(alone), 20, edge).first, -1);
  EXPECT_GE(rowsOf(picture.picture(alone), 20, reserve).first, 0);
}

TEST(CurvePicture, ofNothingIsTransparent) {
  CurvePicture picture;
  picture.layOut(nullptr, {{0}, {1000}}, size, top);
  EXPECT_EQ(qAlpha(picture.picture(look).pixel(3, 3)), 0);
  EXPECT_TRUE(picture.allocated().empty());
}

}  // namespace
}  // namespace kernline::ui
