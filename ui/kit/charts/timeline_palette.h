// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds shared parts of charts and of the timeline: axes, ticks, colors, hover cards.
#pragma once

#include "core/analysis/query/span_tone.h"
#include "core/analysis/work/work_levels.h"

#include <QRgb>

#include <array>
#include <cstddef>
#include <cstdint>

class QPalette;

namespace kernline::ui {

/// Every color of the timeline in one theme. Bars have a hue family for each kind of span and a shade for each name, or
/// the color of a level of work; on every one of them `barText` has a contrast of at least 4.5.
struct TimelinePalette {
  static constexpr std::size_t kindCount = static_cast<std::size_t>(SpanKind::Overhead) + 1;
  static constexpr std::size_t shadeCount = 256;
  using Bars = std::array<QRgb, kindCount * shadeCount + WorkLevels::count>;

  QRgb background = 0;
  QRgb lane = 0;    ///< the empty parts of a lane
  QRgb header = 0;  ///< header of a process, and the ruler
  QRgb grid = 0;
  QRgb stepEdge = 0;  ///< line at the begin of a step, through all rows
  QRgb separator = 0;
  QRgb text = 0;
  QRgb dimText = 0;
  QRgb barText = 0;
  QRgb dimmedBarText = 0;
  QRgb selection = 0;  ///< outline of the selection
  QRgb match = 0;      ///< marker of a search hit
  QRgb arrow = 0;
  QRgb accent = 0;  ///< the minimap's window, a box being dragged
  QRgb mark = 0;    ///< the user's flags
  QRgb markText = 0;
  QRgb counterFill = 0;
  QRgb counterLine = 0;
  QRgb deviceBusy = 0;  ///< the minimap's bars
  QRgb hostBusy = 0;
  QRgb stepEven = 0;
  QRgb stepOdd = 0;
  QRgb instant = 0;
  QRgb card = 0;  ///< background of the hover card
  QRgb cardEdge = 0;
  Bars bars{};
  Bars dimmedBars{};  ///< bars while a search has hits elsewhere
  Bars barEdges{};    ///< the first pixel of a wide bar

  [[nodiscard]] static std::size_t toneIndex(SpanTone tone) {
    return static_cast<std::size_t>(tone.kind) * shadeCount + tone.shade;
  }
  /// Returns the index of a level of `WorkLevels`.
  [[nodiscard]] static std::size_t levelIndex(std::uint8_t level) { return kindCount * shadeCount + level; }
  [[nodiscard]] QRgb bar(SpanTone tone) const { return bars[toneIndex(tone)]; }

  [[nodiscard]] static const TimelinePalette& light();
  [[nodiscard]] static const TimelinePalette& dark();
  /// Returns the palette for the lightness of the window's color.
  [[nodiscard]] static const TimelinePalette& matching(const QPalette& palette);
};

}  // namespace kernline::ui
