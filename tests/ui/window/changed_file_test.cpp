// SPDX-License-Identifier: GPL-3.0-or-later
// What a window says of a file that is rewritten under it.
#include "tests/ui/window/window_fixture.h"
#include "ui/window/tabs/changed_strip.h"

#include <QLabel>
#include <QToolButton>

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace kernline::ui {
namespace {

class ChangedFileWindow : public Window {
 protected:
  void rewrite(const std::string& content) {
    const auto before = std::filesystem::last_write_time(m_file.path());
    std::ofstream(m_file.path(), std::ios::binary | std::ios::trunc) << content;
    std::filesystem::last_write_time(m_file.path(), before + std::chrono::milliseconds(5));
  }

  ChangedStrip& strip() { return *m_window.currentFile()->findChild<ChangedStrip*>(QStringLiteral("changedStrip")); }

  [[nodiscard]] bool appears() {
    strip().look();
    return test::waitUntil([&] { return strip().isVisible(); });
  }
};

TEST_F(ChangedFileWindow, saysSoAndReadsItAgain) {
  openSmallTrace();
  EXPECT_FALSE(strip().isVisible());
  rewrite(R"([{"ph":"X","name":"alone","ts":1,"dur":2,"pid":1,"tid":1}])");
  ASSERT_TRUE(appears());
  QTest::mouseClick(strip().findChild<QToolButton*>(QStringLiteral("changedReload")), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(strip().isVisible());
  EXPECT_EQ(trace().spanCount(), 1U);
}

TEST_F(ChangedFileWindow, doesNotShowArgsOfAnotherFile) {
  openSmallTrace();
  rewrite(std::string(std::filesystem::file_size(m_file.path()), ' '));
  view().select(SpanId{0}, true);
  ASSERT_TRUE(settles());
  const auto labels = m_window.findChildren<QLabel*>();
  const bool isSaid = std::ranges::any_of(labels, [](const QLabel* label) {
    return label->isVisible() && label->text().contains(QStringLiteral("has changed since it was opened"));
  });
  EXPECT_TRUE(isSaid);
}

TEST_F(ChangedFileWindow, saysNothingOfOneThatOnlyGrew) {
  openSmallTrace();
  std::ofstream(m_file.path(), std::ios::app) << "\n";
  strip().look();
  EXPECT_FALSE(test::waitUntil([&] { return strip().isVisible(); }, std::chrono::milliseconds(300)));
}

}  // namespace
}  // namespace kernline::ui
