// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/memory/memory_plot.h"

#include <QChartView>
#include <QtCharts/QValueAxis>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace kernline::ui {

/// An empty plot of bytes over time between its axes. Subclasses draw into it.
class MemoryPlotView : public QChartView {
  Q_OBJECT

 public:
  explicit MemoryPlotView(QWidget* parent = nullptr);

  void setRange(TimeRange range);
  [[nodiscard]] TimeRange range() const { return m_range; }
  /// Sets the begin and the end of the plot in the widget's pixels, to be below a timeline; else it takes the whole
  /// width.
  void setPlotEdges(std::optional<std::pair<int, int>> edges);

  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] TimeAxis axis() const { return plot().axis(); }
  [[nodiscard]] const ByteScale& scale() const { return m_scale; }

 protected:
  /// Sets the contents that need room.
  void setContents(std::int64_t maxBytes, std::size_t markRows);
  [[nodiscard]] MemoryPlot plot() const;
  /// The plot, its values or the colors have changed.
  virtual void layOut() = 0;

  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void styleAxes();
  void placePlot();

  TimeRange m_range{{0}, {1}};
  std::optional<std::pair<int, int>> m_edges;
  std::int64_t m_maxBytes = 0;
  std::size_t m_markRows = 0;
  ByteScale m_scale;
  QValueAxis* m_columns = nullptr;
  QValueAxis* m_bytes = nullptr;
};

}  // namespace kernline::ui
