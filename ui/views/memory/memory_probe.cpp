// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_probe.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/memory/memory_cards.h"

#include <cmath>

namespace kernline::ui {

MemoryProbe::MemoryProbe(const DeviceCurves& curves, const MemoryPlot& plot, const BlockBands* bands)
    : m_curves(curves), m_plot(plot), m_bands(bands) {}

std::optional<std::uint32_t> MemoryProbe::blockAt(QPointF place) const {
  return m_bands != nullptr && m_plot.rect().contains(place) ? m_bands->blockAt(m_plot.pixelAt(place)) : std::nullopt;
}

Time MemoryProbe::momentAt(double x) const {
  const TimeAxis& at = m_plot.axis();
  constexpr double slack = 1.5;  // pixels: a thin spike is meant when it is nearly hit
  const double column = std::floor(x - m_plot.rect().left());
  const TimeRange near{at.timeAt(column - slack), at.timeAt(column + 1 + slack)};
  const std::optional<Time> shown = m_bands != nullptr ? m_bands->momentAt(m_plot.pixelAt({x, 0}).x()) : std::nullopt;
  if (shown) {
    return *shown;  // shown moment, at which the hit block is alive
  }
  const MemoryCurve& curve = m_curves.of().allocated;
  const std::optional<std::size_t> peak = curve.peak(near);
  return peak ? curve.times[*peak] : m_plot.timeAt(x);
}

HoverCard MemoryProbe::cardAt(Time time, QPointF place) const {
  if (const std::optional<std::uint32_t> block = blockAt(place)) {
    return blockCard(m_curves, *block);
  }
  HoverCard card = momentCard(m_curves, time);
  const std::optional<std::int64_t> others =
      m_bands != nullptr ? m_bands->othersAt(m_plot.pixelAt(place)) : std::nullopt;
  if (others) {
    card.facts.push_back({Words::tr("Blocks too small to draw individually"), qt(formatBytes(*others))});
  }
  return card;
}

}  // namespace kernline::ui
