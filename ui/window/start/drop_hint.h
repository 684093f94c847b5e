// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QDragEnterEvent;
class QDropEvent;

namespace kernline::ui {

/// Takes files that are dropped on a window: covers it while they are dragged over it and shows the effect of a drop.
class DropHint : public QWidget {
  Q_OBJECT

 public:
  explicit DropHint(QWidget* window);

 Q_SIGNALS:
  void filesDropped(const QStringList& paths);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void enter(QDragEnterEvent& event);
  void drop(QDropEvent& event);
  void setText(const QString& text);

  QString m_text;
};

}  // namespace kernline::ui
