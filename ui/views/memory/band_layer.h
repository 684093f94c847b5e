// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/memory/block_bands.h"
#include "ui/views/memory/device_curves.h"

#include <QObject>
#include <QSize>

#include <memory>
#include <utility>

namespace kernline::ui {

/// Keeps the bands of blocks up with the visible range: at once where that was quick before; else a worker lays them
/// out, while the picture before is moved along.
class BandLayer : public QObject {
  Q_OBJECT

 public:
  /// The area for which bands are laid out.
  struct Place {
    std::shared_ptr<const DeviceCurves> curves;
    TimeRange range;
    QSize size;      ///< size of the plot in device pixels
    double top = 0;  ///< bytes
  };

  using QObject::QObject;

  /// Clears the layer for another device.
  void clear();
  void setColors(std::shared_ptr<const BlockColors> colors);
  /// Limits the time for laying out blocks before a worker does it.
  void setSynchronousLimit(Duration timeout) { m_patience = timeout; }
  void layOut(Place place, const TimelinePalette& colors);

  [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
  /// Tells whether the bands are of the visible range.
  [[nodiscard]] bool isCurrent() const { return m_bands.range() == m_place.range && m_bands.size() == m_place.size; }
  [[nodiscard]] const BlockBands& bands() const { return m_bands; }
  [[nodiscard]] const QImage& picture(const TimelinePalette& colors) { return m_bands.picture(colors); }

 Q_SIGNALS:
  /// A worker has laid them out.
  void laidOut();

 private:
  void layOutInBackground();

  Place m_place;
  const TimelinePalette* m_palette = nullptr;
  BlockBands m_bands;
  Duration m_patience{8'000'000};
  Duration m_took;
  Job<std::pair<BlockBands, Duration>> m_job;  // bands, and the time they took
};

}  // namespace kernline::ui
