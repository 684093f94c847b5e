// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/kernline_style.h"

#include <QImage>
#include <QMenu>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace kernline::ui {
namespace {

TEST(KernlineStyle, PutsTheArrowOfAMenuInTheLineOfTheText) {
  KernlineStyle style;
  QToolButton button;
  button.setStyle(&style);
  button.setText(QStringLiteral("Export"));
  button.setToolButtonStyle(Qt::ToolButtonTextOnly);
  button.setPopupMode(QToolButton::InstantPopup);
  QMenu menu;
  const auto grabbed = [&] {
    button.resize(100, 40);
    return button.grab().toImage();
  };
  const QImage without = grabbed();
  button.setMenu(&menu);
  const QImage with = grabbed();
  ASSERT_EQ(with.size(), without.size());
  // Text moves a little; the arrow is behind it.
  int top = with.height();
  int bottom = -1;
  for (int y = 2; y + 2 < with.height(); ++y) {
    for (int x = with.width() * 4 / 5; x + 2 < with.width(); ++x) {
      if (with.pixel(x, y) != without.pixel(x, y)) {
        top = std::min(top, y);
        bottom = std::max(bottom, y);
      }
    }
  }
  ASSERT_GE(bottom, top) << "an arrow is drawn";
  EXPECT_LE(std::abs(top + bottom - with.height()), 6) << top << " to " << bottom << " of " << with.height();
}

}  // namespace
}  // namespace kernline::ui
