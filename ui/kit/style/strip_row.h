// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace kernline::ui {

/// What stands beside the text of a strip above the page.
struct StripRow {
  QString mark;  ///< icon before the text
  QString icon;  ///< of the button behind it
  QString label;
  QString tip;
};

/// Lays out `strip` as one row: the icon `mark` and `text`.
void layStrip(QWidget& strip, QWidget& text, const QString& mark);

/// The same, and the button that is returned.
QToolButton* layStrip(QWidget& strip, QWidget& text, const StripRow& row);

}  // namespace kernline::ui
