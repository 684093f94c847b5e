// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/panels/counting_panel.h"

#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/time_scope.h"

#include <QHBoxLayout>
#include <QHideEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace kernline::ui {

CountingPanel::CountingPanel(const char* name, QWidget* parent) : QWidget(parent), m_name(QString::fromUtf8(name)) {
  setObjectName(nameOf("Panel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QWidget(this);
  m_bar = new QHBoxLayout(bar);
  m_bar->setContentsMargins(8, 4, 8, 4);
  m_bar->setSpacing(8);
  m_scope = new TimeScope(bar);
  m_scope->setObjectName(nameOf("Scope"));
  connect(m_scope, &TimeScope::changed, this, &CountingPanel::restart);
  m_counts = new ElidedLabel(QString(), bar);
  m_counts->setObjectName(nameOf("Counts"));
  m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_counts->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  m_emptyNote = new QuietLabel(QString(), this);
  m_emptyNote->setObjectName(nameOf("Empty"));
  m_emptyNote->setAlignment(Qt::AlignCenter);
  m_emptyNote->setWordWrap(true);
  m_long = new LongWork(m_name, this);
  connect(m_long, &LongWork::cancelRequested, this, &CountingPanel::cancel);
  connect(m_long, &LongWork::restartRequested, this, &CountingPanel::restart);
  layout->addWidget(bar);
  layout->addWidget(m_long);
  layout->addWidget(m_emptyNote, 1);
}

QString CountingPanel::nameOf(const char* part) const {
  return m_name + QString::fromUtf8(part);
}

QToolButton* CountingPanel::makeButton(const char* iconName, const char* part, const QString& tip) {
  auto* button = new QToolButton(m_bar->parentWidget());
  button->setIcon(icon(QString::fromUtf8(iconName)));
  button->setObjectName(nameOf(part));
  button->setAutoRaise(true);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  return button;
}

void CountingPanel::setContents(QWidget* contents) {
  m_contents = contents;
  static_cast<QVBoxLayout*>(layout())->insertWidget(2, contents, 1);
  setFocusProxy(contents);
}

void CountingPanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace && trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_scope->setTrace(m_trace.get());
  m_scope->setVisibleRange(std::nullopt);
  forget();
  restart();
}

void CountingPanel::setVisibleRange(TimeRange range) {
  m_scope->setVisibleRange(range);
}

void CountingPanel::setChosenRange(std::optional<TimeRange> range) {
  m_scope->setChosenRange(range);
}

void CountingPanel::showCauses() {}

bool CountingPanel::isBusy() const {
  return m_counting.isRunning() || m_scope->isSettling();
}

void CountingPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_isDue) {
    restart();
  }
}

/// Stops if it is behind another panel, closed, or of a deleted window; a minimized one goes on.
void CountingPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (!event->spontaneous() && isCounting()) {
    m_counting = {};
    m_isDue = true;
    m_long->end();
  }
}

void CountingPanel::cancel() {
  m_counting = {};
  m_counts->clear();
  m_contents->hide();
  m_emptyNote->show();
  m_emptyNote->setText(tr("Canceled"));
}

void CountingPanel::restart() {
  m_counting = {};
  m_long->end();
  m_isDue = m_trace != nullptr && !isVisible();
  if (m_trace && !m_isDue) {
    startCounting();
  }
  updateState();
}

void CountingPanel::start(Job<Made>::Work work, std::move_only_function<void(Made)> take) {
  m_long->begin();
  m_counting =
      Job<Made>(readingAllOf({m_trace}, std::move(work)), [this, take = std::move(take)](Expected<Made> made) mutable {
        m_long->end();
        if (made) {
          take(std::move(*made));
          updateState();
        } else {
          m_isDue = true;  // counts when it is shown again
          m_contents->hide();
          m_emptyNote->show();
          m_emptyNote->setText(coreText(made.error().message));
          m_counts->clear();
        }
      });
}

QString CountingPanel::countingText() {
  return tr("Calculating…");
}

void CountingPanel::updateState() {
  const QString why = emptyText();
  m_contents->setVisible(why.isEmpty());
  m_emptyNote->setVisible(!why.isEmpty());
  m_emptyNote->setText(why);
  m_counts->setText(isCounting() ? countingText() : why.isEmpty() ? countsText() : QString());
}

}  // namespace kernline::ui
