// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/row_actions.h"

#include <QPointer>
#include <QWidget>

#include <set>

class QComboBox;
class QKeyEvent;
class QLineEdit;
class QModelIndex;
class QToolButton;
class QTreeView;

namespace kernline::ui {

class QuietLabel;
class TimelineScene;
class TracksModel;

/// The rows of the timeline as a list: filter, group, show and hide, pin, and put in order.
class TracksPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TracksPanel(QWidget* parent = nullptr);

  /// nullptr if there is none.
  void setScene(TimelineScene* scene);

 public Q_SLOTS:
  void beginFilter();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildTree();
  void connectControls();
  void buildMenu();
  void follow();
  void restoreTree();
  bool handleKey(const QKeyEvent& event, bool isOnlyAsked);
  void act(RowAction action);
  void togglePin(const QModelIndex& index);

  QPointer<TimelineScene> m_scene;
  TracksModel* m_model = nullptr;
  QLineEdit* m_filter = nullptr;
  QComboBox* m_grouping = nullptr;
  QTreeView* m_tree = nullptr;
  QuietLabel* m_count = nullptr;
  QToolButton* m_showAll = nullptr;
  QToolButton* m_reset = nullptr;
  std::set<RowId> m_folded;
  RowId m_current;
};

}  // namespace kernline::ui
