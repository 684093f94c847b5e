// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The notes on the trace.
extern const DockKind notesDock;

}  // namespace kernline::ui
