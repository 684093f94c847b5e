// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/views/memory/block_bands.h"
#include "ui/views/memory/device_curves.h"
#include "ui/views/memory/memory_plot.h"

#include <QPointF>

#include <cstdint>
#include <optional>

namespace kernline::ui {

/// Finds items at a point of a MemoryChart. Must not outlive its sources.
class MemoryProbe {
 public:
  /// `bands`: blocks as they are laid out in the plot; nullptr if none are shown.
  MemoryProbe(const DeviceCurves& curves, const MemoryPlot& plot, const BlockBands* bands);

  /// The block whose band is at a point of the widget.
  [[nodiscard]] std::optional<std::uint32_t> blockAt(QPointF place) const;
  /// Returns the time that a click at x means: the time of the most within the pixel, else the time itself.
  [[nodiscard]] Time momentAt(double x) const;
  /// Returns the card at a point of the widget, which is at `time`.
  [[nodiscard]] HoverCard cardAt(Time time, QPointF place) const;

 private:
  const DeviceCurves& m_curves;
  MemoryPlot m_plot;
  const BlockBands* m_bands;
};

}  // namespace kernline::ui
