// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"

#include <QPointF>
#include <QRectF>

#include <optional>

namespace kernline::ui {

class TimelineScene;

// The places of a scene's spans, in logical pixels of the area of tracks. The scene has a trace.

/// Whole pixels or parts of them; nullopt if its row is hidden. May lie out of sight.
[[nodiscard]] std::optional<QRectF> rectOf(const TimelineScene& scene, SpanId span);

/// The rows above hide it: pinned ones, or the sticky header.
[[nodiscard]] bool isCovered(const TimelineScene& scene, SpanId span);

[[nodiscard]] SpanId spanAt(const TimelineScene& scene, QPointF position);

}  // namespace kernline::ui
