// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/plain_tree.h"
#include "ui/views/modules/modules_model.h"

#include <QHBoxLayout>
#include <QStringList>
#include <QToolButton>
#include <QTreeView>

#include <utility>

namespace kernline::ui {

ModulesPanel::ModulesPanel(QWidget* parent) : CountingPanel("modules", parent), m_model(new ModulesModel(this)) {
  m_go = makeButton("to-kernel", "Go", tr("Show the longest call of the module on the timeline (Enter)"));
  connect(m_go, &QToolButton::clicked, this, &ModulesPanel::goToCurrent);
  bar()->addWidget(scope());
  bar()->addWidget(m_go);
  bar()->addWidget(counts(), 1);
  buildTree();
  setContents(m_tree);
  ModulesPanel::updateState();
}

void ModulesPanel::buildTree() {
  m_tree = new QTreeView(this);
  m_tree->setObjectName(nameOf("View"));
  m_tree->setAccessibleName(tr("Modules"));
  m_tree->setModel(m_model);
  makePlain(*m_tree, ModulesModel::Share, {12, 19, 12, 12, 12, 12, 12});
  connect(m_tree, &QTreeView::activated, this, &ModulesPanel::goToCurrent);
  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this] { m_go->setEnabled(longestOfCurrent() != SpanId::none); });
}

void ModulesPanel::startCounting() {
  m_counted = origins();
  count([trace = trace(), origins = m_counted, range = scope()->range()](
            const std::stop_token& stop) { return makeModulesTable(trace, origins, range, stop); },
        [this](std::shared_ptr<const ModulesTable> table) { takeTable(std::move(table)); });
}

std::shared_ptr<const KnownOrigins> ModulesPanel::origins() const {
  std::shared_ptr<const KnownOrigins> known = m_origins ? m_origins->known() : nullptr;
  const bool hasCaptures = known && known->trace == trace() && !known->captures.empty();
  return hasCaptures ? known : nullptr;
}

void ModulesPanel::showCauses() {
  if (origins() != m_counted) {
    restart();
  }
}

void ModulesPanel::forget() {
  m_model->setTable(nullptr);
  m_hasExpanded = false;
}

void ModulesPanel::takeTable(std::shared_ptr<const ModulesTable> table) {
  keepExpanded();
  m_model->setTable(std::move(table));
  expandKept();
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

/// Expands what was open before; at first, nodes with a single module, as a network in a wrapper, and the first with
/// more.
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
  const std::uint32_t row = m_model->rowOf(m_tree->currentIndex());
  return m_model->table() && row != ModuleRow::none ? m_model->table()->row(row).longest : SpanId::none;
}

void ModulesPanel::goToCurrent() {
  if (const SpanId longest = longestOfCurrent(); longest != SpanId::none) {
    Q_EMIT spanRequested(longest);
  }
}

QString ModulesPanel::emptyText() const {
  if (!trace()) {
    return tr("The modules appear here once the whole file is loaded.");
  }
  if (!m_model->table()) {
    return countingText();
  }
  if (m_model->table()->times().source == ModuleSource::None) {
    return tr(
        "This file has no calls of nn.Module and no annotations. torch.profiler records modules with "
        "with_stack=True.");
  }
  return m_model->rowCount() > 0 ? QString() : tr("No modules in this range.");
}

QString ModulesPanel::countsText() const {
  const ModulesTable& table = *m_model->table();
  QStringList parts;
  if (table.range()) {
    parts << (table.isOfSteps() ? tr("work of the selected steps")
                                : tr("limited to %1").arg(qt(formatDuration(table.range()->length()))));
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
  CountingPanel::updateState();
  m_go->setEnabled(longestOfCurrent() != SpanId::none);
}

}  // namespace kernline::ui
