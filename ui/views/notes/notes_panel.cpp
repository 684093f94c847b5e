// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/notes_panel.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/views/notes/notes_model.h"
#include "ui/views/notes/trace_notes.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace kernline::ui {

NotesPanel::NotesPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("notesPanel"));
  setFocusPolicy(Qt::ClickFocus);
  m_model = new NotesModel(this);
  buildView();
  m_place = new QuietLabel(QString(), this);
  m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_remove = new QToolButton(this);
  m_remove->setText(tr("Remove"));
  m_remove->setIcon(icon(QStringLiteral("close")));
  m_remove->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_remove->setAutoRaise(true);
  m_remove->setToolTip(tr("Remove the selected note (Del); Ctrl+Z undoes it"));
  m_emptyNote = new QuietLabel(
      tr("No notes yet. Press M to add one at the selection, the selected range or the middle of the view."), this);
  m_emptyNote->setAlignment(Qt::AlignCenter);
  m_emptyNote->setWordWrap(true);

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->addWidget(m_place, 1);
  bar->addWidget(m_remove);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(bar);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_emptyNote, 1);

  auto* remove = new QAction(tr("&Remove"), m_view);
  remove->setShortcut(QKeySequence::Delete);
  remove->setShortcutContext(Qt::WidgetShortcut);
  m_view->addAction(remove);
  m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(remove, &QAction::triggered, this, &NotesPanel::removeCurrent);
  connect(m_remove, &QToolButton::clicked, this, &NotesPanel::removeCurrent);
  const auto go = [this](const QModelIndex& index) { Q_EMIT noteRequested(static_cast<std::size_t>(index.row())); };
  connect(m_view, &QTableView::clicked, this, go);
  connect(m_view, &QTableView::activated, this, go);
  connect(m_model, &QAbstractItemModel::modelReset, this, &NotesPanel::updateState);
  updateState();
}

void NotesPanel::buildView() {
  m_view = makePlainTable(m_model, "notesView", tr("Notes of this trace"), this);
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
  m_view->horizontalHeader()->setSectionResizeMode(NotesModel::Text, QHeaderView::Stretch);
  m_view->horizontalHeader()->setSectionResizeMode(NotesModel::At, QHeaderView::ResizeToContents);
  m_view->horizontalHeader()->setSectionResizeMode(NotesModel::Length, QHeaderView::ResizeToContents);
  m_view->horizontalHeader()->setSectionResizeMode(NotesModel::About, QHeaderView::Stretch);
}

void NotesPanel::setNotes(TraceNotes* notes, Time zero) {
  m_notes = notes;
  m_model->setNotes(notes, zero);
}

void NotesPanel::removeCurrent() {
  const QModelIndex current = m_view->currentIndex();
  if (m_notes != nullptr && current.isValid()) {
    m_notes->remove(static_cast<std::size_t>(current.row()));
    if (m_model->rowCount() == 0) {
      setFocus();  // otherwise Ctrl+Z would go to whatever gets the focus of the hidden list
    }
  }
}

void NotesPanel::updateState() {
  const bool any = m_model->rowCount() > 0;
  setFocusProxy(any ? m_view : nullptr);
  m_view->setVisible(any);
  m_emptyNote->setVisible(!any);
  m_remove->setVisible(any);
  const QString file = m_notes != nullptr ? m_notes->file() : QString();
  m_place->setText(!any ? QString()
                   : file.isEmpty()
                       ? tr("Not saved: notes are stored next to a file, and this trace comes from standard input")
                       : tr("Saved in %1").arg(file));
  m_place->setToolTip(file);
}

}  // namespace kernline::ui
