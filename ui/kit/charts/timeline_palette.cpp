// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/timeline_palette.h"

#include "ui/kit/charts/oklch.h"

#include <QPalette>

#include <optional>

namespace kernline::ui {

namespace {

/// The hues that names of one kind are spread over.
struct HueFamily {
  double firstHue;
  double hueSpan;
  double chroma;
};

/// Device activity is saturated, ranges around work are paler; neighbors on screen are far apart in hue.
constexpr HueFamily familyOf(SpanKind kind) {
  switch (kind) {
    case SpanKind::Kernel:
      return {125, 70, 0.135};
    case SpanKind::Memcpy:
      return {52, 18, 0.145};
    case SpanKind::Memset:
      return {88, 16, 0.14};
    case SpanKind::DeviceSync:
      return {250, 10, 0.012};
    case SpanKind::DeviceAnnotation:
      return {335, 20, 0.07};
    case SpanKind::Runtime:
      return {18, 16, 0.11};
    case SpanKind::Op:
      return {228, 36, 0.10};
    case SpanKind::PythonFunction:
      return {285, 24, 0.075};
    case SpanKind::Annotation:
      return {340, 18, 0.115};
    case SpanKind::Overhead:
      return {70, 10, 0.025};
    case SpanKind::Other:
      break;
  }
  return {0, 360, 0.085};
}

/// The shade's bits: 4 of hue, 2 of lightness, 2 of chroma.
Oklch barColor(SpanKind kind, unsigned shade, double lightness, double lightnessSpan) {
  const HueFamily family = familyOf(kind);
  const double hue = family.firstHue + family.hueSpan * (shade & 15U) / 15.0;
  const double level = lightness + lightnessSpan * ((shade >> 4 & 3U) / 3.0 - 0.5);
  const double chroma = family.chroma * (0.76 + 0.24 * (shade >> 6) / 3.0);
  return {level, chroma, hue};
}

void fillBars(TimelinePalette& palette, double lightness, double lightnessSpan) {
  for (std::size_t kind = 0; kind < TimelinePalette::kindCount; ++kind) {
    for (unsigned shade = 0; shade < TimelinePalette::shadeCount; ++shade) {
      const std::size_t at = kind * TimelinePalette::shadeCount + shade;
      const Oklch color = barColor(static_cast<SpanKind>(kind), shade, lightness, lightnessSpan);
      palette.bars[at] = toRgb(color);
      palette.barEdges[at] = toRgb({color.lightness - 0.17, color.chroma, color.hue});
      palette.dimmedBars[at] = mixed(palette.bars[at], palette.lane, 172);
    }
  }
}

/// Colors of work. Work far from the roofline contrasts most with the lane, work at the roofline less, work without a
/// roofline least: lightness changes steadily, so that the order is visible without hues. The hues differ for the three
/// kinds of color blindness; a test simulates them.
struct LevelHues {
  Oklch far;
  Oklch near;  ///< its hue is reached downwards, through red and violet
  Oklch none;
  Oklch latency;
  Oklch communication;
};

Oklch levelColor(const LevelHues& hues, std::uint8_t level) {
  if (const std::optional<int> percent = WorkLevels::percentOf(level)) {
    const double share = *percent / 100.0;
    const auto between = [&](double far, double near) { return far + (near - far) * share; };
    const double hue = between(hues.far.hue, hues.near.hue - 360);
    return {between(hues.far.lightness, hues.near.lightness), between(hues.far.chroma, hues.near.chroma),
            hue < 0 ? hue + 360 : hue};
  }
  return level == WorkLevels::latency         ? hues.latency
         : level == WorkLevels::communication ? hues.communication
                                              : hues.none;
}

void fillLevels(TimelinePalette& palette, const LevelHues& hues) {
  for (std::size_t i = 0; i < WorkLevels::count; ++i) {
    const auto level = static_cast<std::uint8_t>(i);
    const std::size_t at = TimelinePalette::levelIndex(level);
    const Oklch color = levelColor(hues, level);
    palette.bars[at] = toRgb(color);
    palette.barEdges[at] = toRgb({color.lightness - 0.17, color.chroma, color.hue});
    palette.dimmedBars[at] = mixed(palette.bars[at], palette.lane, 192);
  }
}

TimelinePalette makeLight() {
  TimelinePalette p;
  p.background = 0xffffffff;
  p.lane = 0xfff6f7f9;
  p.header = 0xffe9ecf1;
  p.grid = 0xffe6e9ee;
  p.stepEdge = 0xffc3cad6;
  p.separator = 0xffcfd5de;
  p.text = 0xff1b2330;
  p.dimText = 0xff59657a;
  p.barText = 0xff0e141c;
  p.dimmedBarText = 0xff3f4a5c;
  p.selection = 0xff0b1f66;
  p.match = 0xffc2185b;
  p.arrow = 0xff1f3fae;
  p.accent = 0xff2f62d9;
  p.mark = 0xffa34700;
  p.markText = 0xffffffff;
  p.counterFill = 0xffb9d2f5;
  p.counterLine = 0xff2f62d9;
  p.deviceBusy = 0xff2f9e6b;
  p.hostBusy = 0xff5f86c4;
  p.stepEven = 0xffd6def0;
  p.stepOdd = 0xffe8ecf7;
  p.instant = 0xff8a3ffc;
  p.card = 0xffffffff;
  p.cardEdge = 0xff9aa5b6;
  fillBars(p, 0.775, 0.10);
  fillLevels(p, {.far = {0.66, 0.17, 45},
                 .near = {0.83, 0.09, 265},
                 .none = {0.905, 0.006, 260},
                 .latency = {0.90, 0.15, 145},
                 .communication = {0.82, 0.16, 92}});
  return p;
}

TimelinePalette makeDark() {
  TimelinePalette p;
  p.background = 0xff14171c;
  p.lane = 0xff1b1f26;
  p.header = 0xff262c36;
  p.grid = 0xff252b34;
  p.stepEdge = 0xff46505f;
  p.separator = 0xff39424f;
  p.text = 0xffe4e9f1;
  p.dimText = 0xff9aa6b8;
  p.barText = 0xff080b10;
  p.dimmedBarText = 0xffc3ccd9;
  p.selection = 0xffffffff;
  p.match = 0xffffd23f;
  p.arrow = 0xff9cc2ff;
  p.accent = 0xff6ea2ff;
  p.mark = 0xffffb057;
  p.markText = 0xff1a1206;
  p.counterFill = 0xff2a4068;
  p.counterLine = 0xff7fb0ff;
  p.deviceBusy = 0xff4cc38a;
  p.hostBusy = 0xff6f95d6;
  p.stepEven = 0xff36415a;
  p.stepOdd = 0xff2a3244;
  p.instant = 0xffc79bff;
  p.card = 0xff20262f;
  p.cardEdge = 0xff596579;
  fillBars(p, 0.70, 0.09);
  fillLevels(p, {.far = {0.88, 0.13, 85},
                 .near = {0.64, 0.13, 262},
                 .none = {0.59, 0.008, 260},
                 .latency = {0.93, 0.09, 185},
                 .communication = {0.635, 0.14, 92}});
  return p;
}

}  // namespace

const TimelinePalette& TimelinePalette::light() {
  static const TimelinePalette palette = makeLight();
  return palette;
}

const TimelinePalette& TimelinePalette::dark() {
  static const TimelinePalette palette = makeDark();
  return palette;
}

const TimelinePalette& TimelinePalette::matching(const QPalette& palette) {
  return palette.color(QPalette::Window).lightnessF() < 0.5F ? dark() : light();
}

}  // namespace kernline::ui
