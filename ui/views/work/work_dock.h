// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// FLOPs, bytes and roofline of what a trace ran.
extern const DockKind workDock;

}  // namespace kernline::ui
