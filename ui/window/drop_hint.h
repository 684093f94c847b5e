// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kernline::ui {

/// Covers the window while files are dragged over it and says what letting go does.
class DropHint : public QWidget {
  Q_OBJECT

 public:
  explicit DropHint(QWidget* window);

  void showFor(qsizetype files);
  void showForFolder();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void say(const QString& text);

  QString m_text;
};

}  // namespace kernline::ui
