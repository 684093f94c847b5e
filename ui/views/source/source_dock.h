// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows samples of kernels by source line and instruction.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// Source lines and instructions of a recording's kernels.
extern const DockKind sourceDock;

}  // namespace kernline::ui
