// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The dock of the trace's data issues.
extern const DockKind dataIssuesDock;

}  // namespace kernline::ui
