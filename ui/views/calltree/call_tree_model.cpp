// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/tables/rows_model.h"

#include <QFont>

#include <utility>

namespace kernline::ui {
namespace {

/// Beside the weight a person chose, the time of the other side.
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
      return Words::tr("Time on the other side; device work that overlaps adds up");
  }
}

}  // namespace

void CallTreeModel::setTable(std::shared_ptr<const CallTreeTable> table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

CallNode CallTreeModel::node(const QModelIndex& index) const {
  return index.isValid() ? static_cast<CallNode>(index.internalId()) : CallTree::root;
}

QModelIndex CallTreeModel::indexOf(CallNode node) const {
  if (!m_table || node == CallTree::root || m_table->found->isLeftOut(node)) {
    return {};
  }
  return createIndex(static_cast<int>(m_table->found->place(*m_table->tree, node)), 0, quintptr{node});
}

QModelIndex CallTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!m_table || row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) {
    return {};
  }
  return createIndex(row, column,
                     quintptr{m_table->found->children(*m_table->tree, node(parent))[static_cast<std::size_t>(row)]});
}

QModelIndex CallTreeModel::parent(const QModelIndex& index) const {
  return index.isValid() && m_table ? indexOf(m_table->tree->parent(node(index))) : QModelIndex();
}

int CallTreeModel::rowCount(const QModelIndex& parent) const {
  if (!m_table || parent.column() > 0) {
    return 0;
  }
  return static_cast<int>(m_table->found->children(*m_table->tree, node(parent)).size());
}

int CallTreeModel::columnCount(const QModelIndex& /*parent*/) const {
  return ColumnCount;
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

QVariant CallTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_table) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return text(node(index), index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return index.column() == Name ? QVariant(m_table->fullName(node(index))) : QVariant();
    case Qt::FontRole:
      if (index.column() == Name && m_table->found->isWanted(node(index))) {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
      }
      return {};
    case RowsModel::ShareRole:
      return index.column() == Share ? QVariant(m_table->share(node(index))) : QVariant();
    default:
      return {};
  }
}

QVariant CallTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return titleOf(section, m_table ? m_table->request.weight : CallWeight::Host);
    case Qt::ToolTipRole:
      return tipOf(section, m_table && m_table->request.isBottomUp);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

}  // namespace kernline::ui
