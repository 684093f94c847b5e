// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace kernline::ui {

class QuietLabel;

/// A titled area of a page: a heading, a sentence on the contents, and the contents.
class Card : public QWidget {
  Q_OBJECT

 public:
  explicit Card(const QString& title, QWidget* parent = nullptr);

  void setSentence(const QString& sentence);
  /// Puts something small after the heading.
  void addToHeading(QWidget* widget);
  [[nodiscard]] QVBoxLayout* contents() const { return m_contents; }
  /// Takes everything out of the contents that was put there since.
  void clear();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QHBoxLayout* m_heading = nullptr;
  QuietLabel* m_sentence = nullptr;
  QVBoxLayout* m_contents = nullptr;
};

}  // namespace kernline::ui
