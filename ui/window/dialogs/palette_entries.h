// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/palette/palette_entry.h"

#include <functional>
#include <vector>

class QMenuBar;

namespace kernline::ui {

/// Every command of the menus that can be used now, with its menu and its shortcut.
[[nodiscard]] std::vector<PaletteEntry> actionEntries(const QMenuBar& menus);

/// Every track with spans, with its process; `go` is called with the one chosen.
[[nodiscard]] std::vector<PaletteEntry> trackEntries(const Trace& trace, const std::function<void(TrackId)>& go);

}  // namespace kernline::ui
