// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/window_fixture.h"

#include <QDockWidget>

namespace kernline::ui {
namespace {

/// What a screen of 1920 × 1080 has at a scale of 200 %.
constexpr QSize scaledScreen(960, 540);

TEST_F(Window, fitsAScreenAtTwiceTheScaleWhateverPanelIsOpen) {
  openSmallTrace();
  for (const char* name : {"statisticsDock", "callTreeDock", "notesDock", "trustDock", "queryDock", "searchDock"}) {
    auto* dock = child<QDockWidget>(name);
    dock->show();
    dock->raise();
    QApplication::processEvents();
    m_window.resize(scaledScreen);
    QApplication::processEvents();
    EXPECT_LE(m_window.width(), scaledScreen.width()) << name;
  }
}

}  // namespace
}  // namespace kernline::ui
