// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_panel.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/source/source_view.h"
#include "ui/views/source/trace_sources.h"

#include <QHideEvent>
#include <QVBoxLayout>

#include <stop_token>
#include <utility>

namespace kernline::ui {

SourcePanel::SourcePanel(QWidget* parent) : QWidget(parent), m_view(new SourceView(this)) {
  setObjectName(QStringLiteral("sourcePanel"));
  m_note = new QuietLabel(QString(), this);
  m_note->setObjectName(QStringLiteral("sourceEmpty"));
  m_note->setAlignment(Qt::AlignCenter);
  m_note->setWordWrap(true);
  m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_long = new LongWork(QStringLiteral("source"), this);
  connect(m_long, &LongWork::cancelRequested, this, [this] {
    drop();
    m_note->clear();
  });
  connect(m_long, &LongWork::restartRequested, this, &SourcePanel::readIfSeen);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_long);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_note, 1);
  setFocusProxy(m_view);
  m_view->hide();
}

void SourcePanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  drop();
  m_long->end();
  m_kernel.clear();
  m_line.reset();
  m_view->setSources(nullptr);
  m_view->hide();
  m_note->clear();
  m_note->show();
  readIfSeen();
}

void SourcePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  readIfSeen();
}

void SourcePanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (!event->spontaneous() && m_reading.isRunning()) {
    drop();
    m_long->end();
  }
}

/// Drops the reading, which starts again when it is needed.
void SourcePanel::drop() {
  m_reading = {};
  m_isDue = m_trace != nullptr;
}

void SourcePanel::readIfSeen() {
  if (!m_isDue || !isVisible()) {
    return;
  }
  m_isDue = false;
  m_note->setText(tr("Reading…"));
  m_long->begin();
  m_reading =
      Job<Sources>([trace = m_trace](const std::stop_token&,
                                     Progress&) -> Expected<Sources> { return summedSources(sourcesOf(trace)); },
                   [this](const Expected<Sources>& sources) { take(sources); });
}

void SourcePanel::take(const Expected<Sources>& sources) {
  m_long->end();
  if (!sources) {
    m_note->setText(coreText(sources.error().message));
    return;
  }
  if ((*sources)->sources->kernels.empty()) {
    m_note->setText(
        tr("No source lines were sampled in this trace; record with:\n\nkernline record --source -- PROGRAM"));
    return;
  }
  m_note->hide();
  m_view->setSources(*sources);
  m_view->show();
  showAsked();
}

void SourcePanel::showKernel(const QString& name) {
  m_kernel = name;
  m_line.reset();
  showAsked();
}

void SourcePanel::showLine(const HotLine& line) {
  m_line = line;
  showAsked();
}

void SourcePanel::showAsked() {
  if (m_view->sources() == nullptr) {
    return;
  }
  if (m_line) {
    m_view->showLine(*std::exchange(m_line, std::nullopt));
  } else if (!m_kernel.isEmpty()) {
    if (const auto kernel = kernelNamed(*m_view->sources(), m_kernel.toStdString())) {
      m_view->showKernel(*kernel);
    }
  }
  m_kernel.clear();
}

}  // namespace kernline::ui
