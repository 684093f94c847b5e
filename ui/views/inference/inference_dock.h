// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// Iterations of an inference engine.
extern const DockKind inferenceDock;

}  // namespace kernline::ui
