// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows time by modules of the network.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// Device time of the modules of a network.
extern const DockKind modulesDock;

}  // namespace kernline::ui
