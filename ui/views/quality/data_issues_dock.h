// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// What is doubtful about the trace.
extern const DockKind dataIssuesDock;

}  // namespace kernline::ui
