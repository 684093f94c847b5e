// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The memory of the trace over time.
extern const DockKind memoryDock;

}  // namespace kernline::ui
