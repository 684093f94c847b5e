// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_bars.h"

#include "core/query/lane_spans.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace kernline::ui {

namespace {

constexpr std::uint32_t mostSpansPerPixel = 48;  // beyond, the rest of the pixel is estimated
constexpr double straddleShare = 0.125;          // less than this of a pixel is not carried into the next

/// A span, or a run of them, on its way into a bar. Pixels.
struct Piece {
  double left = 0;
  double right = 0;
  double busy = 0;  // covered between the two
  SpanId span = SpanId::none;
  SpanTone tone;
};

/// Turns pieces, which come from left to right, into bars.
class BarBuilder {
 public:
  BarBuilder(int width, std::vector<Bar>& bars) : m_width(width), m_bars(&bars) {}

  void add(const Piece& piece) {
    if (piece.right - piece.left >= 1) {
      addWide(piece);
      return;
    }
    const int pixel = static_cast<int>(std::floor(piece.left));
    const double beyond = piece.right - (pixel + 1);
    if (beyond > straddleShare) {
      const double carried = piece.busy * beyond / (piece.right - piece.left);
      addNarrow(pixel, piece.busy - carried, piece);
      addNarrow(pixel + 1, carried, piece);
    } else {
      addNarrow(pixel, piece.busy, piece);
    }
  }

  void finish() {
    if (m_cellPixel >= 0) {
      const double shown = std::clamp(m_cellBusy, 1.0 / 255, 1.0);
      push({m_cellPixel, m_cellPixel + 1, m_cellSpan, m_cellTone, static_cast<std::uint8_t>(shown * 255), false});
      m_cellPixel = -1;
    }
  }

 private:
  void addWide(const Piece& piece) {
    int left = std::max(m_free, static_cast<int>(std::floor(std::max(piece.left, 0.0))));
    const int right = static_cast<int>(std::floor(std::min(piece.right, static_cast<double>(m_width))));
    if (m_cellPixel == left) {
      if (right - left < 2) {
        addNarrow(left, left + 1 - piece.left, piece);
        return;
      }
      ++left;
    }
    finish();
    if (left < right) {
      push({left, right, piece.span, piece.tone, 255, true});
    }
  }

  void addNarrow(int pixel, double busy, const Piece& piece) {
    pixel = std::max({pixel, m_free, m_cellPixel});
    if (pixel >= m_width) {
      return;
    }
    if (pixel != m_cellPixel) {
      finish();
      m_cellPixel = pixel;
      m_cellBusy = 0;
      m_cellBest = -1;
    }
    m_cellBusy += busy;
    if (busy > m_cellBest) {
      m_cellBest = busy;
      m_cellSpan = piece.span;
      m_cellTone = piece.tone;
    }
  }

  void push(const Bar& bar) {
    m_bars->push_back(bar);
    m_free = bar.right;
  }

  int m_width;
  std::vector<Bar>* m_bars;
  int m_free = 0;        // the first pixel that no bar has
  int m_cellPixel = -1;  // the pixel of many that is being filled; -1: none
  double m_cellBusy = 0;
  double m_cellBest = -1;
  SpanId m_cellSpan = SpanId::none;
  SpanTone m_cellTone;
};

void appendRunBars(const std::vector<SpanRun>& runs, const TimeAxis& axis, BarBuilder& builder) {
  const double pixelsPerNs = 1 / axis.nsPerPixel();
  auto run = std::ranges::lower_bound(runs, axis.range().begin, {}, &SpanRun::start);
  run = run == runs.begin() ? run : run - 1;
  for (; run != runs.end() && run->start < axis.range().end; ++run) {
    const double left = axis.xOf(run->start);
    const double right = left + static_cast<double>(run->length) * pixelsPerNs;
    if (right > 0) {
      builder.add({left, right, static_cast<double>(run->busy) * pixelsPerNs, run->longest, run->tone});
    }
  }
}

/// Counts the spans of the pixel that is being walked.
struct PixelTally {
  int pixel = -1;
  std::uint32_t spans = 0;
  double busy = 0;

  void add(double left, double length) {
    const int at = static_cast<int>(std::floor(std::max(left, -1.0)));
    if (at != pixel) {
      *this = {at, 0, 0};
    }
    ++spans;
    busy += length;
  }
};

/// Spans of one lane, one after the other; of a pixel with very many, the first ones stand for the rest.
void appendSpanBars(const Trace& trace, const Lane& lane, const TimeAxis& axis, BarBuilder& builder) {
  const std::span<const Time> starts = trace.starts();
  const std::span<const Duration> durations = trace.durations();
  const double pixelsPerNs = 1 / axis.nsPerPixel();
  const SpanInterval spans = spansIn(trace, lane, axis.range());
  PixelTally tally;
  for (std::uint32_t s = spans.first; s < spans.last; ++s) {
    const double left = axis.xOf(starts[s]);
    const double length = static_cast<double>(durations[s].ns) * pixelsPerNs;
    builder.add({left, left + length, length, SpanId{s}, {}});
    tally.add(left, length);
    const double next = tally.pixel + 1;
    if (tally.spans < mostSpansPerPixel || left + length >= next) {
      continue;
    }
    const auto after = std::lower_bound(starts.begin() + s + 1, starts.begin() + spans.last, axis.timeAt(next));
    const double share = std::min(1.0, tally.busy / (left + length - tally.pixel));
    builder.add({left + length, next, share * (next - left - length), SpanId{s}, {}});
    s = static_cast<std::uint32_t>(after - starts.begin()) - 1;
  }
}

}  // namespace

void appendBars(const Trace& trace, const QueryIndex* index, LaneId lane, const TimeAxis& axis,
                std::vector<Bar>& bars) {
  const std::size_t before = bars.size();
  BarBuilder builder(axis.width(), bars);
  if (const std::vector<SpanRun>* runs = index ? index->lane(lane).runsFor(axis.nsPerPixel()) : nullptr) {
    appendRunBars(*runs, axis, builder);
    builder.finish();
    return;
  }
  appendSpanBars(trace, trace.lane(lane), axis, builder);
  builder.finish();
  for (Bar& bar : std::span{bars}.subspan(before)) {
    bar.tone =
        index ? index->tones()(bar.span) : SpanTone{trace.kind(bar.span), SpanTones::shadeOf(trace.nameText(bar.span))};
  }
}

}  // namespace kernline::ui
