// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/plain_tree.h"
#include "ui/views/whatif/advice_ticks.h"
#include "ui/views/whatif/whatif_model.h"
#include "ui/views/work/work_device.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

bool followsAdvice(const QString& changes) {
  return changes.contains(QLatin1String("advice"));
}

}  // namespace

WhatIfPanel::WhatIfPanel(QWidget* parent) : CountingPanel("whatIf", parent), m_model(new WhatIfModel(this)) {
  setContents(buildContents());
  buildBar();
  scope()->hide();  // it is always about all steps
  setFocusProxy(m_typed);
  connect(&WorkDevice::shared(), &WorkDevice::changed, this, &WhatIfPanel::startAnew);
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
  connect(m_typed, &QLineEdit::returnPressed, this, &WhatIfPanel::addTyped);
  connect(m_typed, &QLineEdit::textChanged, this, &WhatIfPanel::updateState);
  bar()->addWidget(m_typed, 1);
  bar()->addWidget(m_by);
  buildButtons();
  bar()->addWidget(counts(), 1);
}

void WhatIfPanel::buildButtons() {
  m_add = makeButton("run", "Add", tr("Add a scenario with these changes, or keep that of the ticked rows (Enter)"));
  m_remove = makeButton("close", "Remove", tr("Remove the scenario (Delete)"));
  m_go = makeButton("to-kernel", "Go", tr("Show the longest activity on the timeline (Enter)"));
  m_replay = makeButton("measure", "Replay", tr("Show this replay on the timeline, in place of what was recorded"));
  m_path = makeButton("list", "Path", tr("Mark the critical path on the timeline; N goes along it"));
  m_export = makeButton("save", "Export", tr("Save this replay as a Chrome trace"));
  connect(m_replay, &QToolButton::clicked, this, &WhatIfPanel::replayCurrent);
  connect(m_path, &QToolButton::clicked, this, &WhatIfPanel::showPathOfCurrent);
  connect(m_add, &QToolButton::clicked, this, &WhatIfPanel::addTyped);
  connect(m_remove, &QToolButton::clicked, this, &WhatIfPanel::removeCurrent);
  connect(m_go, &QToolButton::clicked, this, &WhatIfPanel::goToCurrent);
  connect(m_export, &QToolButton::clicked, this, &WhatIfPanel::exportCurrent);
  for (QToolButton* button : {m_add, m_remove, m_go, m_replay, m_path, m_export}) {
    bar()->addWidget(button);
  }
}

QWidget* WhatIfPanel::buildContents() {
  constexpr int ticksShare = 2;  // of five
  auto* contents = new QSplitter(this);
  contents->setObjectName(nameOf("Contents"));
  contents->setChildrenCollapsible(false);
  m_ticks = new AdviceTicks(contents);
  m_ticks->setObjectName(nameOf("Ticks"));
  connect(m_ticks, &AdviceTicks::ticksChanged, this, &WhatIfPanel::restart);
  connect(m_ticks, &AdviceTicks::adviceFound, this, [this] {
    if (std::ranges::any_of(scenarios(), followsAdvice)) {  // which have its titles
      restart();
    }
  });
  connect(m_ticks, &AdviceTicks::spanRequested, this, &WhatIfPanel::spanRequested);
  m_tree = buildTree();
  contents->addWidget(m_ticks);
  contents->addWidget(m_tree);
  contents->setStretchFactor(0, ticksShare);
  contents->setStretchFactor(1, 5 - ticksShare);
  return contents;
}

QTreeView* WhatIfPanel::buildTree() {
  auto* tree = new QTreeView(this);
  tree->setObjectName(nameOf("View"));
  tree->setAccessibleName(tr("Steps and their critical path"));
  tree->setModel(m_model);
  makePlain(*tree, WhatIfModel::Share, {12, 19, 32, 12, 10});
  connect(tree, &QTreeView::activated, this, &WhatIfPanel::goToCurrent);
  connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &WhatIfPanel::updateState);
  tree->installEventFilter(this);
  tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree, &QTreeView::customContextMenuRequested, this, &WhatIfPanel::openMenu);
  auto* remove = new QShortcut(QKeySequence(Qt::Key_Delete), tree, nullptr, nullptr, Qt::WidgetShortcut);
  connect(remove, &QShortcut::activated, this, &WhatIfPanel::removeCurrent);
  return tree;
}

bool WhatIfPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_tree && event->type() == QEvent::Resize) {
    fitColumns();
  }
  return CountingPanel::eventFilter(watched, event);
}

void WhatIfPanel::fitColumns() {
  constexpr int wantedCharacters = 110;
  const bool isNarrow = m_tree->width() < m_tree->fontMetrics().averageCharWidth() * wantedCharacters;
  m_tree->setColumnHidden(WhatIfModel::Share, isNarrow);
  m_tree->setColumnHidden(WhatIfModel::Count, isNarrow);
}

/// The buttons in words.
void WhatIfPanel::openMenu(QPoint at) {
  auto* menu = new QMenu(this);
  menu->setObjectName(nameOf("Menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [menu](QToolButton* button, const QString& text) {
    QAction* action = menu->addAction(button->icon(), text, button, &QToolButton::click);
    action->setEnabled(button->isEnabled());
  };
  add(m_go, tr("Show the &longest activity"));
  add(m_replay, tr("Show the replay on the &timeline"));
  add(m_path, tr("&Mark the critical path"));
  menu->addSeparator();
  add(m_export, tr("&Save the replay as a trace…"));
  add(m_remove, tr("&Remove the scenario"));
  menu->popup(m_tree->viewport()->mapToGlobal(at));
}

void WhatIfPanel::showCauses() {
  if (trace()) {
    startAnew();
  }
}

void WhatIfPanel::startAnew() {
  forgetAdvice();
  m_model->setTable(nullptr);
  m_ticks->setStale();
  restart();
}

bool WhatIfPanel::isBusy() const {
  return CountingPanel::isBusy() || m_ticks->isBusy();
}

QStringList WhatIfPanel::scenarios() const {
  const QString ticked = m_ticks->changes();
  return ticked.isEmpty() || m_added.contains(ticked) ? m_added : m_added + QStringList(ticked);
}

void WhatIfPanel::startCounting() {
  const WhatIfQuestion question{.trace = trace(),
                                .before = m_model->table(),
                                .scenarios = scenarios(),
                                .device = WorkDevice::shared().chosen(),
                                .advice = m_ticks->advice(),
                                .by = static_cast<PathBy>(m_by->currentIndex())};
  count([question](const std::stop_token& stop) { return makeWhatIfTable(question, stop); },
        [this, device = question.device](std::shared_ptr<const WhatIfTable> table) {
          const Shown before = shown();
          m_model->setTable(std::move(table));
          showAnswers(before);
          m_ticks->setTrace(trace(), device);
        });
}

std::optional<QString> WhatIfPanel::changesOf(const QModelIndex& index) const {
  const std::uint32_t line = m_model->rowOf(index);
  if (!m_model->table() || line == WhatIfTable::none) {
    return std::nullopt;
  }
  const std::uint32_t answer = m_model->table()->line(line).answer;
  return answer == WhatIfTable::none ? std::nullopt : std::optional(m_model->table()->answers()[answer].text);
}

WhatIfPanel::Shown WhatIfPanel::shown() const {
  Shown shown;
  shown.current = changesOf(m_tree->currentIndex());
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex index = m_model->index(row, 0);
    if (const std::optional<QString> changes = changesOf(index)) {
      (m_tree->isExpanded(index) ? shown.expanded : shown.folded) << *changes;
    }
  }
  return shown;
}

/// A new last scenario is opened, else the rows that were.
void WhatIfPanel::showAnswers(const Shown& before) {
  const QModelIndex last = m_model->index(m_model->rowCount() - 1, 0);
  const std::optional<QString> added = changesOf(last);
  if (added && !before.expanded.contains(*added) && !before.folded.contains(*added)) {
    m_tree->expand(last);
    m_tree->setCurrentIndex(last);
    return;
  }
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex index = m_model->index(row, 0);
    const std::optional<QString> changes = changesOf(index);
    m_tree->setExpanded(index, changes && before.expanded.contains(*changes));
    if (changes && changes == before.current) {
      m_tree->setCurrentIndex(index);
    }
  }
}

/// Rows of other advice have other numbers.
void WhatIfPanel::forgetAdvice() {
  m_added.removeIf(followsAdvice);
}

void WhatIfPanel::forget() {
  forgetAdvice();
  m_model->setTable(nullptr);
  m_ticks->setTrace(nullptr);
}

void WhatIfPanel::ask(const QString& change) {
  m_typed->setText(change);
  m_typed->setFocus();
  if (!change.endsWith(QLatin1Char('='))) {
    addTyped();
  }
}

void WhatIfPanel::addTyped() {
  const QString typed = m_typed->text().trimmed();
  const QString changes = typed.isEmpty() ? m_ticks->changes() : typed;
  if (changes.isEmpty() || !trace()) {
    return;
  }
  m_added.removeAll(changes);
  m_added << changes;
  m_typed->selectAll();
  if (typed.isEmpty()) {
    m_ticks->untick();
  }
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

QString WhatIfPanel::currentChanges() const {
  return changesOf(m_tree->currentIndex()).value_or(QString());
}

void WhatIfPanel::replayCurrent() {
  if (const WhatIfTable::Answer* answer = currentAnswer(); answer != nullptr && answer->answer) {
    Q_EMIT replayRequested({.changes = answer->text, .title = answer->title, .advice = m_ticks->advice()});
  }
}

void WhatIfPanel::exportCurrent() {
  if (const WhatIfTable::Answer* answer = currentAnswer(); answer != nullptr && answer->answer) {
    Q_EMIT exportRequested({.changes = answer->text, .title = answer->title, .advice = m_ticks->advice()});
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
  const QString changes = currentChanges();
  if (changes.isEmpty()) {
    return;
  }
  m_added.removeAll(changes);
  if (changes == m_ticks->changes()) {
    m_ticks->untick();
  }
  restart();
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
  m_add->setEnabled(trace() && !(m_typed->text().trimmed().isEmpty() && m_ticks->changes().isEmpty()));
  m_remove->setEnabled(!currentChanges().isEmpty());
  m_go->setEnabled(targetOfCurrent() != SpanId::none);
  const WhatIfTable::Answer* answer = currentAnswer();
  m_replay->setEnabled(answer != nullptr && answer->answer);
  m_path->setEnabled(m_replay->isEnabled());
  m_export->setEnabled(m_replay->isEnabled());
}

}  // namespace kernline::ui
