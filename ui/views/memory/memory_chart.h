// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/held_keys.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/views/memory/band_layer.h"
#include "ui/views/memory/byte_scale.h"
#include "ui/views/memory/curve_picture.h"
#include "ui/views/memory/device_curves.h"

#include <QChartView>
#include <QtCharts/QValueAxis>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {

/// Memory of one device over time: what is allocated as an area (stacked by category where the file has them), what is
/// reserved as a line above, the gap between them hatched, steps as bands, failures as marked moments. Each pixel
/// column shows its least and its greatest value, however many changes it covers. Where the file tells of blocks, the
/// area can be made of these instead: each a band from when it was made to when it was freed.
///
/// It asks to be moved and shows what it is told: its range may be a timeline's.
class MemoryChart : public QChartView {
  Q_OBJECT

 public:
  enum class Picture { Curve, Blocks };

  explicit MemoryChart(QWidget* parent = nullptr);

  /// nullptr: nothing is drawn.
  void setCurves(std::shared_ptr<const DeviceCurves> curves);
  [[nodiscard]] const std::shared_ptr<const DeviceCurves>& curves() const { return m_curves; }
  void setRange(TimeRange range);
  [[nodiscard]] TimeRange range() const { return m_range; }
  /// The moment that the tables tell of.
  void setMoment(std::optional<Time> moment);
  [[nodiscard]] std::optional<Time> moment() const { return m_moment; }
  /// Where a pointer is, in this view or in another of the same time.
  void setPointed(std::optional<Time> time);
  /// Moments that something was made at: lit at the foot of the chart.
  void setHighlighted(std::vector<Time> moments);
  /// Blocks are shown once there are colors for them, of the same device.
  void setPicture(Picture picture);
  [[nodiscard]] Picture picture() const { return m_picture; }
  void setColors(std::shared_ptr<const BlockColors> colors);
  /// The block that the tables tell of, by index.
  void setChosenBlock(std::optional<std::uint32_t> block);
  [[nodiscard]] std::optional<std::uint32_t> chosenBlock() const { return m_chosenBlock; }
  [[nodiscard]] const BlockBands& bands() const { return m_bands.bands(); }
  /// How long blocks may take to be laid out before a worker does it, while the picture before is moved along.
  void setSynchronousLimit(Duration timeout) { m_bands.setSynchronousLimit(timeout); }
  [[nodiscard]] bool isBusy() const { return m_bands.isBusy(); }
  /// Where the plot begins and ends in the widget's pixels, to lie below a timeline; else it takes all there is.
  void setPlotEdges(std::optional<std::pair<int, int>> edges);

  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] TimeAxis axis() const;
  /// What the pointer is told at a time.
  [[nodiscard]] HoverCard cardAt(Time time) const;
  /// The block whose band is at a point of the widget, where blocks are shown.
  [[nodiscard]] std::optional<std::uint32_t> blockAt(QPointF place) const;
  /// What a click at x means: the time of the most within the pixel, else the time itself.
  [[nodiscard]] Time momentAt(double x) const;
  /// What is drawn of the curves, a value a column of device pixels.
  [[nodiscard]] const CurvePicture& curvePicture() const { return m_curvePicture; }
  [[nodiscard]] const ByteScale& scale() const { return m_scale; }

 Q_SIGNALS:
  void rangeRequested(kernline::TimeRange range);
  void momentChosen(kernline::Time moment);
  /// A band was clicked; `momentChosen` comes first, with a moment at which the block is alive.
  void blockChosen(quint32 block);
  void hoverTimeChanged(std::optional<kernline::Time> time);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  enum class Drag { None, Pending, Pan, Zoom };

  void styleAxes();
  void placePlot();
  void feed();
  [[nodiscard]] QSize plotPixels() const;  ///< of the device

  [[nodiscard]] bool showsBands() const { return m_picture == Picture::Blocks && m_curves && m_curves->hasBlocks(); }
  [[nodiscard]] QPoint bandPixel(QPointF place) const;

  // Bands, in memory_chart_bands.cpp
  void drawBands(QPainter& painter);
  void drawHighlightedBands(QPainter& painter) const;
  [[nodiscard]] HoverCard pointedCard() const;

  // Painting, in memory_chart_painting.cpp
  void drawCurves(QPainter& painter);
  void drawTicks(QPainter& painter) const;
  void drawMarks(QPainter& painter) const;
  void drawFailures(QPainter& painter) const;
  void drawHighlighted(QPainter& painter) const;
  void drawMoment(QPainter& painter) const;
  void drawPointed(QPainter& painter) const;
  void drawLegend(QPainter& painter) const;

  // Hands, in memory_chart_input.cpp
  void request(TimeRange range);
  void zoomAt(double factor, double x);
  void moveBy(HeldKeys::Motion motion);
  bool moveByKey(const QKeyEvent& event);
  void stepMoment(bool forward);
  void choose(Time moment);
  void describeForReaders();

  [[nodiscard]] QColor partColor(std::size_t part) const;
  [[nodiscard]] QColor partFill(std::size_t part) const;
  [[nodiscard]] QColor gapColor() const;
  [[nodiscard]] int stripHeight() const;  ///< of the rows of marks

  std::shared_ptr<const DeviceCurves> m_curves;
  TimeRange m_range{{0}, {1}};
  std::optional<Time> m_moment;
  std::optional<Time> m_pointed;
  std::vector<Time> m_highlighted;
  std::optional<std::pair<int, int>> m_edges;
  ByteScale m_scale;

  QValueAxis* m_columns = nullptr;
  QValueAxis* m_bytes = nullptr;
  CurvePicture m_curvePicture;

  Picture m_picture = Picture::Curve;
  BandLayer m_bands;
  std::optional<std::uint32_t> m_chosenBlock;

  Drag m_drag = Drag::None;
  QPointF m_press;
  QPointF m_pointer;
  bool m_pointerIsInside = false;
  bool m_showsFocus = false;  // keys brought it here, so a person must see where it is
  TimeRange m_pressRange;
  HeldKeys m_heldKeys;
};

}  // namespace kernline::ui
