// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/status_line.h"

#include "core/analysis/steps/step_stats.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/quality/trace_quality.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QFileInfo>
#include <QLabel>
#include <QToolButton>

#include <memory>
#include <vector>

namespace kernline::ui {
namespace {

QLabel* makeField(const char* name, const QString& accessibleName, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(QString::fromUtf8(name));
  label->setAccessibleName(accessibleName);
  label->setTextFormat(Qt::PlainText);
  return label;
}

QString fileText(const FileTab& file) {
  switch (file.state()) {
    case FileTab::State::Loading:
      return Words::tr("Loading %1…").arg(file.title());
    case FileTab::State::Refused:
      return Words::tr("Cannot open %1").arg(file.title());
    case FileTab::State::Canceled:
      return Words::tr("%1: canceled").arg(file.title());
    case FileTab::State::Ready:
      break;
  }
  return Words::tr("%1 · loaded in %2").arg(file.summary(), qt(formatDuration({file.loadTime().count()})));
}

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent),
      m_file(makeField("statusFile", tr("File"), this)),
      m_range(makeField("statusRange", tr("Visible range"), this)),
      m_selection(makeField("statusSelection", tr("Selection"), this)),
      m_issues(new QToolButton(this)),
      m_writing(makeField("statusWriting", tr("Being written"), this)),
      m_cancel(new QToolButton(this)) {
  setSizeGripEnabled(false);
  m_issues->setObjectName(QStringLiteral("statusFindings"));
  m_issues->setAutoRaise(true);
  m_issues->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  constexpr int gap = 16;
  m_selection->setContentsMargins(gap, 0, gap, 0);
  m_selection->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  setContentsMargins(8, 0, 8, 0);
  addWidget(m_file);
  addWidget(m_selection, 1);
  m_cancel->setObjectName(QStringLiteral("statusCancel"));
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("Stop writing; the file stays unchanged"));
  m_writing->hide();
  m_cancel->hide();
  addPermanentWidget(m_writing);
  addPermanentWidget(m_cancel);
  addPermanentWidget(m_range);
  addPermanentWidget(m_issues);
  connect(m_issues, &QToolButton::clicked, this, &StatusLine::issuesRequested);
  connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
  showFile(nullptr);
}

void StatusLine::showFile(const FileTab* file) {
  m_file->setText(file != nullptr ? fileText(*file) : QString());
  m_file->setToolTip(file != nullptr ? file->path() : QString());
  const auto* tab = qobject_cast<const TraceTab*>(file);
  const bool isReady = tab != nullptr && tab->state() == FileTab::State::Ready;
  showIssues(isReady ? tab->study()->quality()->issues().get() : nullptr);
  if (tab == nullptr || !tab->trace()) {
    m_range->clear();
    m_selection->clear();
  }
}

void StatusLine::follow(const CurrentTrace& current) {
  const auto showPlace = [this, &current] {
    if (current.trace()) {
      showRange(*current.trace(), current.view()->visibleRange());
    }
    showSelection(current);
  };
  connect(&current, &CurrentTrace::changed, this, showPlace);
  connect(this, &StatusLine::issuesRequested, &current, &CurrentTrace::issuesRequested);
  connect(&current, &CurrentTrace::visibleRangeChanged, this,
          [this, &current](TimeRange range) { showRange(*current.trace(), range); });
  connect(&current, &CurrentTrace::selectionChanged, this, [this, &current] { showSelection(current); });
  connect(&current, &CurrentTrace::selectedStepChanged, this, [this, &current] { showSelection(current); });
  connect(&current, &CurrentTrace::issuesChanged, this, [this, &current] { showFile(current.tab()); });
  connect(&current, &CurrentTrace::grown, this, [this, &current] {
    showFile(current.tab());
    showSelection(current);
  });
}

void StatusLine::showRange(const Trace& trace, TimeRange range) {
  m_range->setText(
      tr("%1 from %2").arg(qt(formatDuration(range.length())), qt(formatDuration(range.begin - trace.bounds().begin))));
  m_range->setToolTip(tr("Length and start of the visible time range"));
}

void StatusLine::showSelection(const CurrentTrace& current) {
  m_measuring = {};
  const std::shared_ptr<const Trace> trace = current.trace();
  const SpanId span = current.selection();
  if (trace && current.view()->scene().selection().step()) {
    showStep(*current.view(), *current.view()->scene().selection().step());
  } else if (trace && span != SpanId::none) {
    showText(QStringLiteral("%1 · %2").arg(qt(formatDuration(trace->duration(span))), titleOf(*trace, span)));
  } else {
    m_selection->clear();
  }
}

/// Shows a step; its device time follows a moment later.
void StatusLine::showStep(const TimelineView& view, std::size_t step) {
  const ShownSteps& steps = view.scene().steps();
  const ShownSteps::Place place = steps.placeOf(step);
  const QString name = qt(printable(steps.name(step)));
  const QString figures = tr("Step %1 (0 to %2) · %3")
                              .arg(place.number)
                              .arg(steps.rows()[place.row].own.steps.size() - 1)
                              .arg(qt(formatDuration(steps[step].range.length())));
  showText(QStringLiteral("%1 · %2").arg(figures, name));
  if (!steps.found()) {
    return;
  }
  m_measuring = Job<Duration>(
      [trace = view.trace(), found = steps.found(), step](const std::stop_token& stop,
                                                          Progress&) -> Expected<Duration> {
        const std::vector<StepStats> all = stepStats(*trace, *found, stop);
        return all.empty() ? Duration{} : all[step].device;
      },
      [this, figures, name](Expected<Duration> busy) {
        if (busy) {
          showText(tr("%1 · device busy %2 · %3").arg(figures, qt(formatDuration(*busy)), name));
        }
      });
}

void StatusLine::showText(const QString& text) {
  m_selection->setText(
      m_selection->fontMetrics().elidedText(text, Qt::ElideRight, m_selection->contentsRect().width()));
  m_selection->setToolTip(text);
}

void StatusLine::showWriting(const QString& path) {
  clearMessage();
  m_writing->setText(tr("Writing %1…").arg(QFileInfo(path).fileName()));
  m_writing->setToolTip(path);
  m_writing->show();
  m_cancel->show();
}

void StatusLine::showOutcome(const QString& sentence) {
  m_writing->hide();
  m_cancel->hide();
  showMessage(sentence);
}

void StatusLine::showIssues(const DataQuality* quality) {
  m_issues->setVisible(quality != nullptr && !quality->issues().empty());
  if (m_issues->isHidden()) {
    return;
  }
  const std::size_t warnings = quality->warnings();
  const std::size_t remarks = quality->issues().size() - warnings;
  m_issues->setIcon(icon(warnings > 0 ? QStringLiteral("warning") : QStringLiteral("info")));
  m_issues->setText(warnings > 0 ? counted(warnings, tr("%1 data issue"), tr("%1 data issues"))
                                 : counted(remarks, tr("%1 hint"), tr("%1 hints")));
  m_issues->setToolTip(warnings > 0
                           ? tr("Parts of this trace were lost, repaired or may be wrong; figures may be inaccurate")
                           : tr("Special features of this trace; no figure is affected"));
  m_issues->setAccessibleName(m_issues->text());
}

}  // namespace kernline::ui
