// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/lane_bars.h"

#include "core/analysis/query/lane_spans.h"

#include <algorithm>
#include <span>

namespace kernline::ui {

namespace {

constexpr std::uint32_t maxSpansPerPixel = 12;  // spans drawn per pixel; the rest is estimated
constexpr double straddleShare = 0.125;         // a smaller part of a pixel is not drawn into the next one
constexpr float minWeight = 1e-6F;              // marks a cell as used by what has no length

/// The pixel that a place lies in; places left of the view count as its first pixel. (A cast truncates in one
/// instruction, where std::floor is a call on the processors that packages are compiled for.)
int pixelOf(double x) {
  return x > 0 ? static_cast<int>(x) : 0;
}

/// A span and its tone in one word, so that a cell changes its owner without a branch.
std::uint64_t packed(SpanId span, SpanTone tone) {
  return static_cast<std::uint64_t>(index(span)) << 32 | static_cast<std::uint64_t>(tone.kind) << 8 | tone.shade;
}

SpanId spanOf(std::uint64_t owner) {
  return SpanId{static_cast<std::uint32_t>(owner >> 32)};
}

SpanTone toneOf(std::uint64_t owner) {
  return {static_cast<SpanKind>(owner >> 8 & 0xff), static_cast<std::uint8_t>(owner & 0xff)};
}

/// Counts the spans of the pixel that is being walked.
struct PixelTally {
  int pixel = -1;
  std::uint32_t spans = 0;
  double busy = 0;

  void add(double left, double length) {
    const int at = pixelOf(left);
    if (at != pixel) {
      *this = {at, 0, 0};
    }
    ++spans;
    busy += length;
  }
};

}  // namespace

LaneBars::LaneBars(const Trace& trace, const QueryIndex* index, const TimeAxis& axis)
    : m_trace(trace), m_index(index), m_axis(axis), m_cells(static_cast<std::size_t>(axis.width()) + 2) {}

void LaneBars::append(LaneId lane, std::vector<Bar>& bars) {
  const std::size_t before = bars.size();
  if (const std::vector<SpanRun>* runs = m_index ? m_index->lane(lane).runsFor(m_axis.nsPerPixel()) : nullptr) {
    addRuns(*runs);
    emit(bars);
    return;
  }
  addSpans(m_trace.lane(lane));
  emit(bars);
  for (Bar& bar : std::span{bars}.subspan(before)) {
    bar.tone = m_index ? m_index->tones()(bar.span)
                       : SpanTone{m_trace.kind(bar.span), SpanTones::shadeOf(m_trace.nameText(bar.span))};
  }
}

void LaneBars::addRuns(const std::vector<SpanRun>& runs) {
  const double pixelsPerNs = 1 / m_axis.nsPerPixel();
  auto run = std::ranges::lower_bound(runs, m_axis.range().begin, {}, &SpanRun::start);
  run = run == runs.begin() ? run : run - 1;
  for (; run != runs.end() && run->start < m_axis.range().end; ++run) {
    const double left = m_axis.xOf(run->start);
    const double right = left + static_cast<double>(run->length) * pixelsPerNs;
    if (right > 0) {
      add({left, right, static_cast<double>(run->density), packed(run->longest, run->tone)});
    }
  }
}

void LaneBars::addSpans(const Lane& lane) {
  const std::span<const Time> starts = m_trace.starts();
  const std::span<const Duration> durations = m_trace.durations();
  const double pixelsPerNs = 1 / m_axis.nsPerPixel();
  const SpanInterval spans = spansIn(m_trace, lane, m_axis.range());
  PixelTally tally;
  for (std::uint32_t s = spans.first; s < spans.last; ++s) {
    const double left = m_axis.xOf(starts[s]);
    const double length = static_cast<double>(durations[s].ns) * pixelsPerNs;
    add({left, left + length, 1, packed(SpanId{s}, {})});
    tally.add(left, length);
    const double next = tally.pixel + 1;
    if (tally.spans < maxSpansPerPixel || left + length >= next) {
      continue;
    }
    const auto after = std::lower_bound(starts.begin() + s + 1, starts.begin() + spans.last, m_axis.timeAt(next));
    const double density = std::min(1.0, tally.busy / (left + length - tally.pixel));
    add({left + length, next, density, packed(SpanId{s}, {})});
    s = static_cast<std::uint32_t>(after - starts.begin()) - 1;
  }
}

void LaneBars::add(const Piece& piece) {
  if (piece.right - piece.left >= 1) {
    piece.density < 1 ? addSpread(piece) : addWide(piece);
    return;
  }
  // No branches from here: which pixels are straddled is as good as random, and a wrong guess costs more than both.
  const int pixel = std::min(std::max(pixelOf(piece.left), m_free), m_axis.width());
  const double beyond = piece.right - (pixel + 1);
  const double carried = beyond > straddleShare ? beyond * piece.density : 0;
  const double kept = (piece.right - piece.left) * piece.density - carried;
  cell(pixel).add(std::max(static_cast<float>(kept), minWeight), piece.owner);
  cell(pixel + 1).add(static_cast<float>(carried), piece.owner);
}

/// A run of many that is a little longer than a pixel.
void LaneBars::addSpread(const Piece& piece) {
  const double end = std::min(piece.right, static_cast<double>(m_axis.width()));
  for (int pixel = std::max(pixelOf(piece.left), m_free); pixel < end; ++pixel) {
    const double covered = std::min(end, pixel + 1.0) - std::max(piece.left, static_cast<double>(pixel));
    cell(pixel).add(std::max(static_cast<float>(covered * piece.density), minWeight), piece.owner);
  }
}

void LaneBars::addWide(const Piece& piece) {
  int left = std::max(m_free, pixelOf(piece.left));
  const int right = pixelOf(std::min(piece.right, static_cast<double>(m_axis.width())));
  if (left < right && cell(left).best > 0) {
    addEdge(left, static_cast<float>(left + 1 - piece.left), piece);
    ++left;
  }
  if (left < right) {
    m_wide.push_back({left, right, spanOf(piece.owner), toneOf(piece.owner), 255, true});
    m_free = right;
  }
  if (const double tail = piece.right - right; right < m_axis.width() && tail > straddleShare) {
    addEdge(right, static_cast<float>(std::min(tail, 1.0)), piece);
  }
}

/// A part of a wide bar in a pixel that it shares. It covers, but never takes the color from what fits in there whole.
void LaneBars::addEdge(int pixel, float busy, const Piece& piece) {
  cell(pixel).add(minWeight / 2, piece.owner);
  cell(pixel).busy += busy;
}

void LaneBars::emit(std::vector<Bar>& bars) {
  const int width = m_axis.width();
  auto wide = m_wide.begin();
  for (int pixel = 0; pixel < width;) {
    if (wide != m_wide.end() && wide->left == pixel) {
      bars.push_back(*wide);
      pixel = wide->right;
      ++wide;
      continue;
    }
    Cell& here = cell(pixel);
    if (here.best > 0) {
      const float shown = std::clamp(here.busy * 255, 1.0F, 255.0F);
      bars.push_back(
          {pixel, pixel + 1, spanOf(here.owner), toneOf(here.owner), static_cast<std::uint8_t>(shown), false});
      here = {};
    }
    ++pixel;
  }
  cell(width) = {};
  cell(width + 1) = {};
  m_wide.clear();
  m_free = 0;
}

}  // namespace kernline::ui
