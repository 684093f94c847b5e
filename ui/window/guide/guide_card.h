// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the guided tour of the sample: its card and outline.
#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QPushButton;

namespace kernline::ui {

/// The card with one step of the guided look, floating over the window where it hides least of its subject.
/// Enter goes on, Esc ends it.
class GuideCard : public QFrame {
  Q_OBJECT

 public:
  struct Step {
    QString title;
    QString text;
  };

  explicit GuideCard(QWidget* window);

  /// Step `number` of `count`, from 1.
  void showStep(const Step& step, int number, int count);
  /// Puts it into that corner of its window, below `top`, in which it covers least of `target`, a rectangle of the
  /// window.
  void keepOff(const QRect& target, int top);

 Q_SIGNALS:
  void nextRequested();
  void backRequested();
  void endRequested();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QLabel* m_title = nullptr;
  QLabel* m_text = nullptr;
  QLabel* m_count = nullptr;
  QPushButton* m_skip = nullptr;
  QPushButton* m_back = nullptr;
  QPushButton* m_next = nullptr;
};

}  // namespace kernline::ui
