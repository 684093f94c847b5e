// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/moved_spans.h"

#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/replay/retimed_trace.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/figure_marks.h"

#include <QPainter>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace kernline::ui {

std::shared_ptr<const MovedSpans> movedSpans(std::shared_ptr<const Trace> recorded, const Trace& replay) {
  std::vector<bool> hatched = movedActivities(*recorded, replay);
  const std::vector<bool> shortened = shortenedCalls(*recorded, replay);
  for (std::size_t i = 0; i < hatched.size(); ++i) {
    hatched[i] = hatched[i] || shortened[i];
  }
  return std::make_shared<const MovedSpans>(std::move(recorded), std::move(hatched));
}

bool isReplayOf(const Trace& trace, const Trace& recorded) {
  return &trace != &recorded && isReplayed(trace) && trace.spanCount() == recorded.spanCount();
}

Fact recordedFact(const Trace& recorded, SpanId span) {
  return {Words::tr("As recorded"),
          Words::tr("%1 from %2")
              .arg(qt(formatDuration(recorded.duration(span))),
                   qt(formatDuration(recorded.start(span) - recorded.bounds().begin))),
          Words::tr("Duration and start in the file")};
}

QBrush movedHatch() {
  constexpr int strength = 90;
  QColor ink = markInk();
  ink.setAlpha(strength);
  return {ink, Qt::BDiagPattern};
}

void paintMovedSwatch(QPainter& painter, QRect rect, const TimelinePalette& palette) {
  constexpr std::uint8_t middleShade = 0x98;
  painter.fillRect(rect, QColor(palette.bar({SpanKind::Op, middleShade})));
  painter.fillRect(rect, movedHatch());
}

QString movedText() {
  return Words::tr("Changed by the replay");
}

}  // namespace kernline::ui
