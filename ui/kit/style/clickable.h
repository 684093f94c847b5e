// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace kernline::ui {

/// A painted area that can be clicked, entered from the keyboard and, while it leads nowhere, neither. Lit under the
/// mouse, framed with the focus.
class Clickable : public QAbstractButton {
  Q_OBJECT

 public:
  explicit Clickable(QWidget* parent = nullptr);

  /// Whether a click does anything.
  void setClickable(bool isClickable);
  [[nodiscard]] bool isClickable() const { return m_isClickable; }

 protected:
  /// The light and the frame, if there is one now.
  void paintState(QPainter& painter, int radius) const;

 private:
  bool m_isClickable = false;
};

}  // namespace kernline::ui
