// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are kept, and what the record panel does with them.
#include "tests/support/open_file.h"
#include "tests/ui/views/record/record_panel_fixture.h"
#include "tests/ui/window/file_dialog.h"
#include "ui/views/record/record_panel.h"

#include <QFileInfo>
#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST_F(RecordPanelTest, KeepsRunsForTheNextTimeAndShowsTwoBesideEachOther) {
  open();
  for (const char* kernel : {"copy", "flash_attention"}) {
    choose(kernel);
    click("runButton");
    ASSERT_TRUE(ends());
  }
  open();
  auto* history = child<QTreeWidget>("runHistory");
  ASSERT_EQ(history->topLevelItemCount(), 2);
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  history->selectAll();
  click("historyCompare");
  EXPECT_EQ(child<QTabWidget>("recordPages")->currentIndex(), 2);
  EXPECT_EQ(child<QLabel>("runTitle")->text(), QStringLiteral("2 runs"));
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  click("historyRemove");
  EXPECT_EQ(history->topLevelItemCount(), 0);
}

TEST_F(RecordPanelTest, SendsTwoRunsOfTheHistoryToTheComparisonTheOlderOneFirst) {
  open();
  for (const char* kernel : {"copy", "flash_attention"}) {
    choose(kernel);
    click("runButton");
    ASSERT_TRUE(ends());
  }
  QSignalSpy compared(m_panel.get(), &RecordPanel::compareRequested);
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  click("historyCompare");
  ASSERT_EQ(compared.count(), 1);
  const QStringList paths = compared.front().front().toStringList();
  ASSERT_EQ(paths.size(), 2);
  EXPECT_TRUE(QFileInfo(paths.front()).fileName().startsWith(QStringLiteral("copy")));
  EXPECT_TRUE(load(paths.back().toStdString()).has_value());
}

TEST_F(RecordPanelTest, SavesARunOfTheHistory) {
  open();
  choose("copy");
  click("runButton");
  ASSERT_TRUE(ends());
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  const QString path = m_folder.path() + QStringLiteral("/kept.json");
  const test::FileDialogAnswer answer(path);
  click("historySave");
  const auto saved = load(path.toStdString());
  ASSERT_TRUE(saved.has_value());
  EXPECT_EQ((*saved)->spanCount(), 20U);
}

TEST_F(RecordPanelTest, SaysHowARunStandsBesideEarlierOnes) {
  open();
  for (int i = 0; i < 2; ++i) {
    choose("copy");
    click("runButton");
    ASSERT_TRUE(ends());
    QStringList shown;
    for (const QLabel* label : child<QTabWidget>("resultTabs")->findChildren<QLabel*>()) {
      shown << label->text();
    }
    EXPECT_EQ(shown.contains(QStringLiteral("same time as the last run, within noise")), i == 1);
  }
}

}  // namespace
}  // namespace kernline::ui
