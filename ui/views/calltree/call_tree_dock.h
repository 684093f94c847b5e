// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows the call tree and its flame graph.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The call tree and the flame graph.
extern const DockKind callTreeDock;

}  // namespace kernline::ui
