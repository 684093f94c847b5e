// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/views/memory/device_curves.h"

#include <cstdint>

namespace kernline::ui {

/// Returns the card of a time: allocated, reserved, and categories.
[[nodiscard]] HoverCard momentCard(const DeviceCurves& curves, Time time);
[[nodiscard]] HoverCard blockCard(const DeviceCurves& curves, std::uint32_t block);

}  // namespace kernline::ui
