// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/facts/fact.h"

#include <QBrush>
#include <QRect>
#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace kernline::ui {

struct TimelinePalette;

/// What a replay changed of the trace that it replays. Spans of both traces have the same ids.
struct MovedSpans {
  std::shared_ptr<const Trace> recorded;
  std::vector<bool> isHatched = {};  ///< by span: calls that are shorter, and device activity that is elsewhere
};

/// Compares a replay with its recording. O(n log n).
[[nodiscard]] std::shared_ptr<const MovedSpans> movedSpans(std::shared_ptr<const Trace> recorded, const Trace& replay);

/// Returns true if one trace is a replay of the other.
[[nodiscard]] bool isReplayOf(const Trace& trace, const Trace& recorded);
/// Returns the recorded time of a span of a replay: "41.54 µs from 120.4 ms".
[[nodiscard]] Fact recordedFact(const Trace& recorded, SpanId span);

/// Returns the hatching of such spans. It lies on their color, below their names.
[[nodiscard]] QBrush movedHatch();
/// Draws a bar with that hatching, for a legend.
void paintMovedSwatch(QPainter& painter, QRect rect, const TimelinePalette& palette);
/// Explains the hatching in a few words.
[[nodiscard]] QString movedText();

}  // namespace kernline::ui
