// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/blocks/warp_phases.h"

#include <QRectF>
#include <QWidget>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Lanes of one block's warps: a lane a warp over the time of the block, in the colors of the timeline; phases in which
/// a warp waits are hatched. A click requests the phase below it.
class WarpLanes : public QWidget {
  Q_OBJECT

 public:
  explicit WarpLanes(QWidget* parent = nullptr);

  void setLanes(std::shared_ptr<const Trace> trace, SpanId block, std::vector<WarpLane> lanes);
  [[nodiscard]] const std::vector<WarpLane>& lanes() const { return m_lanes; }
  /// The rectangle of a phase; empty if it is none of the block's.
  [[nodiscard]] QRectF placeOf(SpanId phase) const;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 protected:
  bool event(QEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] int laneHeight() const;
  [[nodiscard]] int labelWidth() const;
  [[nodiscard]] QRectF placeIn(std::size_t lane, SpanId phase) const;
  [[nodiscard]] SpanId phaseAt(QPointF place) const;
  [[nodiscard]] QString tipOf(SpanId phase) const;

  std::shared_ptr<const Trace> m_trace;
  TimeRange m_range;
  std::vector<WarpLane> m_lanes;
};

}  // namespace kernline::ui
