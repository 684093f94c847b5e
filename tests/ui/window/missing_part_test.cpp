// SPDX-License-Identifier: GPL-3.0-or-later
// What a window says above a timeline whose file was cut off.
#include "tests/support/test_files.h"
#include "tests/ui/window/window_fixture.h"

#include <QToolButton>
#include <QWidget>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

class MissingPartWindow : public Window {
 protected:
  [[nodiscard]] QWidget* strip() { return m_window.currentFile()->findChild<QWidget*>(QStringLiteral("missingStrip")); }
};

TEST_F(MissingPartWindow, saysThatTheFileWasCutOffAndLeadsToTheFindings) {
  m_window.openFiles({QString::fromStdString(test::fixture("gzip-cut-short.json.gz"))});
  ASSERT_TRUE(settles());
  ASSERT_TRUE(test::waitUntil([&] { return strip()->isVisible(); }));
  auto* dock = m_window.findChild<QWidget*>(QStringLiteral("trustDock"));
  ASSERT_NE(dock, nullptr);
  dock->hide();
  QTest::mouseClick(strip()->findChild<QToolButton*>(QStringLiteral("missingFindings")), Qt::LeftButton);
  EXPECT_TRUE(test::waitUntil([&] { return dock->isVisible(); }));
}

TEST_F(MissingPartWindow, saysNothingOfAWholeFile) {
  openSmallTrace();
  ASSERT_TRUE(settles());
  EXPECT_FALSE(strip()->isVisible());
}

}  // namespace
}  // namespace kernline::ui
