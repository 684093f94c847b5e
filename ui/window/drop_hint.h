// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace kernline::ui {

/// Covers the window while files are dragged over it and says what letting go does.
class DropHint : public QWidget {
  Q_OBJECT

 public:
  explicit DropHint(QWidget* window);

  void showFor(qsizetype files);
  /// Says what to do instead.
  void showForFolder();
  /// Goes by itself once it can have been read.
  void linger();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void say(const QString& text);

  QTimer m_leaves;
  QString m_text;
};

}  // namespace kernline::ui
