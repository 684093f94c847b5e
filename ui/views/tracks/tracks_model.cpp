// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracks/tracks_model.h"

#include "ui/kit/style/icons.h"
#include "ui/views/timeline/row_titles.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QMimeData>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr auto rowMime = "application/x-kernline-row";

QByteArray encoded(RowId row) {
  return QByteArray::number(static_cast<int>(row.of)) + ' ' + QByteArray::number(row.number);
}

RowId decoded(const QByteArray& text) {
  const QList<QByteArray> parts = text.split(' ');
  return parts.size() == 2 ? RowId{static_cast<RowClass>(parts[0].toInt()), parts[1].toInt()} : rootRow;
}

std::size_t at(int row) {
  return static_cast<std::size_t>(row);
}

}  // namespace

TracksModel::TracksModel(QObject* parent) : QAbstractItemModel(parent) {}

void TracksModel::setScene(TimelineScene* scene) {
  if (m_scene) {
    disconnect(&m_scene->arranger(), nullptr, this, nullptr);
  }
  m_scene = scene;
  if (m_scene) {
    connect(&m_scene->arranger(), &RowArranger::changed, this, &TracksModel::follow);
  }
  beginResetModel();
  m_groups.clear();
  endResetModel();
  follow();
}

void TracksModel::follow() {
  std::vector<RowGroup> groups;
  if (m_scene && m_scene->trace()) {
    groups = matchingRows(*m_scene->trace(), m_scene->arranger().allRows(), m_scene->arranger().arrangement().filter());
  }
  if (groups != m_groups) {
    beginResetModel();
    m_groups = std::move(groups);
    endResetModel();
    return;
  }
  for (int i = 0; i < rowCount(); ++i) {
    const QModelIndex group = index(i, Title);
    Q_EMIT dataChanged(group, index(i, Pin));
    if (const int rows = rowCount(group); rows > 0) {
      Q_EMIT dataChanged(index(0, Title, group), index(rows - 1, Pin, group));
    }
  }
}

RowId TracksModel::rowAt(const QModelIndex& index) const {
  if (!index.isValid()) {
    return rootRow;
  }
  return isGroup(index) ? m_groups[at(index.row())].id : m_groups[index.internalId() - 1].rows[at(index.row())];
}

QModelIndex TracksModel::indexOf(RowId row) const {
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    const QModelIndex group = index(static_cast<int>(i), Title);
    if (m_groups[i].id == row) {
      return group;
    }
    const auto found = std::ranges::find(m_groups[i].rows, row);
    if (found != m_groups[i].rows.end()) {
      return index(static_cast<int>(found - m_groups[i].rows.begin()), Title, group);
    }
  }
  return {};
}

QModelIndex TracksModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) {
    return {};
  }
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex TracksModel::parent(const QModelIndex& child) const {
  return !child.isValid() || isGroup(child) ? QModelIndex()
                                            : createIndex(static_cast<int>(child.internalId()) - 1, Title, quintptr{0});
}

int TracksModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) {
    return static_cast<int>(m_groups.size());
  }
  return isGroup(parent) && parent.column() == Title ? static_cast<int>(m_groups[at(parent.row())].rows.size()) : 0;
}

int TracksModel::columnCount(const QModelIndex&) const {
  return ColumnCount_;
}

Qt::CheckState TracksModel::checkOf(const QModelIndex& index) const {
  const Arrangement& arrangement = m_scene->arranger().arrangement();
  const auto isHidden = [&](RowId row) { return arrangement.state(row).isHidden; };
  if (isHidden(rowAt(index))) {
    return Qt::Unchecked;
  }
  const bool isPartial = isGroup(index) && std::ranges::any_of(m_groups[at(index.row())].rows, isHidden);
  return isPartial ? Qt::PartiallyChecked : Qt::Checked;
}

QVariant TracksModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_scene || !m_scene->trace()) {
    return {};
  }
  const RowId row = rowAt(index);
  const RowId group = isGroup(index) ? row : rowAt(index.parent());
  const bool isPinned = m_scene->arranger().arrangement().isPinned(row);
  if (index.column() == Pin) {
    if (role == Qt::DecorationRole && isPinned) {
      return icon(QStringLiteral("pin"));
    }
    const bool isStated = role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    return isStated && !row.isGroup() ? (isPinned ? tr("Pinned to the top") : tr("Not pinned")) : QVariant();
  }
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return rowTitleIn(*m_scene->trace(), row, group);
    case Qt::CheckStateRole:
      return checkOf(index);
    case Qt::AccessibleTextRole:
      return (checkOf(index) == Qt::Unchecked ? tr("%1, hidden")
              : isPinned                      ? tr("%1, pinned")
                                              : QStringLiteral("%1"))
          .arg(rowTitleIn(*m_scene->trace(), row, group));
    default:
      return {};
  }
}

QVariant TracksModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool isStated = orientation == Qt::Horizontal && (role == Qt::DisplayRole || role == Qt::AccessibleTextRole);
  return isStated ? (section == Title ? tr("Track") : tr("Pin")) : QVariant();
}

bool TracksModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || !m_scene || role != Qt::CheckStateRole) {
    return false;
  }
  const bool isShown = value.toInt() != Qt::Unchecked;
  Arrangement arrangement = m_scene->arranger().arrangement();
  arrangement.setHidden(rowAt(index), !isShown);
  if (isGroup(index) && isShown) {
    std::ranges::for_each(m_groups[at(index.row())].rows, [&](RowId row) { arrangement.setHidden(row, false); });
  } else if (isShown) {  // it is seen only if its group is
    arrangement.setHidden(rowAt(index.parent()), false);
  }
  m_scene->arranger().arrange(std::move(arrangement));
  return true;
}

Qt::ItemFlags TracksModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) {
    return Qt::ItemIsDropEnabled;
  }
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  flags.setFlag(Qt::ItemIsUserCheckable, index.column() == Title);
  flags.setFlag(Qt::ItemIsDragEnabled, rowAt(index) != pinnedGroup);
  flags.setFlag(Qt::ItemIsDropEnabled, isGroup(index));
  return flags;
}

QStringList TracksModel::mimeTypes() const {
  return {QString::fromLatin1(rowMime)};
}

QMimeData* TracksModel::mimeData(const QModelIndexList& indexes) const {
  auto* const data = new QMimeData;
  if (!indexes.isEmpty()) {
    data->setData(QString::fromLatin1(rowMime), encoded(rowAt(indexes.first())));
  }
  return data;
}

/// Drops rows between two of a group before the lower, on a group at its end; a group dropped on another goes before
/// it.
bool TracksModel::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex& parent) {
  const RowId moved = decoded(data->data(QString::fromLatin1(rowMime)));
  if (!m_scene || !indexOf(moved).isValid()) {
    return false;
  }
  if (moved.isGroup()) {
    const QModelIndex target = parent.isValid() ? parent : index(row, Title);
    moveTo(moved, rootRow, rowAt(target));
  } else if (parent.isValid()) {
    moveTo(moved, rowAt(parent), rowAt(index(row, Title, parent)));
  }
  return false;  // the row has moved already; none is to be removed
}

/// Into the pinned group and back to where it belongs is pinning and letting go; else a row stays in its group.
bool TracksModel::moveTo(RowId moved, RowId group, RowId before) {
  Arrangement arrangement = m_scene->arranger().arrangement();
  if (!moved.isGroup()) {
    const bool isPinned = arrangement.isPinned(moved);
    const RowId home = isPinned ? pinnedGroup : homeOf(*m_scene->trace(), moved, arrangement.grouping());
    if (group != home && group != pinnedGroup && !isPinned) {
      return false;
    }
    arrangement.pin(moved, group == pinnedGroup);
    m_scene->arranger().arrange(arrangement);
  }
  const bool isMoved =
      ui::moveRow(m_scene->arranger().allRows(), arrangement, moved, before == pinnedGroup ? rootRow : before);
  m_scene->arranger().arrange(std::move(arrangement));
  return isMoved;
}

}  // namespace kernline::ui
