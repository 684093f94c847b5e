// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_changes.h"

#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/record/result_page.h"

#include <QAbstractItemModel>
#include <QTabWidget>
#include <QTableView>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::ui {
namespace {

using test::cell;

/// A recording of one launch, one line of which has these samples.
std::string sampledRecording(int line, int samples, const char* source) {
  return fmt::format(
      R"x([{{"ph":"X","cat":"kernel","name":"work()","pid":0,"tid":7,"dur":5,"ts":10}},
{{"ph":"i","s":"p","cat":"kernel_source","name":"[source file]","pid":5,"tid":5,"ts":900,"args":{{"path":"/a/k.cu","text":"{}"}}}},
{{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{{"kernel":"_Z4workv",
"period (cycles)":4096,"reasons":["stall_wait"],"files":["/a/k.cu"],
"instructions":[[0,0,1,"S2R",0,40],[16,0,{},"LDG",0,{}]]}}}}])x",
      source, line, samples);
}

class ChangesOfLines : public ::testing::Test {
 protected:
  [[nodiscard]] QString before() const { return QString::fromStdString(m_before.path()); }
  [[nodiscard]] QString after() const { return QString::fromStdString(m_after.path()); }

 private:
  test::TemporaryFile m_before{sampledRecording(2, 4000, R"(start();\nload();)")};
  test::TemporaryFile m_after{sampledRecording(3, 1000, R"(start();\nmore();\nload();)")};
};

TEST_F(ChangesOfLines, beginWithTheLineThatChangedMost) {
  SourceChanges changes;
  bool hasLines = false;
  QObject::connect(&changes, &SourceChanges::found, &changes, [&](bool found) { hasLines = found; });
  changes.showRecordings({before(), after()});
  ASSERT_TRUE(test::settles(changes));
  EXPECT_TRUE(hasLines);
  const QAbstractItemModel& rows = *changes.findChild<QTableView*>()->model();
  ASSERT_EQ(rows.rowCount(), 2);
  EXPECT_EQ(cell(rows, 0, 2), "-75.0 %");
  EXPECT_EQ(cell(rows, 0, 3), "k.cu:2 → 3");
  EXPECT_EQ(cell(rows, 0, 4), "Fixed latency -75.0 %");
  EXPECT_EQ(cell(rows, 0, 5), "load();");
  EXPECT_EQ(cell(rows, 1, 2), "≈");
  const QString note = changes.findChild<QuietLabel*>()->text();
  EXPECT_TRUE(note.startsWith(QStringLiteral("work: samples -"))) << note.toStdString();
  EXPECT_FALSE(note.contains(QStringLiteral("instructions"))) << "as many: " << note.toStdString();
  EXPECT_TRUE(note.contains(QStringLiteral("States: Fixed latency -"))) << note.toStdString();
  changes.showRecordings({before()});
  EXPECT_FALSE(hasLines);
  EXPECT_EQ(rows.rowCount(), 0);
}

TEST_F(ChangesOfLines, haveAPageBesideTheFiguresOfTwoRuns) {
  ResultPage page;
  page.showRuns(QStringLiteral("2 runs"), {RunFigures{}, RunFigures{}});
  const auto* tabs = page.findChild<QTabWidget*>(QStringLiteral("resultTabs"));
  constexpr int changes = 4;
  EXPECT_FALSE(tabs->isTabVisible(changes));
  page.showLineChanges({before(), after()});
  ASSERT_TRUE(test::waitUntil([&] { return tabs->isTabVisible(changes); }));
  page.showRuns(QStringLiteral("1 run"), {RunFigures{}});
  EXPECT_FALSE(tabs->isTabVisible(changes));
}

}  // namespace
}  // namespace kernline::ui
