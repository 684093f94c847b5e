// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/sight_reading.h"

#include "core/model/format/time_range.h"
#include "core/model/trace/trace.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <chrono>

namespace kernline::ui {

namespace {

constexpr std::chrono::milliseconds pauseOfHand{200};
constexpr double around = 0.5;  // share of the visible range, on both sides

const ReadWindow* partOf(const TimelineView& view) {
  const std::shared_ptr<const Trace>& trace = view.trace();
  return trace && trace->readWindow() && !trace->isPreview() ? &*trace->readWindow() : nullptr;
}

TimeRange within(TimeRange range, TimeRange bounds) {
  return {std::clamp(range.begin, bounds.begin, bounds.end), std::clamp(range.end, bounds.begin, bounds.end)};
}

bool contains(TimeRange outer, TimeRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

SightReading::SightReading(TimelineView& view, QObject* parent) : QObject(parent), m_view(view) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(pauseOfHand);
  connect(&m_pause, &QTimer::timeout, this, &SightReading::ask);
  connect(&view, &TimelineView::visibleRangeChanged, this, &SightReading::look);
  connect(&view, &TimelineView::chosenRangeChanged, this, &SightReading::look);
}

std::string SightReading::range() const {
  const ReadWindow* const part = partOf(m_view);
  if (m_wantsAll || (part == nullptr && !m_wanted)) {
    return {};
  }
  return exactRangeText(m_wanted.value_or(part == nullptr ? TimeRange{} : part->asked));
}

void SightReading::wantAll() {
  m_pause.stop();
  m_wantsAll = true;
  Q_EMIT moreWanted();
}

void SightReading::traceArrived() {
  m_wanted.reset();
  look();
}

/// Figures are counted in the chosen range, wherever that is.
TimeRange SightReading::inSight() const {
  const TimeRange visible = m_view.visibleRange();
  const std::optional<TimeRange> chosen = m_view.chosenRange();
  return within(chosen ? visible.unitedWith(*chosen) : visible, m_view.trace()->bounds());
}

/// Checks whether the visible range has been read, or is being read.
void SightReading::look() {
  const ReadWindow* const part = partOf(m_view);
  if (part == nullptr || m_wantsAll || contains(m_wanted.value_or(part->read), inSight())) {
    m_pause.stop();
  } else {
    m_pause.start();
  }
}

void SightReading::ask() {
  if (partOf(m_view) == nullptr) {
    return;
  }
  const TimeRange more = within(withMargin(m_view.visibleRange(), around), m_view.trace()->bounds());
  m_wanted = more.unitedWith(inSight());
  Q_EMIT moreWanted();
}

}  // namespace kernline::ui
