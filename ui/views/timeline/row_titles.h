// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/row_id.h"

#include <QString>

namespace kernline::ui {

/// Returns the title next to a row or on a group's header: "stream 7", "python (43213)", "GPU 0", "Pinned".
[[nodiscard]] QString rowTitle(const Trace& trace, RowId row);

/// Returns the title within a group; if that is not the row's own process, the process follows: "stream 7 · GPU 0".
[[nodiscard]] QString rowTitleIn(const Trace& trace, RowId row, RowId group);

/// The process of a track or a counter, or none.
[[nodiscard]] ProcessId processOf(const Trace& trace, RowId row);

}  // namespace kernline::ui
