// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows inference iterations as a table and a chart.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// Iterations of an inference engine.
extern const DockKind inferenceDock;

}  // namespace kernline::ui
