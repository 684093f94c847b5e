// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/block_bands.h"

#include "ui/kit/charts/oklch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int edgedHeight = 3;      // pixels from which on a band has an edge of its own
constexpr unsigned edgeShare = 90;  // share of the background in an edge, of 256

}  // namespace

void BlockBands::setColors(std::shared_ptr<const BlockColors> colors) {
  m_colors = std::move(colors);
  m_palette = nullptr;
}

void BlockBands::layOut(std::shared_ptr<const DeviceCurves> curves, TimeRange range, QSize size, double top) {
  m_curves = std::move(curves);
  m_range = range;
  m_size = size;
  m_top = std::max(1.0, top);
  m_palette = nullptr;
  const auto minBytes = static_cast<std::int64_t>(std::ceil(m_top / std::max(1, size.height()) * minBandHeight));
  m_stack = stackBlocks(m_curves->of(), m_curves->blocks, m_curves->parts.back().pyramid, range,
                        static_cast<std::size_t>(std::max(1, size.width())), minBytes);
}

std::int64_t BlockBands::bytesAt(int y) const {
  constexpr double middle = 0.5;
  return static_cast<std::int64_t>((m_size.height() - y - middle) * m_top / std::max(1, m_size.height()));
}

int BlockBands::yOf(std::int64_t bytes) const {
  constexpr double half = 0.5;
  const double share = std::clamp(static_cast<double>(bytes) / m_top, 0.0, 1.0);
  return m_size.height() - static_cast<int>(share * m_size.height() + half);
}

void BlockBands::paintColumn(ColumnCanvas& canvas, int x, const TimelinePalette& palette) const {
  const StackColumn& column = m_stack.columns[static_cast<std::size_t>(x)];
  const bool isFirst = x == 0;
  std::span<const StackedBlock> left;  // blocks of the column to the left, if any
  if (!isFirst) {
    left = m_stack.of(m_stack.columns[static_cast<std::size_t>(x) - 1]);
  }
  int bottom = m_size.height();
  const std::span<const StackedBlock> bands = m_stack.of(column);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const StackedBlock& band = bands[i];
    const bool isLast = i + 1 == bands.size();
    const int top = yOf(isLast ? band.below + m_curves->of().blocks[band.block].bytes : bands[i + 1].below);
    if (top == bottom) {
      continue;  // another one has this pixel
    }
    const QRgb color = m_colors->of(band.block, palette);
    if (bottom - top < edgedHeight) {
      canvas.fill(x, top, bottom, color);
    } else {
      const QRgb edge = mixed(color, palette.background, edgeShare);
      const bool begins = !isFirst && !std::ranges::binary_search(left, band.block, {}, &StackedBlock::block);
      canvas.fill(x, top, bottom, begins ? edge : color);
      canvas.fill(x, top, top + 1, edge);
    }
    bottom = top;
  }
  canvas.fill(x, std::min(bottom, yOf(column.total)), bottom, quietColor(palette));
}

const QImage& BlockBands::picture(const TimelinePalette& palette) {
  if (m_palette != &palette && m_colors && m_curves) {
    m_palette = &palette;
    ColumnCanvas canvas(m_size);
    for (int x = 0; x < canvas.width(); ++x) {
      paintColumn(canvas, x, palette);
    }
    m_picture = canvas.image();
  }
  return m_picture;
}

std::optional<std::uint32_t> BlockBands::blockAt(QPoint pixel) const {
  if (!m_curves || pixel.x() < 0 || pixel.y() < 0) {
    return std::nullopt;
  }
  return m_stack.blockAt(m_curves->of(), static_cast<std::size_t>(pixel.x()), bytesAt(pixel.y()));
}

std::optional<Time> BlockBands::momentAt(int column) const {
  if (column < 0 || static_cast<std::size_t>(column) >= m_stack.columns.size()) {
    return std::nullopt;
  }
  const StackColumn& of = m_stack.columns[static_cast<std::size_t>(column)];
  return of.total == 0 && of.count == 0 ? std::nullopt : std::optional(of.moment);
}

std::optional<std::int64_t> BlockBands::othersAt(QPoint pixel) const {
  if (!momentAt(pixel.x()) || blockAt(pixel)) {
    return std::nullopt;
  }
  const StackColumn& column = m_stack.columns[static_cast<std::size_t>(pixel.x())];
  const std::int64_t bytes = bytesAt(pixel.y());
  return bytes >= 0 && bytes < column.total ? std::optional(column.others) : std::nullopt;
}

std::vector<QRect> BlockBands::placesOf(std::uint32_t block) const {
  std::vector<QRect> places;
  if (!m_curves || block >= m_curves->of().blocks.size()) {
    return places;
  }
  const std::int64_t bytes = m_curves->of().blocks[block].bytes;
  for (std::size_t i = 0; i < m_stack.columns.size(); ++i) {
    const auto bands = m_stack.of(m_stack.columns[i]);
    const auto found = std::ranges::lower_bound(bands, block, {}, &StackedBlock::block);
    if (found == bands.end() || found->block != block) {
      continue;
    }
    const int top = yOf(found->below + bytes);
    const QRect part(static_cast<int>(i), top, 1, std::max(1, yOf(found->below) - top));
    const bool goesOn = !places.empty() && places.back().right() + 1 == part.left() &&
                        places.back().top() == part.top() && places.back().height() == part.height();
    if (goesOn) {
      places.back().setRight(part.right());
    } else {
      places.push_back(part);
    }
  }
  return places;
}

}  // namespace kernline::ui
