// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows statistics of kernels, operators and other spans.
#pragma once

#include "ui/views/dock/dock_kind.h"

namespace kernline::ui {

/// The statistics of the trace.
extern const DockKind statisticsDock;

}  // namespace kernline::ui
