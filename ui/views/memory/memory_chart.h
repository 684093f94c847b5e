// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/views/memory/band_layer.h"
#include "ui/views/memory/curve_picture.h"
#include "ui/views/memory/device_curves.h"
#include "ui/views/memory/memory_input.h"
#include "ui/views/memory/memory_plot_view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

class MemoryProbe;

/// Memory of one device over time: allocated memory as an area (stacked by category if the file has them), reserved
/// memory as a line above, the gap between them hatched, steps as bands, failures as marked moments. Each pixel column
/// shows its least and its greatest value, however many changes it covers. If the file has blocks, the area can be made
/// of these instead: each a band from when it was made to when it was freed.
///
/// It only requests to be moved, and shows the range that it is given: that may be a timeline's.
class MemoryChart : public MemoryPlotView {
  Q_OBJECT

 public:
  enum class Picture { Curve, Blocks };

  explicit MemoryChart(QWidget* parent = nullptr);

  /// nullptr if nothing is drawn.
  void setCurves(std::shared_ptr<const DeviceCurves> curves);
  [[nodiscard]] const std::shared_ptr<const DeviceCurves>& curves() const { return m_curves; }
  /// The moment of the tables.
  void setMoment(std::optional<Time> moment);
  [[nodiscard]] std::optional<Time> moment() const { return m_moment; }
  /// The place of a pointer, in this view or in another of the same time.
  void setPointed(std::optional<Time> time);
  /// Moments that something was made at: lit at the foot of the chart.
  void setHighlighted(std::vector<Time> moments);
  /// Blocks are shown once there are colors for them, of the same device.
  void setPicture(Picture picture);
  void setColors(std::shared_ptr<const BlockColors> colors);
  /// The block chosen in the tables, by index.
  void setChosenBlock(std::optional<std::uint32_t> block);
  [[nodiscard]] std::optional<std::uint32_t> chosenBlock() const { return m_chosenBlock; }
  [[nodiscard]] const BlockBands& bands() const { return m_bands.bands(); }
  /// Limits the time for laying out blocks before a worker does it, while the picture before is moved along.
  void setSynchronousLimit(Duration timeout) { m_bands.setSynchronousLimit(timeout); }
  [[nodiscard]] bool isBusy() const { return m_bands.isBusy(); }

  [[nodiscard]] HoverCard cardAt(Time time) const;
  /// The block whose band is at a point of the widget, where blocks are shown.
  [[nodiscard]] std::optional<std::uint32_t> blockAt(QPointF place) const;
  /// Returns the drawn curves, one value per column of device pixels.
  [[nodiscard]] const CurvePicture& curvePicture() const { return m_curvePicture; }

 Q_SIGNALS:
  void rangeRequested(kernline::TimeRange range);
  void momentChosen(kernline::Time moment);
  /// A band was clicked; `momentChosen` comes first, with a moment at which the block is alive.
  void blockChosen(quint32 block);
  void hoverTimeChanged(std::optional<kernline::Time> time);

 protected:
  void layOut() override;
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  [[nodiscard]] bool showsBands() const { return m_picture == Picture::Blocks && m_curves && m_curves->hasBlocks(); }
  [[nodiscard]] bool hasCurrentBands() const { return showsBands() && m_bands.isCurrent(); }
  [[nodiscard]] MemoryProbe probe() const;
  void drawContents(QPainter& painter);

  void click(QPointF place);
  void step(bool forward);
  void choose(Time moment);
  void describeForReaders();

  std::shared_ptr<const DeviceCurves> m_curves;
  std::optional<Time> m_moment;
  std::optional<Time> m_pointed;
  std::vector<Time> m_highlighted;
  CurvePicture m_curvePicture;

  Picture m_picture = Picture::Curve;
  BandLayer m_bands;
  std::optional<std::uint32_t> m_chosenBlock;

  MemoryInput m_input{*this};
};

}  // namespace kernline::ui
