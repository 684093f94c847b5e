// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kernline::ui {

inline constexpr double wheelNotch = 120;    ///< one notch of `QWheelEvent::angleDelta`, in eighths of a degree
inline constexpr double zoomPerNotch = 0.8;  ///< factor of the length of the visible range

}  // namespace kernline::ui
