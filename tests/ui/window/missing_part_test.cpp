// SPDX-License-Identifier: GPL-3.0-or-later
// What a window says above a timeline whose file was cut off, and above what did not fit into memory.
#include "core/import/log/read_log.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/open/file_load.h"
#include "ui/kit/style/elided_label.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/memory_tab.h"

#include <QToolButton>
#include <QWidget>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <utility>

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

/// What the strip above a tab says of this file; empty if there is none.
std::string strippedText(FileTab& tab, OpenedFile file) {
  tab.begin(std::make_unique<FileLoad>(std::move(file)));
  const auto* strip = tab.findChild<QWidget*>(QStringLiteral("partStrip"));
  return strip->isHidden() ? std::string() : strip->findChild<ElidedLabel*>()->text().toStdString();
}

TEST(PartOfAFile, isSaidAboveALogAndCanBeReadAgain) {
  LogTab tab(QStringLiteral("/nowhere/train.log"));
  std::stop_source enough;
  enough.request_stop();
  const auto part = logs::readLogText("loss: 1.5\n", {.enough = enough.get_token()});
  EXPECT_THAT(strippedText(tab, {.index = nullptr, .log = part}), testing::HasSubstr("reached at line 1"));
  QTest::mouseClick(tab.findChild<QToolButton*>(QStringLiteral("partReload")), Qt::LeftButton);
  EXPECT_TRUE(tab.findChild<QWidget*>(QStringLiteral("partStrip"))->isHidden());
  EXPECT_TRUE(test::waitUntil([&] { return tab.state() == FileTab::State::Refused; })) << "there is no such file";
  EXPECT_EQ(strippedText(tab, {.index = nullptr, .log = logs::readLogText("loss: 1.5\n", {})}), "");
}

TEST(PartOfAFile, isSaidAboveASnapshot) {
  MemoryTab tab(QStringLiteral("/nowhere/snapshot.sqlite"));
  auto history = std::make_shared<MemoryHistory>();
  history->devices.emplace_back();
  history->report.add(MemoryIssueKind::OlderLeftOut, "before 7 µs", 1234);
  EXPECT_THAT(strippedText(tab, {.index = nullptr, .memory = history}),
              testing::HasSubstr("the oldest records (1234) are missing"));
}

}  // namespace
}  // namespace kernline::ui
