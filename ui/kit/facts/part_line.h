// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kernline::ui {

class ElidedLabel;

/// A line above figures of several files: which of them was read only partly.
class PartLine : public QWidget {
  Q_OBJECT

 public:
  explicit PartLine(QWidget* parent);

  /// Hidden if the text is empty.
  void say(const QString& note);

 private:
  ElidedLabel* m_text = nullptr;
};

}  // namespace kernline::ui
