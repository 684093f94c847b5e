// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The ranks of a run side by side.
extern const DockKind ranksDock;

}  // namespace kernline::ui
