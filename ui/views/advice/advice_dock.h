// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows potential savings.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The dock of optimization suggestions.
extern const DockKind adviceDock;

}  // namespace kernline::ui
