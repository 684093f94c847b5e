// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace kernline::ui {

/// A label of second rank: plain text in the theme's quiet color, whichever theme is on.
class QuietLabel : public QLabel {
  Q_OBJECT

 public:
  explicit QuietLabel(const QString& text = {}, QWidget* parent = nullptr);
};

/// `base`, larger by `factor` and demi-bold: for the one title of a page or panel.
[[nodiscard]] QFont titleFont(const QFont& base, double factor);

}  // namespace kernline::ui
