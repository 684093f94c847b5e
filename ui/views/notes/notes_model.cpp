// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/notes_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/notes/trace_notes.h"

namespace kernline::ui {

void NotesModel::setNotes(TraceNotes* notes, Time zero) {
  beginResetModel();
  if (m_notes != nullptr) {
    disconnect(m_notes, nullptr, this, nullptr);
  }
  m_notes = notes;
  m_zero = zero;
  if (m_notes != nullptr) {
    connect(m_notes, &TraceNotes::changed, this, &NotesModel::showChange);
  }
  m_rows = rowCount({});
  endResetModel();
}

void NotesModel::showChange() {
  if (m_rows > 0 && m_rows == rowCount({})) {  // a new text: an open editor and the current row stay
    Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, ColumnCount - 1));
    return;
  }
  beginResetModel();
  m_rows = rowCount({});
  endResetModel();
}

int NotesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || m_notes == nullptr ? 0 : static_cast<int>(m_notes->notes().size());
}

int NotesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant NotesModel::data(const QModelIndex& index, int role) const {
  if (m_notes == nullptr || !index.isValid() || index.row() >= rowCount()) {
    return {};
  }
  const Note& note = m_notes->notes()[static_cast<std::size_t>(index.row())];
  if (role == Qt::EditRole && index.column() == Text) {
    return qt(note.text);
  }
  if (role == Qt::TextAlignmentRole && (index.column() == At || index.column() == Length)) {
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  switch (index.column()) {
    case Text:
      return qt(printable(note.text));
    case At:
      return qt(formatDuration(note.range.begin - m_zero));
    case Length:
      return note.range.isEmpty() ? QString() : qt(formatDuration(note.range.length()));
    case About:
      return note.eventOffset ? qt(printable(note.spanName)) : QString();
    default:
      return {};
  }
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && (section == At || section == Length)) {
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
    case Text:
      return tr("Note");
    case At:
      return tr("Time");
    case Length:
      return tr("Length");
    case About:
      return tr("About");
    default:
      return {};
  }
}

Qt::ItemFlags NotesModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.column() == Text ? flags | Qt::ItemIsEditable : flags;
}

bool NotesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || index.column() != Text || m_notes == nullptr || !index.isValid()) {
    return false;
  }
  m_notes->rename(static_cast<std::size_t>(index.row()), value.toString());
  return true;
}

}  // namespace kernline::ui
