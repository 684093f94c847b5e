// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/plain_tree.h"
#include "ui/views/whatif/whatif_model.h"
#include "ui/views/work/work_device.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace kernline::ui {

WhatIfPanel::WhatIfPanel(QWidget* parent) : CountingPanel("whatIf", parent), m_model(new WhatIfModel(this)) {
  m_tree = buildTree();
  buildBar();
  scope()->hide();  // it is always about all steps
  setContents(m_tree);
  setFocusProxy(m_typed);
  connect(&WorkDevice::shared(), &WorkDevice::changed, this, &WhatIfPanel::restart);
  WhatIfPanel::updateState();
}

void WhatIfPanel::buildBar() {
  constexpr int typedWidth = 260;
  m_typed = new QLineEdit(this);
  m_typed->setObjectName(nameOf("Typed"));
  m_typed->setAccessibleName(tr("Changes"));
  m_typed->setPlaceholderText(tr("launch=graph, family:GEMM=x0.5, copy:pageable=async…"));
  m_typed->setToolTip(
      tr("SELECTOR=CHANGE, several behind ;\n"
         "Selectors: kernel:, op:, family:, module:, phase:, collective, copy, sync, host:, launch, allocator, rank:, "
         "advice:\n"
         "Changes: x0.5, 2ms, roofline, none, async, graph, fused, follow"));
  m_typed->setClearButtonEnabled(true);
  m_typed->setMinimumWidth(typedWidth);
  m_by = new QComboBox(this);
  m_by->setObjectName(nameOf("By"));
  m_by->setAccessibleName(tr("Group the critical path"));
  m_by->setToolTip(m_by->accessibleName());
  m_by->addItems({tr("By name"), tr("By kind"), tr("By operator"), tr("By module"), tr("By phase"), tr("By rank")});
  static_assert(pathByCount == 6);
  connect(m_by, &QComboBox::currentIndexChanged, this, &WhatIfPanel::restart);
  m_add = makeButton("run", "Add", tr("Add a scenario with these changes (Enter)"));
  m_remove = makeButton("close", "Remove", tr("Remove the scenario (Delete)"));
  m_go = makeButton("to-kernel", "Go", tr("Show the longest activity on the timeline (Enter)"));
  m_replay = makeButton("measure", "Replay", tr("Show this replay on the timeline, in place of what was recorded"));
  m_path = makeButton("list", "Path", tr("Mark the critical path on the timeline; N goes along it"));
  connect(m_replay, &QToolButton::clicked, this, &WhatIfPanel::replayCurrent);
  connect(m_path, &QToolButton::clicked, this, &WhatIfPanel::showPathOfCurrent);
  connect(m_typed, &QLineEdit::returnPressed, this, &WhatIfPanel::addTyped);
  connect(m_typed, &QLineEdit::textChanged, this, &WhatIfPanel::updateState);
  connect(m_add, &QToolButton::clicked, this, &WhatIfPanel::addTyped);
  connect(m_remove, &QToolButton::clicked, this, &WhatIfPanel::removeCurrent);
  connect(m_go, &QToolButton::clicked, this, &WhatIfPanel::goToCurrent);
  bar()->addWidget(m_typed, 1);
  bar()->addWidget(m_by);
  bar()->addWidget(m_add);
  bar()->addWidget(m_remove);
  bar()->addWidget(m_go);
  bar()->addWidget(m_replay);
  bar()->addWidget(m_path);
  bar()->addWidget(counts(), 1);
}

QTreeView* WhatIfPanel::buildTree() {
  auto* tree = new QTreeView(this);
  tree->setObjectName(nameOf("View"));
  tree->setAccessibleName(tr("Steps and their critical path"));
  tree->setModel(m_model);
  makePlain(*tree, WhatIfModel::Share, {12, 19, 32, 12, 10});
  connect(tree, &QTreeView::activated, this, &WhatIfPanel::goToCurrent);
  connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &WhatIfPanel::updateState);
  auto* remove = new QShortcut(QKeySequence(Qt::Key_Delete), tree, nullptr, nullptr, Qt::WidgetShortcut);
  connect(remove, &QShortcut::activated, this, &WhatIfPanel::removeCurrent);
  return tree;
}

void WhatIfPanel::showCauses() {
  if (trace()) {
    m_model->setTable(nullptr);  // other steps
    restart();
  }
}

void WhatIfPanel::startCounting() {
  count([trace = trace(), known = m_model->table() ? m_model->table()->known() : nullptr, scenarios = m_scenarios,
         device = WorkDevice::shared().chosen(), by = static_cast<PathBy>(m_by->currentIndex())](
            const std::stop_token& stop) { return makeWhatIfTable(trace, known, scenarios, device, by, stop); },
        [this](std::shared_ptr<const WhatIfTable> table) {
          m_model->setTable(std::move(table));
          showAnswers();
        });
}

/// The last scenario is opened: what decides it now.
void WhatIfPanel::showAnswers() {
  const int last = m_model->rowCount() - 1;
  if (last >= 0) {
    m_tree->expand(m_model->index(last, 0));
    m_tree->setCurrentIndex(m_model->index(last, 0));
  }
}

void WhatIfPanel::forget() {
  m_model->setTable(nullptr);
}

void WhatIfPanel::ask(const QString& change) {
  m_typed->setText(change);
  m_typed->setFocus();
  if (!change.endsWith(QLatin1Char('='))) {
    addTyped();
  }
}

void WhatIfPanel::addTyped() {
  const QString text = m_typed->text().trimmed();
  if (text.isEmpty() || !trace()) {
    return;
  }
  m_scenarios.removeAll(text);
  m_scenarios << text;
  m_typed->selectAll();
  restart();
}

const WhatIfTable::Answer* WhatIfPanel::currentAnswer() const {
  const std::uint32_t line = m_model->rowOf(m_tree->currentIndex());
  if (!m_model->table() || line == WhatIfTable::none) {
    return nullptr;
  }
  const std::uint32_t answer = m_model->table()->line(line).answer;
  return answer == WhatIfTable::none ? nullptr : &m_model->table()->answers()[answer];
}

int WhatIfPanel::currentScenario() const {
  const WhatIfTable::Answer* answer = currentAnswer();
  return answer == nullptr ? -1 : static_cast<int>(answer - m_model->table()->answers().data()) - 1;
}

void WhatIfPanel::replayCurrent() {
  if (const WhatIfTable::Answer* answer = currentAnswer(); answer != nullptr && answer->answer) {
    Q_EMIT replayRequested(answer->text);
  }
}

void WhatIfPanel::showPathOfCurrent() {
  if (const WhatIfTable::Answer* answer = currentAnswer(); answer != nullptr && answer->answer) {
    std::vector<SpanId> spans = answer->answer->pathSpans;
    std::ranges::sort(spans, {}, [&](SpanId span) { return std::pair{trace()->start(span), span}; });
    Q_EMIT pathRequested(std::make_shared<const std::vector<SpanId>>(std::move(spans)));
  }
}

void WhatIfPanel::removeCurrent() {
  if (const int scenario = currentScenario(); scenario >= 0 && scenario < m_scenarios.size()) {
    m_scenarios.removeAt(scenario);
    restart();
  }
}

SpanId WhatIfPanel::targetOfCurrent() const {
  const std::uint32_t line = m_model->rowOf(m_tree->currentIndex());
  return m_model->table() && line != WhatIfTable::none ? m_model->table()->target(line) : SpanId::none;
}

void WhatIfPanel::goToCurrent() {
  if (const SpanId target = targetOfCurrent(); target != SpanId::none) {
    Q_EMIT spanRequested(target);
  }
}

QString WhatIfPanel::emptyText() const {
  if (!trace()) {
    return tr("The step without the profiler appears here once the whole file is loaded.");
  }
  if (!m_model->table()) {
    return countingText();
  }
  return m_model->rowCount() > 0 ? QString() : coreText(m_model->table()->known()->problem);
}

QString WhatIfPanel::countsText() const {
  const WhatIfAnswer* base = m_model->table()->base();
  if (base == nullptr) {
    return {};
  }
  const QString counts = tr("%1 as recorded, about %2 without the profiler · %3")
                             .arg(qt(formatDuration(base->recorded)), qt(formatDuration(base->undisturbed.likely)),
                                  counted(base->steps, tr("%1 step"), tr("%1 steps")));
  return base->caution.isEmpty() ? counts : counts + QStringLiteral(" · ") + coreText(base->caution);
}

void WhatIfPanel::updateState() {
  CountingPanel::updateState();
  m_add->setEnabled(trace() && !m_typed->text().trimmed().isEmpty());
  m_remove->setEnabled(currentScenario() >= 0);
  m_go->setEnabled(targetOfCurrent() != SpanId::none);
  const WhatIfTable::Answer* answer = currentAnswer();
  m_replay->setEnabled(answer != nullptr && answer->answer);
  m_path->setEnabled(m_replay->isEnabled());
}

}  // namespace kernline::ui
