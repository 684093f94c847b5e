// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/runs/open_run.h"

#include <QString>

#include <vector>

namespace kernline::ui {

/// Returns a note on unread parts of the traces, for saved files; empty if all was read.
[[nodiscard]] QString partNote(const std::vector<OpenRun>& runs);

}  // namespace kernline::ui
