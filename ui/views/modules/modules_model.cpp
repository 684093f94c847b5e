// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/tables/rows_model.h"

#include <utility>

namespace kernline::ui {
namespace {

QString titleOf(int section) {
  switch (section) {
    case ModulesModel::Name:
      return Words::tr("Module");
    case ModulesModel::Total:
      return Words::tr("GPU total");
    case ModulesModel::Share:
      return Words::tr("Share");
    case ModulesModel::Self:
      return Words::tr("GPU self");
    case ModulesModel::Forward:
      return Words::tr("Forward");
    case ModulesModel::Backward:
      return Words::tr("Backward");
    case ModulesModel::Optimizer:
      return Words::tr("Optimizer");
    default:
      return Words::tr("Calls");
  }
}

QString tipOf(int section) {
  switch (section) {
    case ModulesModel::Name:
      return Words::tr("Modules as nested; work of a backward pass belongs to the module of its forward operator");
    case ModulesModel::Total:
      return Words::tr("Device time caused by the module and the modules in it, exact to the nanosecond");
    case ModulesModel::Share:
      return Words::tr("Share of all device time");
    case ModulesModel::Self:
      return Words::tr("Excluding the modules in it");
    case ModulesModel::Forward:
      return Words::tr("Everything outside of backward and optimizer");
    case ModulesModel::Backward:
      return Words::tr("Caused by backward passes");
    case ModulesModel::Optimizer:
      return Words::tr("Caused by optimizers");
    default:
      return Words::tr("Calls, with those that a backward pass repeats");
  }
}

QString timeText(std::int64_t ns) {
  return ns == 0 ? QStringLiteral("–") : qt(formatDuration({ns}));
}

}  // namespace

void ModulesModel::setTable(std::shared_ptr<const ModulesTable> table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

std::uint32_t ModulesModel::rowOf(const QModelIndex& index) {
  return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : ModuleRow::none;
}

QModelIndex ModulesModel::indexOf(std::uint32_t row) const {
  return m_table && row != ModuleRow::none ? createIndex(m_table->placeOf(row), 0, quintptr{row}) : QModelIndex();
}

QModelIndex ModulesModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) {
    return {};
  }
  return createIndex(row, column, quintptr{m_table->children(rowOf(parent))[static_cast<std::size_t>(row)]});
}

QModelIndex ModulesModel::parent(const QModelIndex& index) const {
  return index.isValid() && m_table ? indexOf(m_table->row(rowOf(index)).parent) : QModelIndex();
}

int ModulesModel::rowCount(const QModelIndex& parent) const {
  return !m_table || parent.column() > 0 ? 0 : static_cast<int>(m_table->children(rowOf(parent)).size());
}

int ModulesModel::columnCount(const QModelIndex& /*parent*/) const {
  return ColumnCount;
}

QString ModulesModel::text(std::uint32_t row, int column) const {
  const ModuleRow& shown = m_table->row(row);
  switch (column) {
    case Name:
      return m_table->name(row);
    case Total:
      return timeText(shown.total.total());
    case Share:
      return qt(formatShare(m_table->share(row)));
    case Self:
      return timeText(shown.self.total());
    case Forward:
      return timeText(shown.total.forward());
    case Backward:
      return timeText(shown.total.backward());
    case Optimizer:
      return timeText(shown.total.optimizer());
    default:
      return shown.calls == 0 ? QStringLiteral("–") : countText(shown.calls);
  }
}

QVariant ModulesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_table) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return text(rowOf(index), index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return index.column() == Name ? QVariant(m_table->path(rowOf(index))) : QVariant();
    case RowsModel::ShareRole:
      return index.column() == Share ? QVariant(m_table->share(rowOf(index))) : QVariant();
    default:
      return {};
  }
}

QVariant ModulesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return titleOf(section);
    case Qt::ToolTipRole:
      return tipOf(section);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

}  // namespace kernline::ui
