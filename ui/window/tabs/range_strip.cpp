// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/range_strip.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/views/timeline/chosen_range_overlay.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <optional>
#include <string>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int settleMs = 60;
constexpr std::size_t maxDevices = 3;

/// Returns the length and start of the chosen range, and the measurement between two spans.
QString lengthText(const TimelineView& view, TimeRange range, std::string (*timeText)(Duration)) {
  const Trace& trace = *view.trace();
  QString length =
      Words::tr("%1 from %2").arg(qt(timeText(range.length())), qt(timeText(range.begin - trace.bounds().begin)));
  if (const std::optional<StepStretch> steps = view.scene().chosen().steps()) {
    const QString which = steps->first == steps->last ? Words::tr("Step %1").arg(steps->first)
                                                      : Words::tr("Steps %1 to %2").arg(steps->first).arg(steps->last);
    return which + QStringLiteral(" · ") + length;
  }
  const std::optional<Measurement> measured = view.scene().chosen().measurement();
  if (!measured) {
    return length;
  }
  const Duration between = trace.start(measured->second) - trace.start(measured->first);
  return length + QStringLiteral(" · ") +
         Words::tr("start to start %1 · %2").arg(qt(timeText(between)), gapText(trace, *measured, timeText));
}

}  // namespace

QString activityText(const std::vector<DeviceActivity>& devices, Duration length) {
  QStringList parts;
  for (std::size_t i = 0; i < devices.size() && i < maxDevices; ++i) {
    const Duration busy = devices[i].times.busy;
    const double share = length.ns > 0 ? static_cast<double>(busy.ns) / static_cast<double>(length.ns) : 0;
    const QString name = devices[i].device >= 0 ? QStringLiteral("GPU %1").arg(devices[i].device) : qt(devices[i].name);
    parts << counted(devices[i].kernels, Words::tr("%2 busy %3 (%4), idle %5, %1 kernel"),
                     Words::tr("%2 busy %3 (%4), idle %5, %1 kernels"))
                 .arg(name, qt(formatDuration(busy)), qt(formatShare(share)), qt(formatDuration(length - busy)));
  }
  if (devices.size() > maxDevices) {
    parts << counted(devices.size() - maxDevices, Words::tr("%1 more device"), Words::tr("%1 more devices"));
  }
  return parts.isEmpty() ? Words::tr("no GPU work in this range") : parts.join(QStringLiteral(" · "));
}

RangeStrip::RangeStrip(TimelineView& view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("rangeStrip"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(8);
  m_length = new QLabel(this);
  m_length->setObjectName(QStringLiteral("rangeLength"));
  m_length->setTextFormat(Qt::PlainText);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  m_length->setFont(bold);
  m_activity = new QLabel(this);
  m_activity->setObjectName(QStringLiteral("rangeActivity"));
  m_activity->setTextFormat(Qt::PlainText);
  m_activity->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_activity->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_activity->setToolTip(tr("Busy: at least one kernel, memcpy or memset is running. Idle: the rest of the range."));
  layout->addWidget(m_length);
  layout->addWidget(m_activity, 1);
  addButton("fit-selection", tr("Zoom"), tr("Zoom to the selected range (Shift+F)"), &RangeStrip::fit);
  addButton("bookmark", tr("Save…"), tr("Name the range and save it as a note (M)"), &RangeStrip::keepRequested);
  addButton("close", QString(), tr("Clear the range (Esc)"), &RangeStrip::clear);
  m_settled.setSingleShot(true);
  m_settled.setInterval(settleMs);
  connect(&m_settled, &QTimer::timeout, this, &RangeStrip::count);
  connect(&view, &TimelineView::chosenRangeChanged, this, &RangeStrip::follow);
  hide();
}

void RangeStrip::addButton(const char* iconName, const QString& text, const QString& tip, void (RangeStrip::*slot)()) {
  auto* button = new QToolButton(this);
  button->setIcon(icon(QString::fromUtf8(iconName)));
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  if (!text.isEmpty()) {
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  }
  connect(button, &QToolButton::clicked, this, slot);
  layout()->addWidget(button);
}

void RangeStrip::follow() {
  const std::optional<TimeRange> range = m_view.chosenRange();
  setVisible(range.has_value());
  if (!range || !m_view.trace()) {
    m_counting = {};
    m_settled.stop();
    return;
  }
  m_length->setText(lengthText(m_view, *range, formatDuration));
  m_length->setToolTip(lengthText(m_view, *range, formatExactDuration));
  m_settled.start();
}

void RangeStrip::count() {
  const std::optional<TimeRange> range = m_view.chosenRange();
  if (!range || !m_view.trace()) {
    return;
  }
  m_counting = Job<std::vector<DeviceActivity>>(
      [trace = m_view.trace(), range = *range](std::stop_token stop, Progress&)
          -> Expected<std::vector<DeviceActivity>> { return deviceActivity(*trace, range, stop); },
      [this, length = range->length()](Expected<std::vector<DeviceActivity>> devices) {
        if (devices) {
          m_activity->setText(activityText(*devices, length));
        }
      });
}

void RangeStrip::fit() {
  fitChosenRange(m_view.scene());
}

void RangeStrip::clear() {
  m_view.chooseRange(std::nullopt);
}

}  // namespace kernline::ui
