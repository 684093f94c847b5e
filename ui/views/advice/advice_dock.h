// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// What to optimize.
extern const DockKind adviceDock;

}  // namespace kernline::ui
