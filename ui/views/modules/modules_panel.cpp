// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/share_bar_delegate.h"
#include "ui/views/modules/modules_model.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStringList>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {

ModulesPanel::ModulesPanel(QWidget* parent)
    : QWidget(parent),
      m_counting([this](const QString& sentence) { m_counts->setText(sentence); }),
      m_model(new ModulesModel(this)) {
  setObjectName(QStringLiteral("modulesPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QWidget(this);
  buildTree();
  buildControls(bar);
  m_emptyNote = new QuietLabel(QString(), this);
  m_emptyNote->setObjectName(QStringLiteral("modulesEmpty"));
  m_emptyNote->setAlignment(Qt::AlignCenter);
  m_emptyNote->setWordWrap(true);
  layout->addWidget(bar);
  layout->addWidget(m_tree, 1);
  layout->addWidget(m_emptyNote, 1);
  setFocusProxy(m_tree);
  setTrace(nullptr);
}

void ModulesPanel::buildTree() {
  m_tree = new QTreeView(this);
  m_tree->setObjectName(QStringLiteral("modulesView"));
  m_tree->setAccessibleName(tr("Modules"));
  m_tree->setModel(m_model);
  m_tree->setItemDelegateForColumn(ModulesModel::Share, new ShareBarDelegate(m_tree));
  m_tree->setUniformRowHeights(true);
  m_tree->setAlternatingRowColors(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_tree->setExpandsOnDoubleClick(false);  // that goes to the timeline, as in the call tree
  m_tree->setTabKeyNavigation(false);
  const int character = fontMetrics().averageCharWidth();
  m_tree->setIndentation(character * 2);
  QHeaderView* header = m_tree->header();
  header->setStretchLastSection(false);
  header->setSectionsMovable(false);
  header->setMinimumSectionSize(character * 6);
  header->setSectionResizeMode(ModulesModel::Name, QHeaderView::Stretch);
  for (int column = ModulesModel::Total; column < ModulesModel::ColumnCount; ++column) {
    header->resizeSection(column, character * (column == ModulesModel::Share ? 19 : 12));
  }
  connect(m_tree, &QTreeView::activated, this, &ModulesPanel::goToCurrent);
  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this] { m_go->setEnabled(longestOfCurrent() != SpanId::none); });
}

void ModulesPanel::buildControls(QWidget* bar) {
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(8);
  m_scope = new TimeScope(bar);
  m_scope->setObjectName(QStringLiteral("modulesScope"));
  m_go = new QToolButton(bar);
  m_go->setIcon(icon(QStringLiteral("to-kernel")));
  m_go->setObjectName(QStringLiteral("modulesGo"));
  m_go->setAutoRaise(true);
  m_go->setToolTip(tr("Show the longest call of the module on the timeline (Enter)"));
  m_go->setAccessibleName(m_go->toolTip());
  m_counts = new ElidedLabel(QString(), bar);
  m_counts->setObjectName(QStringLiteral("modulesCounts"));
  m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_counts->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  layout->addWidget(m_scope);
  layout->addWidget(m_go);
  layout->addWidget(m_counts, 1);
  connect(m_scope, &TimeScope::changed, this, &ModulesPanel::restart);
  connect(m_go, &QToolButton::clicked, this, &ModulesPanel::goToCurrent);
}

void ModulesPanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace && trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_scope->setVisibleRange(std::nullopt);
  m_model->setTable(nullptr);  // its spans are those of the trace before
  m_hasExpanded = false;
  restart();
}

void ModulesPanel::setVisibleRange(TimeRange range) {
  m_scope->setVisibleRange(range);
}

void ModulesPanel::setChosenRange(std::optional<TimeRange> range) {
  m_scope->setChosenRange(range);
}

bool ModulesPanel::isBusy() const {
  return m_counting.isRunning() || m_scope->isSettling();
}

void ModulesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_isDue) {
    restart();
  }
}

void ModulesPanel::restart() {
  m_counting.drop();
  m_isDue = m_trace != nullptr && !isVisible();
  if (m_trace && !m_isDue) {
    m_counting.start(
        tr("Calculating…"),
        [trace = m_trace, range = m_scope->range()](const std::stop_token& stop, Progress&) {
          return makeModulesTable(trace, range, stop);
        },
        [this](std::shared_ptr<const ModulesTable> table) { takeTable(std::move(table)); });
  }
  updateState();
}

void ModulesPanel::takeTable(std::shared_ptr<const ModulesTable> table) {
  keepExpanded();
  m_model->setTable(std::move(table));
  expandKept();
  updateState();
}

void ModulesPanel::keepExpanded() {
  if (!m_model->table()) {
    return;
  }
  m_expanded.clear();
  m_hasExpanded = true;
  for (std::uint32_t row = 0; row < m_model->table()->times().rows.size(); ++row) {
    if (m_tree->isExpanded(m_model->indexOf(row))) {
      m_expanded.insert(m_model->table()->path(row));
    }
  }
}

/// At first what has one module in it, as a network in a wrapper, and the first that has more.
void ModulesPanel::expandKept() {
  const ModulesTable& table = *m_model->table();
  if (m_hasExpanded) {
    for (std::uint32_t row = 0; !m_expanded.empty() && row < table.times().rows.size(); ++row) {
      m_tree->setExpanded(m_model->indexOf(row), m_expanded.contains(table.path(row)));
    }
    return;
  }
  for (QModelIndex at = m_model->index(0, 0); at.isValid(); at = m_model->index(0, 0, at)) {
    m_tree->expand(at);
    if (m_model->rowCount(at) > 1) {
      break;
    }
  }
}

SpanId ModulesPanel::longestOfCurrent() const {
  const std::uint32_t row = ModulesModel::rowOf(m_tree->currentIndex());
  return m_model->table() && row != ModuleRow::none ? m_model->table()->row(row).longest : SpanId::none;
}

void ModulesPanel::goToCurrent() {
  if (const SpanId longest = longestOfCurrent(); longest != SpanId::none) {
    Q_EMIT spanRequested(longest);
  }
}

QString ModulesPanel::emptyText() const {
  if (!m_trace) {
    return tr("The modules appear here once the whole file is loaded.");
  }
  if (!m_model->table()) {
    return tr("Calculating…");
  }
  return m_model->table()->times().source == ModuleSource::None
             ? tr("This file has no calls of nn.Module and no annotations. torch.profiler records modules with "
                  "with_stack=True.")
             : tr("No modules in this range.");
}

QString ModulesPanel::countsText() const {
  const ModulesTable& table = *m_model->table();
  QStringList parts;
  if (table.range()) {
    parts << tr("limited to %1").arg(qt(formatDuration(table.range()->length())));
  }
  if (table.times().source == ModuleSource::Annotations) {
    parts << tr("annotations instead of modules");
  }
  const PhaseTimes& given = table.times().given;
  parts << qt(formatDuration({given.total()}));
  if (given.total() > 0) {
    parts << tr("%1 in no module")
                 .arg(qt(formatShare(static_cast<double>(table.times().unassigned.total()) /
                                     static_cast<double>(given.total()))));
  }
  return parts.join(QStringLiteral(" · "));
}

void ModulesPanel::updateState() {
  const bool any =
      m_model->table() && m_model->table()->times().source != ModuleSource::None && m_model->rowCount() > 0;
  m_tree->setVisible(any);
  m_emptyNote->setVisible(!any);
  m_emptyNote->setText(emptyText());
  m_go->setEnabled(longestOfCurrent() != SpanId::none);
  if (!m_counting.isRunning()) {
    m_counts->setText(any ? countsText() : QString());
  }
}

}  // namespace kernline::ui
