// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/memory/band_layer.h"
#include "ui/views/memory/memory_plot.h"

#include <QPainter>

#include <cstdint>
#include <optional>

namespace kernline::ui {

/// Draws the blocks in the plot: as they are laid out, or else the earlier picture, moved along.
void drawBands(QPainter& painter, const MemoryPlot& plot, BandLayer& bands, const TimelinePalette& colors);

/// The chosen block and the one under the pointer, lit on bands that are laid out for the plot.
void drawLitBands(QPainter& painter, const MemoryPlot& plot, const BlockBands& bands,
                  std::optional<std::uint32_t> chosen, std::optional<std::uint32_t> pointed,
                  const TimelinePalette& colors);

}  // namespace kernline::ui
