// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/groups_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/statistics/statistics_model.h"

#include <QColor>
#include <QGuiApplication>
#include <QPalette>

#include <utility>

namespace kernline::ui {
namespace {

QString groupTitle(MemoryGrouping grouping) {
  switch (grouping) {
    case MemoryGrouping::Op:
      return GroupsModel::tr("Operator");
    case MemoryGrouping::Place:
      return GroupsModel::tr("Source line");
    case MemoryGrouping::Phase:
      return GroupsModel::tr("Phase");
    case MemoryGrouping::Size:
      return GroupsModel::tr("Size");
    case MemoryGrouping::Stack:
      return GroupsModel::tr("Call stack");
    case MemoryGrouping::Count_:
      break;
  }
  return {};
}

}  // namespace

void GroupsModel::setAnswer(std::shared_ptr<const BlockAnswer> answer) {
  beginResetModel();
  m_answer = std::move(answer);
  endResetModel();
}

void GroupsModel::setColours(std::shared_ptr<const BlockColours> colours) {
  m_colours = std::move(colours);
  if (rowCount() > 0) {
    Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::DecorationRole});
  }
}

QVariant GroupsModel::swatch(const LiveGroup& group) const {
  if (!m_colours || m_colours->grouping != m_answer->query.grouping) {
    return {};
  }
  const TimelinePalette& palette = TimelinePalette::matching(QGuiApplication::palette());
  const bool isKnown = group.largest < m_colours->shades.size();
  return QColor(isKnown ? m_colours->of(group.largest, palette) : quietColour(palette));
}

int GroupsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_answer ? 0 : static_cast<int>(m_answer->set.groups.size());
}

int GroupsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Column::Count_;
}

double GroupsModel::share(const LiveGroup& group) const {
  const std::int64_t total = m_answer->set.bytes;
  return total > 0 ? static_cast<double>(group.bytes) / static_cast<double>(total) : 0;
}

QString GroupsModel::text(const LiveGroup& group, int column) const {
  switch (column) {
    case Name:
      return coreText(printable(group.name));
    case Bytes:
      return qt(formatBytes(group.bytes));
    case Share:
      return group.bytes >= 0 ? qt(formatShare(share(group))) : QString();
    case Blocks:
      return group.count > 0 ? countText(group.count) : QString();
    default:
      return {};
  }
}

QVariant GroupsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const LiveGroup& of = group(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return text(of, index.column());
    case Qt::DecorationRole:
      return index.column() == Name ? swatch(of) : QVariant();
    case Qt::ToolTipRole:
      return index.column() == Name ? QVariant(text(of, Name)) : QVariant();
    case Qt::TextAlignmentRole:
      return static_cast<int>((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case StatisticsModel::ShareRole:
      return share(of);
    case SortRole:
      return index.column() == Name     ? QVariant(text(of, Name))
             : index.column() == Blocks ? QVariant(static_cast<qulonglong>(of.count))
                                        : QVariant(static_cast<qlonglong>(of.bytes));
    default:
      return {};
  }
}

QVariant GroupsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::InitialSortOrderRole) {
    return static_cast<int>(section == Name ? Qt::AscendingOrder : Qt::DescendingOrder);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
    case Name:
      return m_answer && m_answer->query.of().blocks.empty()
                 ? tr("Category")
                 : groupTitle(m_answer ? m_answer->query.grouping : MemoryGrouping::Op);
    case Bytes:
      return tr("Bytes");
    case Share:
      return tr("Share");
    case Blocks:
      return tr("Blocks");
    default:
      return {};
  }
}

}  // namespace kernline::ui
