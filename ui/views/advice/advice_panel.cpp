// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/advice/advice_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/plain_tree.h"
#include "ui/views/advice/advice_model.h"
#include "ui/views/work/work_device.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace kernline::ui {

namespace {

QStringList cautions(const Advice& advice) {
  QStringList lines;
  for (const Message& sentence : cautionsOn(advice)) {
    lines << coreText(sentence);
  }
  return lines;
}

}  // namespace

AdvicePanel::AdvicePanel(QWidget* parent) : CountingPanel("advice", parent), m_model(new AdviceModel(this)) {
  m_go = makeButton("to-kernel", "Go", tr("Show the example on the timeline (Enter)"));
  connect(m_go, &QToolButton::clicked, this, &AdvicePanel::goToCurrent);
  bar()->addWidget(scope());
  bar()->addWidget(m_go);
  m_whatIf = makeButton("measure", "WhatIf", tr("What the selected rows save together (What if panel)"));
  connect(m_whatIf, &QToolButton::clicked, this, &AdvicePanel::askWhatIf);
  bar()->addWidget(m_whatIf);
  bar()->addWidget(counts(), 1);
  setContents(buildContents());
  setFocusProxy(m_tree);
  connect(&WorkDevice::shared(), &WorkDevice::changed, this, &AdvicePanel::restart);
  AdvicePanel::updateState();
}

QWidget* AdvicePanel::buildContents() {
  auto* contents = new QWidget(this);
  auto* layout = new QVBoxLayout(contents);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_leftOut = new QuietLabel(QString(), contents);
  m_leftOut->setObjectName(nameOf("LeftOut"));
  m_leftOut->setContentsMargins(8, 0, 8, 0);
  m_leftOut->setWordWrap(true);
  buildTree();
  layout->addWidget(m_leftOut);
  layout->addWidget(m_tree, 1);
  return contents;
}

void AdvicePanel::buildTree() {
  m_tree = new QTreeView(this);
  m_tree->setObjectName(nameOf("View"));
  m_tree->setAccessibleName(tr("What to optimize"));
  m_tree->setModel(m_model);
  makePlain(*m_tree, AdviceModel::Share, {22, 18, 19, 12, 13});
  connect(m_tree, &QTreeView::activated, this, &AdvicePanel::goToCurrent);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AdvicePanel::updateState);
}

void AdvicePanel::showCauses() {
  if (trace()) {
    restart();
  }
}

void AdvicePanel::startCounting() {
  count([trace = trace(), range = scope()->range(), device = WorkDevice::shared().chosen()](
            const std::stop_token& stop) { return makeAdviceTable(trace, range, device, stop); },
        [this](std::shared_ptr<const AdviceTable> table) {
          m_model->setTable(std::move(table));
          spanEvidence();
        });
}

/// Sentences take the whole width.
void AdvicePanel::spanEvidence() {
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex parent = m_model->index(row, 0);
    for (int child = 0; child < m_model->rowCount(parent); ++child) {
      const AdviceTable::Line& line = m_model->table()->line(m_model->rowOf(m_model->index(child, 0, parent)));
      m_tree->setFirstColumnSpanned(child, parent, line.evidence != AdviceTable::none);
    }
  }
}

void AdvicePanel::forget() {
  m_model->setTable(nullptr);
}

SpanId AdvicePanel::targetOfCurrent() const {
  const std::uint32_t line = m_model->rowOf(m_tree->currentIndex());
  return m_model->table() && line != AdviceTable::none ? m_model->table()->target(line) : SpanId::none;
}

void AdvicePanel::goToCurrent() {
  if (const SpanId target = targetOfCurrent(); target != SpanId::none) {
    Q_EMIT spanRequested(target);
  }
}

QStringList AdvicePanel::selectedRows() const {
  QStringList rows;
  if (!m_model->table() || m_model->table()->range()) {
    return rows;  // rows of a range are not replayed
  }
  for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
    const QString number = QString::number(m_model->table()->line(m_model->rowOf(index)).row + 1);
    if (!rows.contains(number)) {
      rows << number;
    }
  }
  return rows;
}

void AdvicePanel::askWhatIf() {
  if (const QStringList rows = selectedRows(); !rows.isEmpty()) {
    Q_EMIT whatIfRequested(QStringLiteral("advice:%1=follow").arg(rows.join(QLatin1Char(','))));
  }
}

QString AdvicePanel::emptyText() const {
  if (!trace()) {
    return tr("What to optimize appears here once the whole file is loaded.");
  }
  if (!m_model->table()) {
    return countingText();
  }
  if (m_model->rowCount() > 0) {
    return {};
  }
  const Advice& advice = m_model->table()->advice();
  return (whyNothing(advice) + cautions(advice)).join(u'\n');
}

QStringList AdvicePanel::whyNothing(const Advice& advice) const {
  QStringList lines{coreText(nothingFound(advice))};
  if (m_model->table()->unknownDevice()) {
    lines << tr("The peak rates of its GPU are unknown.");
  } else if (lacksCapture(advice)) {
    lines << tr("Most kernels are replayed by CUDA graphs. Add the capture: File > Add graph capture…");
  } else if (cannotJudge(advice)) {
    lines << tr("torch.profiler records shapes with record_shapes=True.");
  }
  return lines;
}

QString AdvicePanel::leftOutText() const {
  if (!m_model->table()) {
    return {};
  }
  const Advice& advice = m_model->table()->advice();
  const bool savesNothing = !advice.rows.empty() && !advice.savesTime();
  return (cautions(advice) + (savesNothing ? whyNothing(advice) : QStringList())).join(u'\n');
}

QString AdvicePanel::countsText() const {
  const AdviceTable& table = *m_model->table();
  const Advice& advice = table.advice();
  QStringList parts;
  if (advice.steps > 0) {
    const QString mean = qt(formatDuration(advice.step()));
    parts << (advice.steps == 1
                  ? tr("per step of %1, %2").arg(mean, coreText(howFound(table.found())))
                  : tr("per step (mean %1, median %2), %3")
                        .arg(mean, qt(formatDuration(advice.medianStep)), coreText(howFound(table.found()))));
    if (table.range()) {
      parts << counted(advice.steps, tr("%1 selected step"), tr("%1 selected steps"));
    }
  } else if (table.range()) {
    parts << tr("limited to %1").arg(qt(formatDuration(table.range()->length())));
  }
  if (const std::optional<StepWithoutProfiler> step = advice.shorterStep()) {
    parts << tr("about %1 without the profiler").arg(qt(formatDuration(step->time.likely)));
  }
  parts << tr("at most %1 together").arg(qt(formatShare(advice.share(advice.boundOfAll()))));
  if (table.unknownDevice()) {
    parts << tr("peak rates of the GPU unknown");
  } else if (advice.kernelTime.ns > 0) {
    parts << tr("roofline covers %1 of kernel time").arg(qt(formatShare(advice.rooflineCoverage())));
  }
  return parts.join(QStringLiteral(" · "));
}

void AdvicePanel::updateState() {
  CountingPanel::updateState();
  const QString more = leftOutText();
  m_leftOut->setText(more);
  m_leftOut->setVisible(!more.isEmpty());
  m_go->setEnabled(targetOfCurrent() != SpanId::none);
  m_whatIf->setEnabled(!selectedRows().isEmpty());
}

}  // namespace kernline::ui
