// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The rows of the timeline as a list.
extern const DockKind tracksDock;

}  // namespace kernline::ui
