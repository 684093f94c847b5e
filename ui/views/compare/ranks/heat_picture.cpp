// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/heat_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr double heatGapFrom = 8;  // a line separates cells from this many pixels on

/// Cells that share a pixel, vertically or horizontally: the worst of them is drawn.
class HeatRaster {
 public:
  explicit HeatRaster(const HeatPicture& picture)
      : m_picture(picture),
        m_width(static_cast<int>(std::lround(picture.columns.used() * picture.pixelRatio))),
        m_height(static_cast<int>(std::lround(picture.rows.used() * picture.pixelRatio))),
        m_worst(picture.columns.count()) {
    const double pixel = 1 / picture.pixelRatio;
    for (int x = 0; x < m_width; ++x) {
      m_columns.push_back(picture.columns.under(x * pixel, pixel));
      const bool isLast = x + 1 < m_width && picture.columns.under((x + 1) * pixel, pixel) != m_columns.back();
      m_isGap.push_back(isLast && picture.columns.length() >= heatGapFrom);
    }
  }

  QImage draw() {
    QImage image(std::max(1, m_width), std::max(1, m_height), QImage::Format_RGB32);
    const double pixel = 1 / m_picture.pixelRatio;
    std::pair<std::size_t, std::size_t> before{SIZE_MAX, SIZE_MAX};
    for (int y = 0; y < m_height; ++y) {
      auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
      const auto rows = m_picture.rows.under(y * pixel, pixel);
      if (rows != before) {
        takeRows(rows);
        before = rows;
      }
      const bool isLast = y + 1 < m_height && m_picture.rows.under((y + 1) * pixel, pixel) != rows;
      const bool isGap = isLast && m_picture.rows.length() >= heatGapFrom;
      for (int x = 0; x < m_width; ++x) {
        const auto column = static_cast<std::size_t>(x);
        line[x] = isGap || m_isGap[column] ? m_picture.gap : colorAt(m_columns[column], x, y);
      }
    }
    return image;
  }

 private:
  [[nodiscard]] double worse(double a, double b) const { return m_picture.map.isWorse(b, a) ? b : a; }

  void takeRows(std::pair<std::size_t, std::size_t> rows) {
    std::ranges::fill(m_worst, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = rows.first; row < rows.second; ++row) {
      const std::span<const double> values = m_picture.map.row(m_picture.layout.places[row]);
      const auto first = m_columns.empty() ? 0 : m_columns.front().first;
      const auto after = m_columns.empty() ? 0 : m_columns.back().second;
      for (std::size_t step = first; step < after; ++step) {
        m_worst[step] = worse(m_worst[step], values[step]);
      }
    }
  }

  [[nodiscard]] QRgb colorAt(std::pair<std::size_t, std::size_t> columns, int x, int y) const {
    double value = m_worst[columns.first];
    for (std::size_t step = columns.first + 1; step < columns.second; ++step) {
      value = worse(value, m_worst[step]);
    }
    constexpr int stripe = 3;
    return std::isnan(value) ? m_picture.colors.unknown((x + y) / stripe % 2 == 0)
                             : m_picture.colors.of(m_picture.map.badness(value));
  }

  const HeatPicture& m_picture;
  int m_width;
  int m_height;
  std::vector<double> m_worst;  // worst value of each step in the rows under a line
  std::vector<std::pair<std::size_t, std::size_t>> m_columns;
  std::vector<bool> m_isGap;
};

}  // namespace

QImage drawn(const HeatPicture& picture) {
  return HeatRaster(picture).draw();
}

}  // namespace kernline::ui
