// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/delta_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace kernline::ui {
namespace {

QString timeText(double ns) {
  return ns == ns ? qt(formatDuration(Duration{std::llround(ns)})) : QStringLiteral("–");
}

QVariant rightAligned() {
  return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
}

}  // namespace

QString DeltaModel::explanationOf(RowTime time) {
  switch (time) {
    case RowTime::Host:
      return tr("Self time on the host, and its share of the table's total");
    case RowTime::Launch:
      return tr("Time of a launch on the device, on average");
    case RowTime::Device:
      break;
  }
  return tr("Self time on the device, and its share of the table's total");
}

QString DeltaModel::explanationOf(NameMatch match) {
  switch (match) {
    case NameMatch::Exact:
      return {};
    case NameMatch::CutByFigures:
      return tr(
          "Its name is cut in a table: of the kernels that begin so, only this one was called as often and took "
          "as long.");
    case NameMatch::Cut:
      return tr("Its name is cut: other kernels may begin so, too.");
    case NameMatch::ShortName:
      break;
  }
  return tr("Matched by its short name.");
}

DeltaModel::DeltaModel(QObject* parent) : QAbstractTableModel(parent) {
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    if (!m_rows.empty()) {
      Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
    }
  });
}

void DeltaModel::showComparison(std::shared_ptr<const TableComparison> comparison, std::optional<RowKind> kind) {
  beginResetModel();
  m_comparison = std::move(comparison);
  m_rows.clear();
  m_greatest = 0;
  m_hasNotes = false;
  for (std::size_t i = 0; m_comparison && i < m_comparison->rows.size(); ++i) {
    const ComparedRow& at = m_comparison->rows[i];
    if (!kind || at.kind == *kind) {
      m_rows.push_back(i);
      m_greatest = std::fmax(m_greatest, std::abs(at.delta));
      m_hasNotes = m_hasNotes || !noteOf(at).isEmpty();
    }
  }
  endResetModel();
}

int DeltaModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DeltaModel::columnCount(const QModelIndex& parent) const {
  if (parent.isValid() || !m_comparison) {
    return 0;
  }
  const int changes = tableCount() > 1 ? 2 : 0;
  return 2 + tableCount() + changes + (m_hasNotes ? 1 : 0);
}

DeltaModel::Column DeltaModel::columnAt(int section) const {
  if (section == 0) {
    return Column::Name;
  }
  if (section == 1) {
    return Column::Kind;
  }
  const int after = section - 2 - tableCount();
  if (after < 0) {
    return Column::Time;
  }
  if (tableCount() > 1 && after < 2) {
    return after == 0 ? Column::Delta : Column::Change;
  }
  return Column::Note;
}

QString DeltaModel::noteOf(const ComparedRow& row) const {
  for (std::size_t t = 0; t < row.sides.size(); ++t) {
    for (const std::size_t number : row.sides[t].rows) {
      const TableRef& ref = m_comparison->tables[t];
      const StringId note = (*ref).rows[number].note;
      if (note != StringId::empty) {
        return qt(printable(ref.log->text(note)));
      }
    }
  }
  return {};
}

QVariant DeltaModel::nameData(const ComparedRow& row, int role) const {
  const bool isFunction = row.kind == RowKind::Kernel || row.kind == RowKind::Plain;
  if (role == Qt::DisplayRole) {
    return qt(printable(shownName(row.name, isFunction)));
  }
  if (role != Qt::ToolTipRole) {
    return {};
  }
  QString text = qt(printable(row.name));
  const QString match = explanationOf(row.match);
  text += match.isEmpty() ? QString() : QLatin1Char('\n') + match;
  if (std::ranges::any_of(row.sides, [](const ComparedSide& side) { return side.rows.size() > 1; })) {
    text += QLatin1Char('\n') + tr("Several rows bear this name; they count together.");
  }
  return text;
}

QVariant DeltaModel::timeData(const ComparedRow& row, std::size_t table, int role) const {
  const ComparedSide& side = row.sides[table];
  const double share = m_comparison->share(row, table);
  switch (role) {
    case Qt::DisplayRole:
      return !side.isPresent() ? QStringLiteral("–")
             : share == share  ? timeText(m_comparison->timeOf(side)) + QStringLiteral("  ") + qt(formatShare(share))
                               : timeText(m_comparison->timeOf(side));
    case Qt::ToolTipRole:
      return side.isPresent() && side.count > 0
                 ? QVariant(tr("%1 calls, %2 each on average")
                                .arg(qt(formatCount(std::llround(side.count))), timeText(side.time / side.count)))
                 : QVariant();
    case Qt::TextAlignmentRole:
      return rightAligned();
    case ShareRole:
      return share == share ? QVariant(share) : QVariant();
    default:
      return {};
  }
}

QVariant DeltaModel::deltaData(const ComparedRow& row, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return row.delta == row.delta ? (row.delta > 0 ? QStringLiteral("+") : QString()) + timeText(row.delta)
                                    : QString();
    case Qt::ToolTipRole:
      return row.shareOfChange == row.shareOfChange
                 ? QVariant(tr("%1 % of the net change of the total").arg(row.shareOfChange * 100, 0, 'f', 1))
                 : QVariant();
    case Qt::TextAlignmentRole:
      return rightAligned();
    case DeltaRole:
      return m_greatest > 0 && row.delta == row.delta ? row.delta / m_greatest : 0.0;
    default:
      return {};
  }
}

QVariant DeltaModel::data(const QModelIndex& index, int role) const {
  if (!m_comparison || !index.isValid()) {
    return {};
  }
  const ComparedRow& at = row(index.row());
  switch (columnAt(index.column())) {
    case Column::Name:
      return nameData(at, role);
    case Column::Kind:
      return role == Qt::DisplayRole ? QVariant(coreText(toText(at.kind))) : QVariant();
    case Column::Time:
      return timeData(at, static_cast<std::size_t>(index.column() - 2), role);
    case Column::Delta:
      return deltaData(at, role);
    case Column::Change:
      return role == Qt::DisplayRole         ? QVariant(coreText(m_comparison->change(at)))
             : role == Qt::TextAlignmentRole ? rightAligned()
                                             : QVariant();
    case Column::Note:
      return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(noteOf(at)) : QVariant();
  }
  return {};
}

QVariant DeltaModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (!m_comparison || orientation != Qt::Horizontal) {
    return {};
  }
  const Column column = columnAt(section);
  const bool isNumber = column == Column::Time || column == Column::Delta || column == Column::Change;
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role == Qt::InitialSortOrderRole) {
    return static_cast<int>(isNumber ? Qt::DescendingOrder : Qt::AscendingOrder);
  }
  if (role == Qt::ToolTipRole && column == Column::Time) {
    return coreText(m_comparison->names[static_cast<std::size_t>(section - 2)]) + QLatin1Char('\n') +
           explanationOf(m_comparison->rowTime);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  switch (column) {
    case Column::Name:
      return tr("Name");
    case Column::Kind:
      return tr("Kind");
    case Column::Time:
      return coreText(m_comparison->names[static_cast<std::size_t>(section - 2)]);
    case Column::Delta:
      return tr("Delta");
    case Column::Change:
      return tr("Ratio");
    case Column::Note:
      return tr("Note");
  }
  return {};
}

/// NaN: nobody knows.
double DeltaModel::keyOf(const ComparedRow& row, int column) const {
  switch (columnAt(column)) {
    case Column::Time: {
      const double time = m_comparison->timeOf(row.sides[static_cast<std::size_t>(column - 2)]);
      return time == time ? time : 0;
    }
    case Column::Change:
      return row.ratio;
    case Column::Delta:
      return row.delta;
    default:
      return 0;
  }
}

void DeltaModel::sort(int column, Qt::SortOrder order) {
  if (!m_comparison || column < 0) {
    return;
  }
  beginResetModel();
  const auto& rows = m_comparison->rows;
  const Column what = columnAt(column);
  // What nobody knows is last, whichever way.
  const auto unknown = std::ranges::stable_partition(m_rows, [&](std::size_t at) {
    const double key = keyOf(rows[at], column);
    return key == key;
  });
  const std::ranges::subrange sorted{m_rows.begin(), unknown.begin()};
  const auto less = [&](std::size_t a, std::size_t b) {
    return what == Column::Name   ? rows[a].name < rows[b].name
           : what == Column::Kind ? rows[a].kind < rows[b].kind
           : what == Column::Note ? noteOf(rows[a]) < noteOf(rows[b])
                                  : keyOf(rows[a], column) < keyOf(rows[b], column);
  };
  if (order == Qt::AscendingOrder) {
    std::ranges::stable_sort(sorted, less);
  } else {
    std::ranges::stable_sort(sorted, [&](std::size_t a, std::size_t b) { return less(b, a); });
  }
  endResetModel();
}

}  // namespace kernline::ui
