// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {
namespace {

/// Returns the time of the other side, shown next to the chosen weight.
CallWeight otherWeight(CallWeight weight) {
  return weight == CallWeight::Host ? CallWeight::Device : CallWeight::Host;
}

QString titleOf(int section, CallWeight weight) {
  switch (section) {
    case CallTreeModel::Name:
      return Words::tr("Name");
    case CallTreeModel::Total:
      return Words::tr("Total");
    case CallTreeModel::Share:
      return Words::tr("Share");
    case CallTreeModel::Self:
      return Words::tr("Self");
    case CallTreeModel::Count:
      return Words::tr("Count");
    default:
      return otherWeight(weight) == CallWeight::Device ? Words::tr("GPU total") : Words::tr("Host total");
  }
}

QString tipOf(int section, bool isBottomUp) {
  switch (section) {
    case CallTreeModel::Name:
      return isBottomUp ? Words::tr("Functions by self; below each, its callers")
                        : Words::tr("Calls as nested; device work is below the call that launched it");
    case CallTreeModel::Total:
      return isBottomUp ? Words::tr("Self of the top function along this call path")
                        : Words::tr("Self plus everything below, exact to the nanosecond");
    case CallTreeModel::Share:
      return Words::tr("Share of the overall total");
    case CallTreeModel::Self:
      return isBottomUp ? Words::tr("Part of the total without further calls")
                        : Words::tr("Excluding everything below");
    case CallTreeModel::Count:
      return Words::tr("Number of spans");
    default:
      return Words::tr("Host time of device views, device time of host views. Overlapping device work adds up");
  }
}

}  // namespace

CallTreeModel::CallTreeModel(QObject* parent) : TreeRowsModel(CallTree::root, ColumnCount, Share, parent) {}

void CallTreeModel::setTable(std::shared_ptr<const CallTreeTable> table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

int CallTreeModel::childCount(CallNode node) const {
  return m_table ? static_cast<int>(m_table->found->children(*m_table->tree, node).size()) : 0;
}

CallNode CallTreeModel::child(CallNode node, int place) const {
  return m_table->found->children(*m_table->tree, node)[static_cast<std::size_t>(place)];
}

CallNode CallTreeModel::parentOf(CallNode node) const {
  return m_table->tree->parent(node);
}

int CallTreeModel::placeOf(CallNode node) const {
  const bool isShown = m_table && !m_table->found->isLeftOut(node);
  return isShown ? static_cast<int>(m_table->found->place(*m_table->tree, node)) : -1;
}

QString CallTreeModel::text(CallNode node, int column) const {
  const CallTreeTable& table = *m_table;
  const auto timeOrNothing = [&](std::int64_t value, CallWeight weight) {
    return value == 0 ? QStringLiteral("–") : weightText(weight, value);
  };
  switch (column) {
    case Name:
      return table.name(node);
    case Total:
      return timeOrNothing(table.total(node), table.request.weight);
    case Share:
      return qt(formatShare(table.share(node)));
    case Self:
      return timeOrNothing(table.self(node), table.request.weight);
    case Count:
      return table.tree->count(node) == 0 ? QStringLiteral("–") : countText(table.tree->count(node));
    default: {
      const CallWeight other = otherWeight(table.request.weight);
      return timeOrNothing(table.tree->total(node, other), other);
    }
  }
}

QString CallTreeModel::fullName(CallNode node) const {
  return m_table->fullName(node);
}

double CallTreeModel::share(CallNode node) const {
  return m_table->share(node);
}

bool CallTreeModel::isMarked(CallNode node) const {
  return m_table->found->isWanted(node);
}

QString CallTreeModel::title(int column) const {
  return titleOf(column, m_table ? m_table->request.weight : CallWeight::Host);
}

QString CallTreeModel::help(int column) const {
  return tipOf(column, m_table && m_table->request.isBottomUp);
}

}  // namespace kernline::ui
