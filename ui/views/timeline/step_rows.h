// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/process_steps.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/charts/timeline_palette.h"

#include <QPainter>
#include <QRect>

#include <memory>
#include <vector>

namespace kernline::ui {

/// The band of steps below the ruler: a row for each process that has any. Logical pixels from the band's top.
class StepRows {
 public:
  static constexpr int loneHeight = 20;
  static constexpr int sharedHeight = 15;  ///< of each of several rows
  static constexpr int maxHeight = 132;    ///< of all rows: those of many ranks get thin
  static constexpr int minRowHeight = 3;

  StepRows() = default;
  explicit StepRows(std::shared_ptr<const Trace> trace);

  [[nodiscard]] const std::vector<ProcessSteps>& rows() const { return m_rows; }
  [[nodiscard]] int rowHeight() const { return m_rowHeight; }
  [[nodiscard]] int height() const { return m_rowHeight * static_cast<int>(m_rows.size()); }
  /// The step at a point; nullptr between steps and rows.
  [[nodiscard]] const Step* at(int y, Time time) const;

  /// Names of the rows go left of the steps; `band` holds both.
  void paint(QPainter& painter, QRect band, int titleWidth, const TimeAxis& axis, const TimelinePalette& palette) const;

 private:
  void paintTitles(QPainter& painter, QRect area, const TimelinePalette& palette) const;
  void paintRow(QPainter& painter, const ProcessSteps& row, int top, const TimeAxis& axis,
                const TimelinePalette& palette) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<ProcessSteps> m_rows;
  int m_rowHeight = 0;
};

}  // namespace kernline::ui
