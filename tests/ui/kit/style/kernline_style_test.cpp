// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/kernline_style.h"

#include <QImage>
#include <QMenu>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

/// Where pictures of the same size differ.
QRect differenceOf(const QImage& one, const QImage& other) {
  QRect found;
  for (int y = 0; y < one.height(); ++y) {
    for (int x = 0; x < one.width(); ++x) {
      if (one.pixel(x, y) != other.pixel(x, y)) {
        found = found.united(QRect(x, y, 1, 1));
      }
    }
  }
  return found;
}

TEST(KernlineStyle, putsTheCaretOfAMenuOnTheLineOfTheText) {
  KernlineStyle style;
  QToolButton button;
  button.setStyle(&style);
  button.setText(QStringLiteral("Export"));
  const int plainWidth = button.sizeHint().width();
  button.resize(120, 40);
  const QImage plain = button.grab().toImage();
  QMenu menu;
  button.setMenu(&menu);
  button.setPopupMode(QToolButton::InstantPopup);
  EXPECT_GE(button.sizeHint().width(), plainWidth + 8) << "room for it";
  button.resize(120, 40);
  const QRect caret = differenceOf(plain, button.grab().toImage());
  ASSERT_FALSE(caret.isEmpty());
  EXPECT_NEAR(caret.center().y(), 20, 1);
  EXPECT_GT(caret.left(), 100) << "behind the text";
}

}  // namespace
}  // namespace kernline::ui
