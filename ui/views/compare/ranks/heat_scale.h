// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace kernline::ui {

/// Rows or columns of equal length on an axis of pixels: as long as fits, or zoomed in and scrolled.
class HeatScale {
 public:
  explicit HeatScale(double longest) : m_longest(longest) {}

  void setCount(std::size_t count) { m_count = count; }
  void setExtent(int pixels) { m_extent = std::max(1, pixels); }
  void setScroll(int pixels) { m_scroll = pixels; }
  /// Zooms around a pixel, which shows the same place afterwards if it can; returns the scroll that this takes.
  [[nodiscard]] int zoomBy(double factor, int around) {
    const double place = (around + m_scroll) / length();
    const double most = std::max(1.0, m_longest / fitting());
    m_zoom = std::clamp(m_zoom * factor, 1.0, most);
    return std::clamp(static_cast<int>(std::lround(place * length() - around)), 0, maxScroll());
  }
  void showAll() { m_zoom = 1; }

  [[nodiscard]] std::size_t count() const { return m_count; }
  [[nodiscard]] int extent() const { return m_extent; }
  [[nodiscard]] int scroll() const { return m_scroll; }
  [[nodiscard]] bool isZoomed() const { return m_zoom > 1; }
  /// Returns the length of one row or column.
  [[nodiscard]] double length() const { return fitting() * m_zoom; }
  /// Returns the length of all, or of as many as there is room for.
  [[nodiscard]] int used() const { return std::min(m_extent, static_cast<int>(std::ceil(whole()))); }
  [[nodiscard]] int maxScroll() const { return std::max(0, static_cast<int>(std::ceil(whole())) - m_extent); }
  [[nodiscard]] double begin(std::size_t index) const { return static_cast<double>(index) * length() - m_scroll; }
  [[nodiscard]] std::optional<std::size_t> at(double pixel) const {
    const double index = std::floor((pixel + m_scroll) / length());
    return pixel >= 0 && index >= 0 && index < static_cast<double>(m_count)
               ? std::optional(static_cast<std::size_t>(index))
               : std::nullopt;
  }
  /// Returns those under one pixel of `width`, first and past the last: at least one.
  [[nodiscard]] std::pair<std::size_t, std::size_t> under(double pixel, double width) const {
    const double from = (pixel + m_scroll) / length();
    const double to = (pixel + width + m_scroll) / length();
    const double middle = (from + to) / 2;
    const auto index = [this](double place) {
      return std::min(m_count - 1, static_cast<std::size_t>(std::max(0.0, std::floor(place))));
    };
    return length() >= width ? std::pair{index(middle), index(middle) + 1} : std::pair{index(from), index(to) + 1};
  }

 private:
  [[nodiscard]] double fitting() const {
    return m_count == 0 ? m_longest : std::min(m_longest, m_extent / static_cast<double>(m_count));
  }
  [[nodiscard]] double whole() const { return length() * static_cast<double>(m_count); }

  double m_longest;
  std::size_t m_count = 0;
  int m_extent = 1;
  int m_scroll = 0;
  double m_zoom = 1;
};

}  // namespace kernline::ui
