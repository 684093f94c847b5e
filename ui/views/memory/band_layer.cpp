// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/band_layer.h"

#include <QElapsedTimer>

#include <utility>

namespace kernline::ui {
namespace {

/// Paints them too. Says how long it took.
Duration layOutBands(BlockBands& bands, const BandLayer::Place& place, const TimelinePalette& colors) {
  QElapsedTimer timer;
  timer.start();
  bands.layOut(place.curves, place.range, place.size, place.top);
  static_cast<void>(bands.picture(colors));  // cached by the bands
  return {timer.nsecsElapsed()};
}

}  // namespace

void BandLayer::clear() {
  m_job = {};
  m_took = {};
  m_bands = {};
}

void BandLayer::setColors(std::shared_ptr<const BlockColors> colors) {
  m_job = {};
  m_bands.setColors(std::move(colors));
}

void BandLayer::layOut(Place place, const TimelinePalette& colors) {
  m_place = std::move(place);
  m_palette = &colors;
  if (m_took > m_patience || m_job.isRunning()) {
    layOutInBackground();
  } else {
    m_took = layOutBands(m_bands, m_place, colors);
  }
}

void BandLayer::layOutInBackground() {
  if (m_job.isRunning() || isCurrent()) {
    return;  // the visible range is checked when it is done
  }
  using Result = std::pair<BlockBands, Duration>;
  Result next;
  next.first.setColors(m_bands.colors());
  m_job = Job<Result>(
      [next = std::move(next), place = m_place, colors = m_palette](const std::stop_token&,
                                                                    Progress&) mutable -> Expected<Result> {
        next.second = layOutBands(next.first, place, *colors);
        return std::move(next);
      },
      [this](Expected<Result> result) {
        if (result) {
          m_bands = std::move(result->first);
          m_took = result->second;
          Q_EMIT laidOut();
          layOutInBackground();
        }
      });
}

}  // namespace kernline::ui
