// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The call tree and the flame graph.
extern const DockKind callTreeDock;

}  // namespace kernline::ui
