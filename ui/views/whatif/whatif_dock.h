// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows what-if changes and their effect on a step.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The step without the profiler and with changes.
extern const DockKind whatIfDock;

}  // namespace kernline::ui
