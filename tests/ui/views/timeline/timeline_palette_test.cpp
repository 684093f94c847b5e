// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/timeline_palette.h"

#include "ui/kit/charts/oklch.h"

#include <QPalette>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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

/// Contrast grows with luminance.
double luminance(QRgb color) {
  return contrast(color, 0xff000000) - 1;
}

/// Colors for a person who lacks one kind of cone: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency", 2009, severity 1.
using Cones = std::array<double, 9>;
constexpr std::array<Cones, 4> sights{
    Cones{1, 0, 0, 0, 1, 0, 0, 0, 1},
    Cones{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    Cones{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    Cones{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};

QRgb seen(QRgb color, const Cones& sight) {
  const auto linear = [](int value) {
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  const std::array<double, 3> light{linear(qRed(color)), linear(qGreen(color)), linear(qBlue(color))};
  const auto of = [&](std::size_t row) {
    const double v =
        std::clamp(sight[3 * row] * light[0] + sight[3 * row + 1] * light[1] + sight[3 * row + 2] * light[2], 0.0, 1.0);
    return static_cast<int>(std::lround(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055)));
  };
  return qRgb(of(0), of(1), of(2));
}

QRgb levelBar(const TimelinePalette& palette, int level) {
  return palette.bars[TimelinePalette::levelIndex(static_cast<std::uint8_t>(level))];
}

constexpr int lastLevel = static_cast<int>(WorkLevels::count) - 1;

TEST_P(TimelinePalettes, sharesOfTheRooflineAreOrderedByLightnessAlone) {
  const TimelinePalette& p = *GetParam();
  const double farther = contrast(p.lane, levelBar(p, WorkLevels::firstShare));
  const double nearer = contrast(p.lane, levelBar(p, lastLevel));
  EXPECT_GT(farther, nearer) << "what is far from the roofline stands out";
  EXPECT_GT(nearer, contrast(p.lane, levelBar(p, WorkLevels::noRoofline)));
  for (std::size_t sight = 0; sight < 3; ++sight) {
    for (int level = WorkLevels::firstShare; level + 5 <= lastLevel; level += 5) {
      const double before = luminance(seen(levelBar(p, level), sights[sight]));
      const double after = luminance(seen(levelBar(p, level + 5), sights[sight]));
      EXPECT_EQ(after > before, &p == &TimelinePalette::light()) << sight << " " << level;
    }
  }
}

TEST_P(TimelinePalettes, levelsOfWorkAreToldApartByTheColorBlind) {
  const TimelinePalette& p = *GetParam();
  for (const Cones& sight : sights) {
    const auto at = [&](int level) { return seen(levelBar(p, level), sight); };
    for (int level = WorkLevels::noRoofline; level < WorkLevels::firstShare; ++level) {
      for (int other = level + 1; other <= lastLevel; ++other) {
        EXPECT_GE(distance(at(level), at(other)), 45) << level << " and " << other;
      }
    }
    for (int level = WorkLevels::firstShare; level + 50 <= lastLevel; ++level) {
      EXPECT_GE(distance(at(level), at(level + 50)), 60) << level;
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
