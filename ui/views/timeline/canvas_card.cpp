// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/canvas_card.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/title_column.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace kernline::ui {

namespace {

/// Whether an edge is off by more than a hundredth of the step.
bool differsVisibly(TimeRange shown, TimeRange host) {
  constexpr std::int64_t parts = 100;
  const std::int64_t limit = std::max(shown.length().ns, host.length().ns) / parts;
  return std::abs((shown.begin - host.begin).ns) > limit || std::abs((shown.end - host.end).ns) > limit;
}

}  // namespace

HoverCard cardOfTitle(const TimelineScene& scene, const TimelineRow& row, int titleWidth, const CanvasLook& look) {
  const QString title = TitleColumn(*scene.trace(), scene.rows().layout(), look.palette, look.font).titleOf(row);
  const bool isCut = QFontMetrics(look.font).horizontalAdvance(title) > titleWidth - 50;
  return {isCut ? title : QString(), {}};
}

HoverCard cardOfStep(const TimelineScene& scene, std::size_t step) {
  const ShownSteps& steps = scene.steps();
  HoverCard card = describeStep(*scene.trace(), steps[step]);
  const TimeRange shown = steps[step].range;
  const TimeRange host = steps.onHost()[step].range;
  if (differsVisibly(shown, host)) {
    card.facts.insert(
        card.facts.begin() + 2,
        {Words::tr("On the host"),
         Words::tr("%1 from %2")
             .arg(qt(formatDuration(host.length())), qt(formatDuration(host.begin - scene.trace()->bounds().begin)))});
  }
  const ShownSteps::Place place = steps.placeOf(step);
  card.facts.insert(card.facts.begin(),
                    {Words::tr("Step"),
                     Words::tr("%1 of 0 to %2").arg(place.number).arg(steps.rows()[place.row].own.steps.size() - 1)});
  return card;
}

HoverCard cardOfSteps(const TimelineScene& scene) {
  const std::shared_ptr<const FoundSteps>& found = scene.steps().found();
  if (found == nullptr) {
    return {};
  }
  HoverCard card{
      Words::tr("Steps"),
      {{Words::tr("Source"), coreText(howFound(*found))}, {Words::tr("Count"), countText(found->steps.size())}}};
  if (found->share > 0) {
    card.facts.push_back({found->isOnDevice ? Words::tr("Share of device work in them")
                                            : Words::tr("Share of device work that they launch"),
                          qt(formatShare(found->share))});
  }
  card.facts.push_back({Words::tr("Click"), Words::tr("Choose other steps")});
  return card;
}

HoverCard cardOfTracks(const TimelineScene& scene, QPointF p) {
  const Trace& trace = *scene.trace();
  if (scene.selection().hovered() != SpanId::none) {
    const SpanId hovered = scene.selection().hovered();
    HoverCard card = describeSpan(trace, hovered);
    if (const auto& moved = scene.moved()) {
      const Fact recorded = recordedFact(*moved->recorded, hovered);
      card.facts.insert(card.facts.begin() + 2, {recorded.label, recorded.value});
      if (moved->isHatched[index(hovered)]) {
        card.facts.push_back({Words::tr("Hatched"), movedText()});
      }
    }
    const std::uint8_t level = scene.workColors() ? scene.workColors()->levels[hovered] : WorkLevels::notWork;
    if (level != WorkLevels::notWork) {
      card.facts.push_back({Words::tr("Share of roofline"), levelText(level)});
    }
    return card;
  }
  const TimelineRow* row = scene.rows().rowAt(static_cast<int>(std::floor(p.y())));
  if (row && row->kind == TimelineRowKind::Counter) {
    return describeCounter(trace, row->counter, scene.time().axis().timeAt(p.x()));
  }
  if (row && row->isNote()) {
    return describeNote(scene, *row, p.x());
  }
  if (row && row->kind == TimelineRowKind::Track && scene.index()) {
    const TimeRange near = scene.time().axis().around(p.x(), 4);
    const std::span<const std::uint32_t> instants = scene.index()->instantsOf(row->track);
    const auto at =
        std::ranges::lower_bound(instants, near.begin, {}, [&](std::uint32_t i) { return trace.instants()[i].time; });
    if (at != instants.end() && trace.instants()[*at].time < near.end) {
      return describeInstant(trace, trace.instants()[*at]);
    }
  }
  return {};
}

}  // namespace kernline::ui
