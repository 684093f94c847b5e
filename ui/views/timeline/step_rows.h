// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/time_axis.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/shown_steps.h"

#include <QPainter>
#include <QRect>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace kernline::ui {

/// The band of steps below the ruler: a row for each process that has any. Logical pixels from the band's top.
class StepRows {
 public:
  static constexpr int loneHeight = 20;
  static constexpr int sharedHeight = 15;  ///< height of each of several rows
  static constexpr int maxHeight = 132;    ///< height of all rows: those of many ranks get thin
  static constexpr int minRowHeight = 3;

  /// The place of the band, and its style.
  struct Place {
    QRect band;          ///< rectangle, including the names of the rows
    int titleWidth = 0;  ///< width of these, left of the steps
    TimeAxis axis;
    const TimelinePalette& palette;
  };

  StepRows() = default;
  explicit StepRows(std::shared_ptr<const ShownSteps> steps);

  [[nodiscard]] int rowHeight() const { return m_rowHeight; }
  [[nodiscard]] int height() const;
  /// The row at a height; nullopt above and below the rows.
  [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
  /// The step drawn at a point, or a few pixels next to it; std::nullopt between steps and rows.
  [[nodiscard]] std::optional<std::size_t> at(int y, double x, const TimeAxis& axis) const;

  /// `selected` is outlined.
  void paint(QPainter& painter, const Place& place, std::optional<std::size_t> selected) const;

 private:
  [[nodiscard]] QString titleOf(const ShownSteps::Row& row) const;
  [[nodiscard]] int indentOf(std::size_t level) const;
  void paintTitles(QPainter& painter, const Place& place) const;
  void paintRow(QPainter& painter, const ShownSteps::Row& row, int top, const Place& place) const;
  void paintLevel(QPainter& painter, std::span<const std::uint32_t> steps, QRect line, const Place& place) const;
  void paintName(QPainter& painter, std::size_t step, QRect rect) const;
  void paintSelected(QPainter& painter, std::size_t step, const Place& place) const;

  std::shared_ptr<const ShownSteps> m_steps;
  int m_rowHeight = 0;
};

}  // namespace kernline::ui
