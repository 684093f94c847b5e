// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QWidget>

#include <cstddef>

class QTableView;
class QToolButton;

namespace kernline::ui {

class NotesModel;
class QuietLabel;
class TraceNotes;

/// The list of a trace's notes: go to one, edit its text, remove it.
class NotesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit NotesPanel(QWidget* parent = nullptr);

  /// nullptr if nothing is open.
  void setNotes(TraceNotes* notes, Time zero);

 Q_SIGNALS:
  void noteRequested(std::size_t at);  ///< go to it

 private:
  void buildView();
  void removeCurrent();
  void updateState();

  TraceNotes* m_notes = nullptr;
  NotesModel* m_model = nullptr;
  QTableView* m_view = nullptr;
  QuietLabel* m_place = nullptr;
  QuietLabel* m_emptyNote = nullptr;
  QToolButton* m_remove = nullptr;
};

}  // namespace kernline::ui
