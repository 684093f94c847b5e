// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace kernline::ui {

/// A button in a strip above the page.
struct StripButton {
  QString icon;
  QString label;
  QString tip;
};

/// Lays out `strip` as one row: the icon `mark` and `text`.
void layStrip(QWidget& strip, QWidget& text, const QString& mark);

/// Adds a button after the text.
QToolButton* addStripButton(QWidget& strip, const StripButton& button);

}  // namespace kernline::ui
