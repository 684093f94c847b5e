// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/frame_raster.h"

#include "ui/kit/charts/oklch.h"
#include "ui/kit/style/figure_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

namespace kernline::ui {

namespace {

constexpr int minEdgedWidth = 4;  // bars of fewer pixels have no edge of their own
constexpr int matchMarkHeight = 3;
constexpr int sameNameMarkHeight = 2;

class FrameRaster {
 public:
  FrameRaster(const FrameGeometry& frame, const TimelinePalette& palette, QImage& image)
      : m_frame(frame),
        m_palette(palette),
        m_pixels(image.bits()),
        m_bytesPerLine(image.bytesPerLine()),
        m_backgroundLine(baseLine(palette.background)),
        m_laneLine(baseLine(palette.lane)),
        m_line(m_laneLine) {}

  void paint() {
    int painted = 0;
    for (const RowBand& band : m_frame.bands) {
      const bool isHeader = band.row->kind == TimelineRowKind::Group;
      if (isHeader) {
        const std::vector<QRgb> header(static_cast<std::size_t>(m_frame.width), m_palette.header);
        copyDown(header, band.top, band.height, band.clipTop);
      } else {
        copyDown(m_backgroundLine, band.top, band.height, band.clipTop);
      }
      painted = std::max(painted, band.top + band.height);
    }
    copyDown(m_backgroundLine, painted, m_frame.height - painted);
    for (std::size_t i = 0; i < m_frame.strips.size(); ++i) {
      const bool isLast = i + 1 == m_frame.strips.size() || !m_frame.strips[i + 1].continuesAbove;
      paintStrip(m_frame.strips[i], isLast);
    }
    for (const CounterStrip& strip : m_frame.counters) {
      paintCounter(strip);
    }
    for (const NoteStrip& strip : m_frame.notes) {
      paintNotes(strip);
    }
    for (const InstantMark& mark : m_frame.instants) {
      paintInstant(mark);
    }
  }

 private:
  [[nodiscard]] std::vector<QRgb> baseLine(QRgb color) const {
    std::vector<QRgb> line(static_cast<std::size_t>(m_frame.width), color);
    const auto draw = [&](int x, QRgb ink) {
      if (x >= 0 && x < m_frame.width) {
        line[static_cast<std::size_t>(x)] = ink;
      }
    };
    std::ranges::for_each(m_frame.gridLines, [&](int x) { draw(x, m_palette.grid); });
    std::ranges::for_each(m_frame.stepEdges, [&](int x) { draw(x, m_palette.stepEdge); });
    return line;
  }

  QRgb* scanLine(int y) { return reinterpret_cast<QRgb*>(m_pixels + y * m_bytesPerLine); }

  void copyDown(const std::vector<QRgb>& line, int top, int height, int clipTop = 0) {
    const int end = std::min(top + height, m_frame.height);
    for (int y = std::max(top, clipTop); y < end; ++y) {
      std::memcpy(scanLine(y), line.data(), line.size() * sizeof(QRgb));
    }
  }

  void paintStrip(const LaneStrip& strip, bool isLast) {
    if (!strip.continuesAbove) {
      m_line = m_laneLine;
    }
    const auto& colors = m_frame.isDimmed ? m_palette.dimmedBars : m_palette.bars;
    const std::span<const Bar> bars = FrameGeometry::part(m_frame.bars, strip.bars);
    for (const Bar& bar : bars) {
      if (!m_frame.onlyMatches) {
        paintBar(bar, colors);
      }
    }
    const std::span<const MatchColumns> matches = FrameGeometry::part(m_frame.matches, strip.matches);
    repaintMatches(bars, matches);
    if (isLast) {
      copyDown(m_line, strip.top, std::max(1, strip.height - 1), strip.clipTop);
    }
    paintMarks(strip, matches, m_palette.match, true);
    paintMarks(strip, FrameGeometry::part(m_frame.sameName, strip.sameName), m_palette.selection, false);
  }

  void paintBar(const Bar& bar, const TimelinePalette::Bars& colors) {
    const std::size_t tone = bar.level == WorkLevels::notWork ? TimelinePalette::toneIndex(bar.tone)
                                                              : TimelinePalette::levelIndex(bar.level);
    QRgb* const line = m_line.data();
    if (!bar.isSingle) {
      line[bar.left] = mixed(line[bar.left], colors[tone], barOpacity(bar.coverage));
      return;
    }
    std::fill(line + bar.left, line + bar.right, colors[tone]);
    if (bar.right - bar.left >= minEdgedWidth) {
      line[bar.left] =
          m_frame.isDimmed ? mixed(m_palette.barEdges[tone], m_palette.lane, 150) : m_palette.barEdges[tone];
    }
  }

  /// Paints what a hit lies on in full color again.
  void repaintMatches(std::span<const Bar> bars, std::span<const MatchColumns> matches) {
    auto bar = bars.begin();
    for (const MatchColumns& match : matches) {
      bar = std::find_if(bar, bars.end(), [&](const Bar& b) { return b.right > match.left; });
      for (auto at = bar; at != bars.end() && at->left < match.right; ++at) {
        paintBar(*at, m_palette.bars);
      }
    }
  }

  /// A line along the lower edge of hits, or along the upper one of the selection's namesakes: both can be seen at
  /// once.
  void paintMarks(const LaneStrip& strip, std::span<const MatchColumns> matches, QRgb color, bool isBelow) {
    if (matches.empty()) {
      return;
    }
    const int markHeight = std::min(isBelow ? matchMarkHeight : sameNameMarkHeight, std::max(1, strip.height / 3));
    const int top = isBelow ? strip.top + strip.height - 1 - markHeight : strip.top;
    const int bottom = std::min(top + markHeight, m_frame.height);
    for (int y = std::max(strip.clipTop, top); y < bottom; ++y) {
      QRgb* const line = scanLine(y);
      for (const MatchColumns& match : matches) {
        std::fill(line + match.left, line + std::max(match.right, std::min(match.left + 2, m_frame.width)), color);
      }
    }
  }

  void paintCounter(const CounterStrip& strip) {
    const std::span<const CounterColumn> columns = FrameGeometry::part(m_frame.counterColumns, strip.columns);
    const double scale = strip.max > strip.min ? (strip.height - 1) / (strip.max - strip.min) : 0;
    const auto yOf = [&](double value) {
      return strip.top + strip.height - 1 - static_cast<int>(std::lround((value - strip.min) * scale));
    };
    const int zero = yOf(0);
    for (int x = 0; x < static_cast<int>(columns.size()); ++x) {
      const CounterColumn& column = columns[static_cast<std::size_t>(x)];
      if (column.values.isEmpty()) {
        continue;
      }
      const int high = yOf(column.values.max);
      const int low = yOf(column.values.min);
      fillColumn(x, std::max(std::min(high, zero), strip.clipTop), std::max(low, zero), m_palette.counterFill);
      fillColumn(x, std::max(high, strip.clipTop), low, m_palette.counterLine);
    }
  }

  void paintNotes(const NoteStrip& strip) {
    const std::vector<QRgb> plain(static_cast<std::size_t>(m_frame.width), m_palette.lane);
    copyDown(plain, strip.top, strip.height, strip.clipTop);
    std::array<QRgb, queueLineInk + 1> inks{};
    for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
      inks[cause] = markOf(static_cast<IdleCause>(cause)).color.rgb();
    }
    for (std::size_t kind = 0; kind < pathKindCount; ++kind) {
      inks[firstPathInk + kind] = markOf(static_cast<PathKind>(kind)).color.rgb();
    }
    inks[queueFillInk] = m_palette.counterFill;
    inks[queueLineInk] = m_palette.counterLine;
    for (const NotePiece& piece : FrameGeometry::part(m_frame.notePieces, strip.pieces)) {
      fillColumn(piece.x, std::max(strip.top + piece.top, strip.clipTop), strip.top + piece.bottom - 1,
                 inks[piece.ink]);
    }
  }

  void fillColumn(int x, int first, int last, QRgb color) {
    for (int y = std::max(first, 0); y <= std::min(last, m_frame.height - 1); ++y) {
      scanLine(y)[x] = color;
    }
  }

  /// A small wedge that points down at its time.
  void paintInstant(const InstantMark& mark) {
    const int size = std::max(3, mark.height / 3);
    for (int row = 0; row < size; ++row) {
      const int y = mark.top + row;
      const int half = (size - 1 - row) / 2 + (row == size - 1 ? 0 : 1);
      if (y < mark.clipTop || y >= m_frame.height) {
        continue;
      }
      const int first = std::max(mark.x - half, 0);
      const int last = std::min(mark.x + half, m_frame.width - 1);
      if (first <= last) {
        std::fill(scanLine(y) + first, scanLine(y) + last + 1, m_palette.instant);
      }
    }
    if (mark.x >= 0 && mark.x < m_frame.width) {
      fillColumn(mark.x, std::max(mark.top + size, mark.clipTop), mark.top + mark.height - 2, m_palette.instant);
    }
  }

  const FrameGeometry& m_frame;
  const TimelinePalette& m_palette;
  uchar* m_pixels;
  qsizetype m_bytesPerLine;
  std::vector<QRgb> m_backgroundLine;
  std::vector<QRgb> m_laneLine;
  std::vector<QRgb> m_line;
};

}  // namespace

void rasterFrame(const FrameGeometry& frame, const TimelinePalette& palette, QImage& image) {
  FrameRaster(frame, palette, image).paint();
}

}  // namespace kernline::ui
