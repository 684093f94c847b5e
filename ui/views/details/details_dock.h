// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows details of the selected span or range.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// Dock with everything about the selected span.
extern const DockKind detailsDock;

}  // namespace kernline::ui
