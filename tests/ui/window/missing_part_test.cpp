// SPDX-License-Identifier: GPL-3.0-or-later
// What a window says above a timeline whose file was cut off, and above what did not fit into memory.
#include "core/analysis/query/query_index.h"
#include "core/import/log/read_log.h"
#include "core/open/experiment/experiment.h"
#include "tests/support/part_of_trace.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/open/file_load.h"
#include "ui/kit/style/elided_label.h"
#include "ui/views/experiment/experiment_page.h"
#include "ui/views/experiment/experiment_tree.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/experiment_tab.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/memory_tab.h"

#include <QAction>
#include <QImage>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWidget>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
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

/// Returns the text of the strip above a tab for this file; empty if there is none.
std::string strippedText(FileTab& tab, OpenedFile file) {
  tab.begin(std::make_unique<FileLoad>(std::move(file)));
  const auto* strip = tab.findChild<QWidget*>(QStringLiteral("partStrip"));
  return strip->isHidden() ? std::string() : strip->findChild<ElidedLabel*>()->text().toStdString();
}

TEST(PartOfAFile, isSaidAboveALogAndCanBeReadAgain) {
  LogTab tab(QStringLiteral("/nowhere/train.log"));
  std::stop_source enough;
  enough.request_stop();
  const auto part = logs::readLogText("loss: 1.5\n", {.memoryExhausted = enough.get_token()});
  EXPECT_THAT(strippedText(tab, {.index = nullptr, .log = part}), test::mentions("limit-reached-at-line", "1"));
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
              test::mentions("limit-reached-oldest-missing", "1234"));
}

TEST(PartOfAFile, isSaidAboveAnExperiment) {
  const test::TemporaryFolder folder;
  folder.add("train.log", "loss: 1.5\nloss: 1.25\n");
  folder.add("one_trace.json", test::smallTraceText());
  Progress progress;
  const auto place = openPlace(folder.path(), {.onPreview = {}, .maxMemory = 1}, {}, progress);
  ASSERT_TRUE(place && place->experiment);
  ExperimentTab tab(QString::fromStdString(folder.path()));
  EXPECT_THAT(strippedText(tab, {.index = nullptr, .experiment = place->experiment}),
              test::mentions("limit-reached-files-not-read", "2", "2"));
  const QTreeWidgetItem* log = tab.page()->tree()->findItems(QStringLiteral("train.log"), Qt::MatchRecursive).value(0);
  ASSERT_NE(log, nullptr);
  EXPECT_TRUE(log->text(ExperimentTree::Contents).endsWith(QStringLiteral("larger than the memory limit")));
  EXPECT_THAT(log->toolTip(ExperimentTree::Contents),
              test::mentions("needs-more-than-memory-limit", test::anyValue, test::anyValue));
}

/// A window on a trace of which memory allowed a part.
class PartOfATrace : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    auto index = QueryIndex::build(test::partOfTrace(), {}, 1);
    m_window.adopt(std::make_unique<FileLoad>(OpenedFile{.index = std::move(index), .path = "/nowhere/part.json"}));
    ASSERT_TRUE(settles());
    ASSERT_NE(m_window.currentTrace(), nullptr);
  }

  std::string save(Command command, const char* name) {
    const QString path = m_folder.filePath(QString::fromUtf8(name));
    const test::FileDialogAnswer answer(path);
    m_window.commands()[command]->trigger();
    EXPECT_TRUE(settles());
    return path.toStdString();
  }

  QTemporaryDir m_folder;
};

TEST_F(PartOfATrace, isSaidInWhateverIsSavedOfIt) {
  EXPECT_THAT(test::readFile(save(Command::ExportStatistics, "table.csv")),
              testing::EndsWith("# " + test::phrase("limit-reached-rest-not-read") + "\n"));
  EXPECT_THAT(test::readFile(save(Command::ExportStatistics, "table.md")),
              testing::EndsWith("\n\n" + test::phrase("limit-reached-rest-not-read") + "\n"));
  const QImage picture(QString::fromStdString(save(Command::ExportPicture, "picture.png")));
  EXPECT_GT(picture.height(), m_window.currentTrace()->view()->height()) << "a line below it";
  EXPECT_THAT(test::readFile(save(Command::ExportPicture, "picture.svg")),
              testing::HasSubstr("the rest of the file was not read"));
  EXPECT_THAT(test::readFile(save(Command::ExportTrace, "part.json")), testing::HasSubstr("\"partOfFile\""));
}

}  // namespace
}  // namespace kernline::ui
