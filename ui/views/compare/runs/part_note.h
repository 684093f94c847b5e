// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/runs/open_run.h"

#include <QString>

#include <vector>

namespace kernline::ui {

/// What of the traces was not read, for what is saved of them; empty: all was.
[[nodiscard]] QString partNote(const std::vector<OpenRun>& runs);

}  // namespace kernline::ui
