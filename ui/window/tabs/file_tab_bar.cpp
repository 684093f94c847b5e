// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/file_tab_bar.h"

#include <algorithm>

namespace kernline::ui {

FileTabBar::FileTabBar(QWidget* parent) : QTabBar(parent) {
  setObjectName(QStringLiteral("fileTabBar"));
  setDocumentMode(true);
  setDrawBase(false);
  setTabsClosable(true);
  setMovable(true);
  setElideMode(Qt::ElideMiddle);
  setUsesScrollButtons(true);
  setExpanding(false);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Open files"));
  setFocusPolicy(Qt::TabFocus);
}

QSize FileTabBar::tabSizeHint(int index) const {
  constexpr int maxCharacters = 48;
  const QSize hint = QTabBar::tabSizeHint(index);
  return {std::min(hint.width(), maxCharacters * fontMetrics().averageCharWidth()), hint.height()};
}

QSize FileTabBar::minimumSizeHint() const {
  return {1, QTabBar::minimumSizeHint().height()};
}

}  // namespace kernline::ui
