// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QWidget>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {

/// The strip between two timelines: steps of the upper one joined with those of the lower one, and what is selected in
/// both as a band.
class RibbonView : public QWidget {
  Q_OBJECT

 public:
  explicit RibbonView(QWidget* parent = nullptr);

  void setSteps(std::array<std::vector<TimeRange>, 2> steps);
  /// Sets the visible ranges above and below, and their pixels.
  void setRanges(std::array<TimeRange, 2> ranges, int left, int right);
  void setBand(std::optional<std::pair<TimeRange, TimeRange>> band);
  /// Sets the band under the pointer, in both.
  void setHoveredBand(std::optional<std::pair<TimeRange, TimeRange>> band);
  [[nodiscard]] const std::optional<std::pair<TimeRange, TimeRange>>& band() const { return m_band; }
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  using Band = std::optional<std::pair<TimeRange, TimeRange>>;

  void paintBand(QPainter& painter, const Band& band, float alpha) const;
  [[nodiscard]] double x(std::size_t side, Time time) const;

  std::array<std::vector<TimeRange>, 2> m_steps;
  std::array<TimeRange, 2> m_ranges{};
  Band m_band;
  Band m_hovered;
  int m_left = 0;
  int m_right = 1;
};

}  // namespace kernline::ui
