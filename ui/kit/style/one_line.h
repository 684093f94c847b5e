// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>

namespace kernline::ui {

/// Draws a line of text on the baseline of the painter's font, in the middle of the height of `rect`. If another font
/// has to draw some of the letters, QPainter's own alignment would move the line by that font's greater height, and
/// words of two scripts side by side would be on two baselines.
void drawOneLine(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const QString& text);

}  // namespace kernline::ui
