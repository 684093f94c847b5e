// SPDX-License-Identifier: GPL-3.0-or-later
// Logs in the window, from files as people have them.
#include "tests/support/packed_text.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/details/details_dock.h"
#include "ui/views/logs/grid_model.h"
#include "ui/views/logs/grid_view.h"
#include "ui/views/logs/log_page.h"
#include "ui/views/logs/log_text_view.h"
#include "ui/views/logs/table_pane.h"
#include "ui/window/controllers/log_controller.h"
#include "ui/window/parts/commands.h"
#include "ui/window/session.h"
#include "ui/window/tabs/file_tab_bar.h"
#include "ui/window/tabs/log_tab.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <fstream>

namespace kernline::ui {
namespace {

using test::TemporaryFile;

constexpr auto logText =
    "warming up\n"
    "-------------------------  ------------  ------------  ------------  \n"
    "                     Name     Self CUDA   Self CUDA %    # of Calls  \n"
    "-------------------------  ------------  ------------  ------------  \n"
    "                 aten::mm       3.000ms        60.00%            12  \n"
    "   ampere_sgemm_128x64_nn       3.000ms        60.00%            12  \n"
    "          softmax_forward       2.000ms        40.00%             8  \n"
    "-------------------------  ------------  ------------  ------------  \n"
    "Self CUDA time total: 5.000ms\n"
    "\n";

class LogWindow : public Window {
 protected:
  void openLog(const std::string& text) {
    m_log = std::make_unique<TemporaryFile>(text, ".log");
    m_window.openFiles({QString::fromStdString(m_log->path())});
    ASSERT_TRUE(settles());
    ASSERT_NE(m_window.currentLog(), nullptr);
    ASSERT_EQ(m_window.currentLog()->state(), FileTab::State::Ready);
  }

  LogPage& page() { return *m_window.currentLog()->page(); }
  QAction* command(Command command) { return m_window.commands()[command]; }

  std::unique_ptr<TemporaryFile> m_log;
};

TEST_F(LogWindow, opensALogBesideATraceAndPutsAsideWhatOnlyATraceHas) {
  openSmallTrace();
  openLog(logText);
  ASSERT_EQ(tabs().count(), 2);
  EXPECT_EQ(m_window.currentTrace(), nullptr);
  EXPECT_FALSE(child<QWidget>("detailsDock")->isVisible());
  EXPECT_FALSE(command(Command::ZoomIn)->isEnabled());
  EXPECT_FALSE(m_window.commands().ofDock(detailsDock)->isEnabled());
  EXPECT_TRUE(command(Command::ShowLogChart)->isEnabled());
  EXPECT_TRUE(command(Command::Reload)->isEnabled());
  EXPECT_TRUE(child<QLabel>("statusFile")->text().startsWith(QStringLiteral("1 table")));
  EXPECT_EQ(page().table().model().rowCount(), 3);

  tabs().setCurrentIndex(0);
  EXPECT_NE(m_window.currentTrace(), nullptr);
  EXPECT_TRUE(child<QWidget>("detailsDock")->isVisible());
  EXPECT_TRUE(command(Command::ZoomIn)->isEnabled());
  EXPECT_FALSE(command(Command::ShowLogChart)->isEnabled());
}

TEST_F(LogWindow, bringsThePanelInFrontBackToTheFront) {
  openSmallTrace();
  const auto* quality = child<QDockWidget>("trustDock");
  press(Qt::Key_I, Qt::ControlModifier);
  ASSERT_TRUE(test::waitUntil([&] { return !quality->visibleRegion().isEmpty(); }));
  openLog(logText);
  ASSERT_FALSE(quality->isVisible());
  QTest::mouseClick(tabs().bar(), Qt::LeftButton, {}, tabs().bar()->tabRect(0).center());
  test::runEventsFor(std::chrono::milliseconds(200));
  EXPECT_FALSE(quality->visibleRegion().isEmpty());
  EXPECT_TRUE(child<QDockWidget>("statisticsDock")->visibleRegion().isEmpty());
}

TEST_F(LogWindow, takesALogThatIsDroppedAndRemembersIt) {
  const TemporaryFile log(logText, ".txt");
  drop({QString::fromStdString(log.path())});
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentLog(), nullptr);
  EXPECT_EQ(RecentFiles::list().size(), 1);
  m_window.close();
  const Session session = storedSession();
  ASSERT_EQ(session.files.size(), 1U);
  EXPECT_EQ(session.files[0].path.toStdString(), log.path());
}

class ArchiveWindow : public LogWindow {
 protected:
  test::TemporaryFile m_archive{
      test::archived({{"README.md", "# no\nlog\n"}, {"rank0/train.log", logText}, {"rank1/train.log", logText}}, "zip"),
      ".zip"};
  QString m_path = QString::fromStdString(m_archive.path());

  void openArchive() {
    m_window.openFiles({m_path});
    ASSERT_TRUE(settles());
    ASSERT_EQ(tabs().count(), 2);
  }
};

TEST_F(ArchiveWindow, opensEveryLogOfAnArchiveAsATab) {
  openArchive();
  EXPECT_EQ(tabs().bar()->tabText(0), QStringLiteral("rank0/train.log"));
  EXPECT_EQ(tabs().bar()->tabText(1), QStringLiteral("rank1/train.log"));
  EXPECT_EQ(tabs().currentIndex(), 0);
  tabs().setCurrentIndex(1);
  ASSERT_NE(m_window.currentLog(), nullptr);
  ASSERT_TRUE(settles());
  EXPECT_EQ(page().table().model().rowCount(), 3);
  EXPECT_EQ(m_window.currentLog()->path(), m_path + QStringLiteral("/rank1/train.log"));
}

TEST_F(ArchiveWindow, readsAMemberAgainByItself) {
  openArchive();
  tabs().setCurrentIndex(1);
  command(Command::Reload)->trigger();
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentLog()->state(), FileTab::State::Ready);
  EXPECT_EQ(tabs().count(), 2);
}

TEST_F(ArchiveWindow, goesToItsTabsWhenOpenedAgain) {
  openArchive();
  tabs().setCurrentIndex(1);
  openArchive();
  EXPECT_EQ(tabs().currentIndex(), 0);
}

TEST_F(ArchiveWindow, remembersTheArchiveAndComesBackToItsMembers) {
  openArchive();
  EXPECT_EQ(RecentFiles::list(), QStringList{m_path});
  m_window.close();
  MainWindow next;
  ASSERT_TRUE(next.restoreSession());
  ASSERT_TRUE(test::settles(next));
  EXPECT_EQ(next.findChild<FileTabs*>(QStringLiteral("fileTabs"))->count(), 2);
}

TEST_F(ArchiveWindow, keepsItsMembersApartInTheNextWindow) {
  openArchive();
  MainWindow next(MainWindow::Settings::Ephemeral);
  m_window.transferTo(next);
  auto* files = next.findChild<FileTabs*>(QStringLiteral("fileTabs"));
  ASSERT_EQ(files->count(), 2);
  EXPECT_EQ(files->bar()->tabText(0), QStringLiteral("rank0/train.log"));
  EXPECT_EQ(files->at(1)->path(), m_path + QStringLiteral("/rank1/train.log"));
}

class ComparingWindow : public LogWindow {
 protected:
  static std::string runOf(int milliseconds) {
    return "Model: Softmax\nseq_len = 256\nStep Time: " + std::to_string(milliseconds) +
           " ms\nseq_len = 512\nStep Time: " + std::to_string(2 * milliseconds) + " ms\n";
  }

  QPushButton* with() {
    auto* page = m_window.currentLog()->findChild<ComparisonPage*>();
    return page == nullptr ? nullptr : page->findChild<QPushButton*>(QStringLiteral("compareWith"));
  }

  /// Returns the entries of the button's menu when it opens.
  QList<QAction*> offers() {
    Q_EMIT with()->menu()->aboutToShow();
    return with()->menu()->actions();
  }

  test::TemporaryFile m_other{runOf(20), ".log"};
};

TEST_F(ComparingWindow, comparesALogWithAnotherThatIsOpen) {
  m_window.openFiles({QString::fromStdString(m_other.path())});
  ASSERT_TRUE(settles());
  openLog(runOf(10));
  command(Command::ShowOverview)->trigger();
  ASSERT_TRUE(settles());
  ASSERT_NE(with(), nullptr);
  EXPECT_TRUE(with()->isVisible());
  QAction* offered = offers().first();
  EXPECT_EQ(offered->text(), QFileInfo(QString::fromStdString(m_other.path())).fileName());
  ASSERT_TRUE(offered->isCheckable());
  offered->trigger();
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentLog()->comparedWith().size(), 1U);
  EXPECT_EQ(with()->text(), QStringLiteral("2 logs compared"));
  EXPECT_TRUE(offers().first()->isChecked());
  offers().first()->trigger();
  EXPECT_TRUE(m_window.currentLog()->comparedWith().empty());
}

TEST_F(ComparingWindow, addsALogThatIsNotOpenYetAndStaysOnThePage) {
  openLog(runOf(10));
  LogTab* log = m_window.currentLog();
  command(Command::ShowOverview)->trigger();
  m_window.logs().compareWith({QString::fromStdString(m_other.path())});
  EXPECT_EQ(m_window.currentLog(), log);
  ASSERT_TRUE(test::waitUntil([&] { return log->comparedWith().size() == 1; }));
  ASSERT_TRUE(settles());
  EXPECT_EQ(tabs().count(), 2);
  EXPECT_TRUE(log->showsComparison());
  auto* page = log->findChild<ComparisonPage*>();
  Q_EMIT page->lineRequested(1, 3);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentLog()->path().toStdString(), m_other.path());
  EXPECT_FALSE(m_window.currentLog()->showsComparison());
}

TEST_F(ComparingWindow, addsEveryLogOfAnArchive) {
  const test::TemporaryFile archive(test::archived({{"a.log", runOf(20)}, {"b.log", runOf(30)}}, "zip"), ".zip");
  openLog(runOf(10));
  LogTab* log = m_window.currentLog();
  command(Command::ShowOverview)->trigger();
  m_window.logs().compareWith({QString::fromStdString(archive.path())});
  ASSERT_TRUE(test::waitUntil([&] { return log->comparedWith().size() == 2; }));
  EXPECT_EQ(m_window.currentLog(), log);
  EXPECT_EQ(tabs().count(), 3);
}

TEST_F(LogWindow, readsALogAgainAndStaysWhereItWas) {
  openLog(logText);
  std::ofstream(m_log->path(), std::ios::app) << "\n" << logText;
  press(Qt::Key_F5);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentLog()->log()->tables().size(), 2U);
  EXPECT_EQ(tabs().count(), 1);
}

TEST_F(LogWindow, aFileThatBecameATraceIsShownAsOneWhenReadAgain) {
  openLog(logText);
  std::ofstream(m_log->path(), std::ios::trunc) << test::smallTraceText();
  press(Qt::Key_F5);
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentTrace(), nullptr);
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
  EXPECT_EQ(tabs().count(), 1);
}

TEST_F(LogWindow, theSearchFieldWalksThroughTheLinesOfTheLog) {
  openLog(logText);
  press(Qt::Key_F, Qt::ControlModifier);
  auto* field = child<QLineEdit>("logSearchField");
  ASSERT_TRUE(field->hasFocus());
  QTest::keyClicks(field, QStringLiteral("SGEMM"));
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("logSearchCount")->text().toStdString(), "1 of 1");
  EXPECT_EQ(page().table().view().selectedRows(), std::vector<std::uint32_t>{1});
  field->setText(QStringLiteral("warming"));
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(page().text().isVisible());
  EXPECT_EQ(page().text().markedLine(), 1U);
  press(Qt::Key_Escape);
  EXPECT_TRUE(field->text().isEmpty());
}

TEST_F(LogWindow, textAndChartComeAndGoWithAKey) {
  openLog(logText);
  ASSERT_FALSE(page().showsText());
  press(Qt::Key_T);
  EXPECT_TRUE(page().text().isVisible());
  EXPECT_TRUE(command(Command::ShowLogText)->isChecked());
  press(Qt::Key_C);
  EXPECT_FALSE(page().showsChart());
  EXPECT_FALSE(command(Command::ShowLogChart)->isChecked());
}

TEST_F(LogWindow, aTraceThatTheLogNamesOpensInATabOfItsOwn) {
  const QTemporaryDir folder;
  const QString trace = folder.filePath(QStringLiteral("run_trace.json"));
  std::ofstream(trace.toStdString()) << test::smallTraceText();
  const QString log = folder.filePath(QStringLiteral("run.log"));
  std::ofstream(log.toStdString()) << "=====\nrun\n=====\n" << logText << "Trace saved: /elsewhere/run_trace.json\n";
  m_window.openFiles({log});
  ASSERT_TRUE(settles());
  ASSERT_NE(m_window.currentLog(), nullptr);
  auto* file = child<QToolButton>("logFile");
  ASSERT_NE(file, nullptr);
  ASSERT_TRUE(file->isEnabled());
  QTest::mouseClick(file, Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(tabs().count(), 2);
  ASSERT_NE(m_window.currentTrace(), nullptr);
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
}

TEST_F(LogWindow, overviewIsTheComparisonOfWhatTheLogMeasured) {
  openLog("model,seq_len,step_ms\nSoftmax,256,5\nFlash,256,4\nSoftmax,512,20\nFlash,512,8\n");
  press(Qt::Key_F6);
  ASSERT_TRUE(settles());
  auto* comparison = m_window.currentLog()->findChild<ComparisonPage*>();
  ASSERT_NE(comparison, nullptr);
  EXPECT_TRUE(comparison->isVisible());
  EXPECT_FALSE(comparison->isEmpty());
  EXPECT_FALSE(page().isVisible());
  EXPECT_TRUE(command(Command::ShowOverview)->isChecked());
  Q_EMIT comparison->lineRequested(0, 3);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(page().isVisible()) << "where the figure stands";
  EXPECT_FALSE(command(Command::ShowOverview)->isChecked());
}

}  // namespace
}  // namespace kernline::ui
