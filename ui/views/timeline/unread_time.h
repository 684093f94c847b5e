// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/charts/timeline_palette.h"

#include <QPainter>
#include <QRectF>

namespace kernline::ui {

/// Hatches the unread parts of a trace, in its bounds and in `area`, whose left edge is where `axis` begins. If there
/// is room, with a label.
void paintUnreadTime(QPainter& painter, const Trace& trace, const TimeAxis& axis, const QRectF& area,
                     const TimelinePalette& palette);

}  // namespace kernline::ui
