// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/edge_snap.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

Time EdgeSnap::at(double x, std::optional<double> y, double reach) const {
  const Time here = m_axis.timeAt(x);
  Nearest best{here, std::nextafter(reach, reach + 1)};
  if (y) {
    for (const LaneStrip& strip : m_frame.strips) {
      if (*y >= std::max(strip.top, strip.clipTop) && *y < strip.top + strip.height) {
        offerBars(best, strip, x, reach);
      }
    }
    if (best.distance <= reach) {
      return best.time;
    }
  }
  for (const LaneStrip& strip : m_frame.strips) {
    offerBars(best, strip, x, reach);
  }
  for (const Step& step : m_steps) {
    offer(best, step.range.begin, x);
    offer(best, step.range.end, x);
  }
  return best.time;
}

void EdgeSnap::offer(Nearest& best, Time edge, double x) const {
  const double distance = std::abs(m_axis.xOf(edge) - x);
  if (distance < best.distance) {
    best = {edge, distance};
  }
}

void EdgeSnap::offerBars(Nearest& best, const LaneStrip& strip, double x, double reach) const {
  const std::span<const Bar> bars = FrameGeometry::part(m_frame.bars, strip.bars);
  for (auto bar = std::ranges::lower_bound(bars, static_cast<int>(x - reach) - 1, {}, &Bar::right);
       bar != bars.end() && bar->left <= x + reach + 1; ++bar) {
    if (bar->isSingle) {  // a pixel of many has no edge that a person could mean
      offer(best, m_trace.start(bar->span), x);
      offer(best, m_trace.end(bar->span), x);
    }
  }
}

}  // namespace kernline::ui
