// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The step without the profiler and with changes.
extern const DockKind whatIfDock;

}  // namespace kernline::ui
