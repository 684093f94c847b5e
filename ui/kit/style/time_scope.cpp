// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/time_scope.h"

#include <QSignalBlocker>

namespace kernline::ui {

TimeScope::TimeScope(QWidget* parent) : QComboBox(parent) {
  addItems({tr("Whole trace"), tr("Visible range"), tr("Selected range")});
  setAccessibleName(tr("Time range to count"));
  setToolTip(tr("Time range to count. Drag on the ruler to select a range."));
  setMinimumWidth(sizeHint().width());  // other widgets of the bar shrink first
  constexpr int settleMs = 150;
  m_settled.setSingleShot(true);
  m_settled.setInterval(settleMs);
  connect(&m_settled, &QTimer::timeout, this, &TimeScope::changed);
  connect(this, &QComboBox::currentIndexChanged, this, [this] {
    m_settled.stop();
    Q_EMIT changed();
  });
}

void TimeScope::setTrace(const Trace* trace) {
  m_read.reset();
  if (trace != nullptr && trace->readWindow()) {
    m_read = trace->readWindow()->read;
  }
  setItemText(Everything, m_read ? tr("Loaded range") : tr("Whole trace"));
}

void TimeScope::setVisibleRange(std::optional<TimeRange> range) {
  m_visible = range;
  if (range && currentIndex() == InSight) {
    m_settled.start();
  }
}

void TimeScope::setChosenRange(std::optional<TimeRange> range) {
  if (range == m_chosen) {
    return;
  }
  const bool isOther = range.has_value() != m_chosen.has_value();
  m_chosen = range;
  if (isOther) {
    const QSignalBlocker quiet(this);
    setCurrentIndex(range ? Chosen : Everything);
  }
  if (isOther || currentIndex() == Chosen) {
    m_settled.start();
  }
}

std::optional<TimeRange> TimeScope::range() const {
  return currentIndex() == InSight ? m_visible : currentIndex() == Chosen ? m_chosen : m_read;
}

}  // namespace kernline::ui
