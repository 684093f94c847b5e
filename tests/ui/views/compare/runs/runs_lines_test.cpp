// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_files.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"
#include "ui/kit/style/quiet_label.h"

#include <QTabWidget>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

constexpr int linesTab = 3;

TEST_F(Runs, haveNoPageOfHotLinesWithoutSamples) {
  EXPECT_FALSE(part<QTabWidget>("runsTabs")->isTabVisible(linesTab));
}

TEST_F(Window, comparesTheHotLinesOfTwoRecordings) {
  m_window.openFiles({QString::fromStdString(test::fixture("recordings/source-before.json.gz")),
                      QString::fromStdString(test::fixture("recordings/source-after.json.gz"))});
  ASSERT_TRUE(settles());
  tabs().setCurrentIndex(0);
  ASSERT_TRUE(settles());
  m_window.commands()[Command::CompareTraces]->trigger();
  auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_NE(runs, nullptr);
  auto* pages = runs->findChild<QTabWidget*>(QStringLiteral("runsTabs"));
  ASSERT_TRUE(test::waitUntil([&] { return pages->isTabVisible(linesTab); }));
  auto* lines = runs->findChild<QWidget*>(QStringLiteral("sourceChanges"));
  EXPECT_GT(lines->findChild<QTableView*>()->model()->rowCount(), 0);
  const QString note = lines->findChild<QuietLabel*>()->text();
  EXPECT_TRUE(note.contains(QStringLiteral("registers "))) << note.toStdString();
  EXPECT_TRUE(note.contains(QStringLiteral("instructions "))) << note.toStdString();
  EXPECT_TRUE(note.contains(QStringLiteral("States: "))) << note.toStdString();
}

}  // namespace
}  // namespace kernline::ui
