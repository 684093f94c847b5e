// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/says.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/experiment/experiment_page.h"
#include "ui/views/experiment/experiment_tree.h"
#include "ui/window/tabs/experiment_tab.h"
#include "ui/window/tabs/log_tab.h"

#include <QLabel>
#include <QPushButton>

namespace kernline::ui {
namespace {

constexpr std::string_view printedNumbers = "Config: batch_size=8\nTime: 3.5 ms\nMemory: 12 MB\n";

/// A window on a folder with two traces, a log beside one, results and a script.
class ExperimentWindow : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_folder.add("one_trace.json", test::smallTraceText());
    m_folder.add("one.log", printedNumbers);
    m_folder.add("two_trace.json", test::smallTraceText());
    m_folder.add("results.csv", "n,time_ms,gb\n1,2.5,3\n2,3.5,4\n");
    m_folder.add("script.py", "import torch\nprint(3)\n");
    drop({QString::fromStdString(m_folder.path())});
    ASSERT_TRUE(settles());
    ASSERT_NE(tree(), nullptr);
  }

  ExperimentTree* tree() { return child<ExperimentTree>("experimentTree"); }

  QTreeWidgetItem* row(const QString& name) {
    for (QTreeWidgetItem* item : tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive)) {
      if (item->childCount() == 0) {
        return item;
      }
    }
    return nullptr;
  }

  void click(QTreeWidgetItem* item, ExperimentTree::Column column) {
    tree()->scrollToItem(item);
    const QRect cell = tree()->visualRect(tree()->indexFromItem(item, column));
    constexpr int intoBox = 8;  // pixels to the check box, or to the name
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + intoBox, cell.center().y()));
  }

  [[nodiscard]] QString path(const char* name) const { return QString::fromStdString(m_folder / name); }

  test::TemporaryFolder m_folder;
};

TEST_F(ExperimentWindow, showsGroupsWithTheirReasonsAndWhatWasNotRead) {
  EXPECT_EQ(tree()->topLevelItemCount(), 4) << "two traces, results, what was not read";
  ASSERT_NE(row(QStringLiteral("one.log")), nullptr);
  EXPECT_EQ(row(QStringLiteral("one.log"))->parent(), row(QStringLiteral("one_trace.json"))->parent());
  EXPECT_THAT(row(QStringLiteral("one.log"))->text(ExperimentTree::Why), test::says("both-are-named", "one"));
  EXPECT_TRUE(row(QStringLiteral("script.py"))->text(ExperimentTree::Why).startsWith(QStringLiteral("Python source")));
  EXPECT_EQ(tree()->topLevelItem(3)->text(ExperimentTree::Name), QStringLiteral("Not read"));
  EXPECT_FALSE(child<QPushButton>("compareChecked")->isEnabled());
}

TEST_F(ExperimentWindow, saysHowManyFilesWereNotReadAndWhatADumpHolds) {
  EXPECT_EQ(child<QLabel>("experimentOmitted")->text(), QStringLiteral("1 file not read"));
  m_folder.add("nccl_trace_rank_0",
               R"({"version":"2.10","pg_config":{"0":{"name":"0","desc":"default_pg","ranks":"[0, 1]"}},)"
               R"("pg_status":{"0":{"last_enqueued_collective":"1"}},"entries":[{"collective_seq_id":7,"pg_id":0,)"
               R"("process_group":["0","default_pg"],"profiling_name":"nccl:all_reduce","state":"started",)"
               R"("is_p2p":false,"input_sizes":[[4]],"input_dtypes":["Float"],"output_sizes":[[4]],)"
               R"("output_dtypes":["Float"]}]})");
  m_window.currentFile()->reload();
  ASSERT_TRUE(settles());
  ASSERT_NE(row(QStringLiteral("nccl_trace_rank_0")), nullptr);
  EXPECT_EQ(row(QStringLiteral("nccl_trace_rank_0"))->text(ExperimentTree::Contents), QStringLiteral("1 collective"));
}

TEST_F(ExperimentWindow, opensAFileByAClickAndByEnter) {
  click(row(QStringLiteral("two_trace.json")), ExperimentTree::Name);
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentTrace(), nullptr);
  EXPECT_EQ(m_window.currentTrace()->path(), path("two_trace.json"));
  tabs().setCurrentIndex(0);
  tree()->setCurrentItem(row(QStringLiteral("one.log")));
  QTest::keyClick(tree(), Qt::Key_Return);
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentLog(), nullptr);
  EXPECT_EQ(tabs().count(), 3);
}

TEST_F(ExperimentWindow, opensAGroupAtOnce) {
  tree()->setCurrentItem(row(QStringLiteral("one.log")));
  QTest::mouseClick(child<QPushButton>("openGroup"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(tabs().count(), 3);
}

TEST_F(ExperimentWindow, comparesTheRunsThatAreChecked) {
  click(row(QStringLiteral("one_trace.json")), ExperimentTree::Compare);
  EXPECT_EQ(row(QStringLiteral("one_trace.json"))->checkState(ExperimentTree::Compare), Qt::Checked);
  EXPECT_FALSE(child<QPushButton>("compareChecked")->isEnabled()) << "one run is nothing to compare";
  tree()->setCurrentItem(row(QStringLiteral("two_trace.json")));
  QTest::keyClick(tree(), Qt::Key_Space);
  EXPECT_TRUE(child<QLabel>("experimentChoice")->text().contains(QStringLiteral("2 runs")));
  QTest::mouseClick(child<QPushButton>("compareChecked"), Qt::LeftButton);
  auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_NE(runs, nullptr);
  ASSERT_TRUE(test::waitUntil([&] { return runs->runs().size() == 2 && !runs->isBusy(); }));
  EXPECT_EQ(runs->mode(), RunsWindow::Mode::Differences);
}

TEST_F(ExperimentWindow, comparesLogsAndResultsInTheirTab) {
  click(row(QStringLiteral("one.log")), ExperimentTree::Compare);
  click(row(QStringLiteral("results.csv")), ExperimentTree::Compare);
  QTest::mouseClick(child<QPushButton>("compareChecked"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] {
    const LogTab* log = m_window.currentLog();
    return log != nullptr && log->log() != nullptr && log->comparedWith().size() == 1 && !m_window.isBusy();
  }));
  EXPECT_TRUE(m_window.currentLog()->showsComparison());
}

TEST_F(ExperimentWindow, isReadAgainOnRequest) {
  m_folder.add("three.csv", "n,time_ms,gb\n1,2.5,3\n2,3.5,4\n");
  m_window.currentFile()->reload();
  ASSERT_TRUE(settles());
  EXPECT_NE(row(QStringLiteral("three.csv")), nullptr);
}

TEST_F(ExperimentWindow, ofOneFileIsThatFile) {
  const test::TemporaryFolder folder;
  folder.add("sub/trace.json", test::smallTraceText());
  folder.add("README.md", "How to.");
  drop({QString::fromStdString(folder.path())});
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentTrace(), nullptr);
  EXPECT_EQ(m_window.currentTrace()->path(), QString::fromStdString(folder / "sub/trace.json"));
}

}  // namespace
}  // namespace kernline::ui
