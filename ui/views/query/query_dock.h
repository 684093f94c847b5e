// SPDX-License-Identifier: GPL-3.0-or-later
// This folder runs SQL queries on a trace.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// SQL over the trace.
extern const DockKind queryDock;

}  // namespace kernline::ui
