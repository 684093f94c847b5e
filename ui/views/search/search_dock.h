// SPDX-License-Identifier: GPL-3.0-or-later
// This folder searches the names and args of a trace.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The dock of search results.
extern const DockKind searchDock;

}  // namespace kernline::ui
