// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/timeline_palette.h"

#include "ui/kit/charts/oklch.h"

#include <QPalette>

#include <gtest/gtest.h>

#include <cstdlib>

namespace kernline::ui {
namespace {

int distance(QRgb a, QRgb b) {
  return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

class TimelinePalettes : public ::testing::TestWithParam<const TimelinePalette*> {};

TEST_P(TimelinePalettes, textOnEveryBarCanBeRead) {
  for (const QRgb bar : GetParam()->bars) {
    ASSERT_GE(contrast(bar, GetParam()->barText), 4.5);
  }
}

TEST_P(TimelinePalettes, textOnDimmedBarsCanBeRead) {
  for (const QRgb bar : GetParam()->dimmedBars) {
    ASSERT_GE(contrast(bar, GetParam()->dimmedBarText), 4.5);
  }
}

TEST_P(TimelinePalettes, textBesideBarsCanBeRead) {
  const TimelinePalette& p = *GetParam();
  for (const QRgb ground : {p.background, p.lane, p.header, p.card, p.stepEven, p.stepOdd}) {
    EXPECT_GE(contrast(ground, p.text), 4.5);
  }
  EXPECT_GE(contrast(p.background, p.dimText), 4.5);
  EXPECT_GE(contrast(p.card, p.dimText), 4.5);
}

TEST_P(TimelinePalettes, everyBarStandsOutFromItsLane) {
  for (const QRgb bar : GetParam()->bars) {
    ASSERT_GE(distance(bar, GetParam()->lane), 60);
  }
}

TEST_P(TimelinePalettes, outlinesAndMarksStandOut) {
  EXPECT_GE(contrast(GetParam()->lane, GetParam()->selection), 3);
  EXPECT_GE(contrast(GetParam()->lane, GetParam()->match), 3);
  EXPECT_GE(contrast(GetParam()->background, GetParam()->arrow), 3);
}

TEST_P(TimelinePalettes, noShadeOfOneKindIsOneOfAnother) {
  constexpr std::array kinds{SpanKind::Kernel,  SpanKind::Memcpy, SpanKind::Memset,         SpanKind::DeviceSync,
                             SpanKind::Runtime, SpanKind::Op,     SpanKind::PythonFunction, SpanKind::Annotation};
  for (const SpanKind a : kinds) {
    for (const SpanKind b : kinds) {
      for (int shade = 0; a < b && shade < 256 * 256; shade += 17) {
        const QRgb first = GetParam()->bar({a, static_cast<std::uint8_t>(shade / 256)});
        const QRgb second = GetParam()->bar({b, static_cast<std::uint8_t>(shade % 256)});
        ASSERT_GE(distance(first, second), 12) << static_cast<int>(a) << " and " << static_cast<int>(b);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, TimelinePalettes,
                         ::testing::Values(&TimelinePalette::light(), &TimelinePalette::dark()));

TEST(TimelinePalette, followsTheWindow) {
  QPalette palette;
  palette.setColor(QPalette::Window, QColor(30, 30, 34));
  EXPECT_EQ(&TimelinePalette::matching(palette), &TimelinePalette::dark());
  palette.setColor(QPalette::Window, QColor(240, 240, 240));
  EXPECT_EQ(&TimelinePalette::matching(palette), &TimelinePalette::light());
}

}  // namespace
}  // namespace kernline::ui
