// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows the list of tracks: order, hiding, pinning.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The rows of the timeline as a list.
extern const DockKind tracksDock;

}  // namespace kernline::ui
