// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are opened in the window, by whatever way, and those that cannot be.
#include "core/open/digest_trace.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/jobs/workers.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/load_strip.h"
#include "ui/window/tabs/ranks_tab.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QApplication>
#include <QKeySequence>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace kernline::ui {
namespace {

using test::TemporaryFile;
using test::waitUntil;

TEST_F(Window, startsWithAPageThatSaysHowToOpen) {
  EXPECT_TRUE(child<QWidget>("startPage")->isVisible());
  EXPECT_TRUE(child<QPushButton>("startOpen")->isVisible());
  EXPECT_FALSE(child<QWidget>("detailsDock")->isVisible());
}

TEST_F(Window, theKeysOfTheStartPageAreNoneOfTheMenus) {
  const auto key = [](const QString& text) { return QKeySequence::mnemonic(text).toString(); };
  QStringList taken;
  for (const QAction* menu : m_window.menuBar()->actions()) {
    taken << key(menu->text());
  }
  const QList<QPushButton*> buttons = child<QWidget>("startPage")->findChildren<QPushButton*>();
  EXPECT_GE(buttons.size(), 6);
  for (const QPushButton* button : buttons) {
    if (const QString own = key(button->text()); !own.isEmpty()) {
      EXPECT_FALSE(taken.contains(own)) << button->text().toStdString();
      taken << own;
    }
  }
}

TEST_F(Window, opensDigestsInFoldersOfAFolder) {
  const test::TemporaryFolder digests;
  for (const char* rank : {"0", "1"}) {
    const std::string trace = std::string("ranks/ddp_straggler/rank") + rank + ".json.gz";
    ASSERT_TRUE(digestTrace(test::fixture(trace), digests / "node" + rank, false, {}));
  }
  drop({QString::fromStdString(digests.path())});
  ASSERT_TRUE(settles());
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
  EXPECT_NE(qobject_cast<RanksTab*>(m_window.currentFile()), nullptr);
}

TEST_F(Window, namesTheRunsOfAFolderThatHasDigestsOfSeveral) {
  const test::TemporaryFolder digests;
  for (const char* run : {"a", "b"}) {
    for (const char* rank : {"0", "1"}) {
      const test::TemporaryFolder copies;
      const std::string copy = copies / (std::string(run) + "_rank" + rank + ".json.gz");
      std::filesystem::copy_file(test::fixture(std::string("ranks/ddp_straggler/rank") + rank + ".json.gz"), copy);
      ASSERT_TRUE(digestTrace(copy, digests.path(), false, {}));
    }
  }
  drop({QString::fromStdString(digests.path())});
  ASSERT_TRUE(settles());
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Refused);
  EXPECT_TRUE(child<QLabel>("messageText")->text().contains(QStringLiteral("has the ranks of 2 runs: a_rank#.json")))
      << child<QLabel>("messageText")->text().toStdString();
}

TEST_F(Window, opensWhatIsDroppedOnIt) {
  const TemporaryFile second(test::smallTraceText());
  drop({QString::fromStdString(m_file.path()), QString::fromStdString(second.path())});
  ASSERT_TRUE(settles());
  ASSERT_EQ(tabs().count(), 2);
  EXPECT_TRUE(waitUntil([&] { return tabs().at(0)->state() == FileTab::State::Ready; }));
  EXPECT_FALSE(child<QWidget>("startPage")->isVisible());
  EXPECT_TRUE(child<QWidget>("detailsDock")->isVisible());
  EXPECT_EQ(RecentFiles::list().size(), 2);
}

TEST_F(Window, leavesAloneWhatIsNoFile) {
  QMimeData data;
  data.setUrls({QUrl(QStringLiteral("https://example.org/trace.json"))});
  QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&m_window, &enter);
  EXPECT_FALSE(enter.isAccepted());
  EXPECT_FALSE(child<QWidget>("dropHint")->isVisible());
}

TEST_F(Window, openingTheSameFileAgainGoesToItsTab) {
  openSmallTrace();
  const TemporaryFile second(test::smallTraceText());
  m_window.openFiles({QString::fromStdString(second.path())});
  m_window.openFiles({QString::fromStdString(m_file.path())});
  ASSERT_TRUE(settles());
  EXPECT_EQ(tabs().count(), 2);
  EXPECT_EQ(tabs().currentIndex(), 0);
}

TEST_F(Window, aRefusedFileSaysWhyInItsTab) {
  const TemporaryFile text("Dear diary, this is no trace at all.\n", ".txt");
  m_window.openFiles({QString::fromStdString(text.path())});
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Refused);
  auto* sentence = child<QLabel>("messageText");
  ASSERT_NE(sentence, nullptr);
  EXPECT_TRUE(sentence->isVisible());
  EXPECT_EQ(sentence->text(), m_window.currentFile()->refusal());
  EXPECT_GT(sentence->text().size(), 20);
  EXPECT_EQ(m_window.currentTrace(), nullptr);
  EXPECT_FALSE(m_window.findChild<TimelineView*>()->isVisible());

  std::ofstream(text.path()) << test::smallTraceText();
  QTest::mouseClick(child<QPushButton>("messageRetry"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
  EXPECT_TRUE(view().isVisible());
}

TEST_F(Window, aFileIsATraceOnceSomethingOfItIsKnown) {
  m_window.openFiles({QString::fromStdString(m_file.path())});
  const QPointer<FileTab> loading = m_window.currentFile();
  EXPECT_EQ(loading->state(), FileTab::State::Loading);
  EXPECT_EQ(m_window.currentTrace(), nullptr);
  EXPECT_TRUE(child<QWidget>("detailsDock")->isVisible()) << "nothing jumps when the trace comes";
  ASSERT_TRUE(settles());
  EXPECT_NE(m_window.currentTrace(), nullptr);
  EXPECT_EQ(tabs().count(), 1);
  EXPECT_TRUE(view().isAncestorOf(m_window.focusWidget())) << "its keys work at once";
  EXPECT_TRUE(waitUntil([&] { return loading.isNull(); }));
}

TEST_F(Window, aFileThatIsNotThereSaysSo) {
  m_window.openFiles({QStringLiteral("/nowhere/at all.json")});
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Refused);
  EXPECT_TRUE(child<QLabel>("messageText")->isVisible());
}

TEST_F(Window, anEmptyFolderIsCalledAFolder) {
  const QTemporaryDir empty;
  m_window.openFiles({empty.path()});
  ASSERT_TRUE(settles());
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Refused);
  EXPECT_EQ(child<QLabel>("messageTitle")->text(), QStringLiteral("Cannot open this folder"));
  EXPECT_TRUE(child<QLabel>("messageText")->text().startsWith(QStringLiteral("The folder is empty")))
      << child<QLabel>("messageText")->text().toStdString();
}

TEST_F(Window, aLoadCanBeCanceledAndTriedAgain) {
  std::string large = R"({"traceEvents": [)";
  for (int i = 0; i < 400'000; ++i) {
    large += R"({"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 2, "ts": )" + std::to_string(i * 10) +
             R"(, "dur": 5, "args": {"External id": 1}},)" + "\n";
  }
  large += R"({"ph": "X", "name": "last", "pid": 1, "tid": 2, "ts": 0, "dur": 1}]})";
  const TemporaryFile file(large);
  m_window.openFiles({QString::fromStdString(file.path())});
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Loading);
  auto* strip = m_window.currentFile()->findChild<LoadStrip*>();
  strip->show();
  QTest::mouseClick(strip->findChild<QPushButton*>(QStringLiteral("loadCancel")), Qt::LeftButton);
  ASSERT_TRUE(settles());
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Canceled);
  EXPECT_TRUE(child<QLabel>("messageTitle")->text().contains(QStringLiteral("canceled")));
  EXPECT_FALSE(m_window.currentFile()->findChild<LoadStrip*>()->isVisible());

  QTest::mouseClick(child<QPushButton>("messageRetry"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
  EXPECT_EQ(trace().spanCount(), 400'001U);
}

TEST_F(Window, closingATabWhileItLoadsLeavesNothingBehind) {
  m_window.openFiles({QString::fromStdString(m_file.path())});
  press(Qt::Key_W, Qt::ControlModifier);
  EXPECT_EQ(tabs().count(), 0);
  EXPECT_TRUE(child<QWidget>("startPage")->isVisible());
  EXPECT_TRUE(waitForWorkers(std::chrono::seconds(10)));
  QCoreApplication::processEvents();
}

TEST_F(Window, reloadReadsTheFileAgainAndKeepsTheSelection) {
  openSmallTrace();
  view().select(test::spanNamed(trace(), "aten::mm"));
  std::string text = test::smallTraceText();
  text.insert(text.rfind(']'), R"(,{"ph": "X", "name": "later", "pid": 77, "tid": 77, "ts": 300, "dur": 1})");
  const std::size_t before = trace().spanCount();
  std::ofstream(m_file.path()) << text;
  press(Qt::Key_F5);
  ASSERT_TRUE(settles());
  EXPECT_EQ(trace().spanCount(), before + 1);
  EXPECT_EQ(trace().nameText(view().selection()), "aten::mm");
}

}  // namespace
}  // namespace kernline::ui
