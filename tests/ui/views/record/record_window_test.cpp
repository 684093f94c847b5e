// SPDX-License-Identifier: GPL-3.0-or-later
// What the record panel asks its window for.
#include "tests/ui/window/wait.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/record_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::waitUntil;

class RecordWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    qputenv("KERNLINE_RECORDER", KERNLINE_SOURCE_DIR "/tests/support/fake_recorder.py");
    m_window.resize(1280, 720);
    m_window.showStart();
    m_window.show();
    m_window.commands()[Command::ShowRecord]->trigger();
    ASSERT_TRUE(waitUntil([&] { return panel() != nullptr && !panel()->isAsking(); }, std::chrono::seconds(30)));
  }
  void TearDown() override {
    if (panel() != nullptr) {
      history().selectAll();
      QTest::mouseClick(panel()->findChild<QPushButton*>(QStringLiteral("historyRemove")), Qt::LeftButton);
    }
    qunsetenv("KERNLINE_RECORDER");
  }

  RecordPanel* panel() { return m_window.findChild<RecordPanel*>(); }
  QTreeWidget& history() {
    panel()->findChild<QTabWidget*>(QStringLiteral("recordPages"))->setCurrentIndex(3);
    return *panel()->findChild<QTreeWidget*>(QStringLiteral("runHistory"));
  }
  void run(const char* kernel) {
    panel()->findChild<QTabWidget*>(QStringLiteral("recordPages"))->setCurrentIndex(0);
    panel()->findChild<KernelPage*>()->selectKernel(QString::fromUtf8(kernel));
    m_window.commands()[Command::RunRecording]->trigger();
    ASSERT_TRUE(waitUntil([&] { return !panel()->isRunning() && !m_window.isBusy(); }));
  }

  MainWindow m_window{MainWindow::Settings::Ephemeral};
};

TEST_F(RecordWindow, comparesTwoRunsOfTheHistory) {
  run("copy");
  run("copy");
  history().topLevelItem(0)->setSelected(true);
  history().topLevelItem(1)->setSelected(true);
  QTest::mouseClick(panel()->findChild<QPushButton*>(QStringLiteral("historyCompare")), Qt::LeftButton);
  const auto* runs = m_window.findChild<RunsWindow*>();
  ASSERT_NE(runs, nullptr);
  EXPECT_TRUE(waitUntil([&] { return runs->comparison() != nullptr; }));
}

TEST_F(RecordWindow, recordsAnArmedProgramByACommand) {
  const QAction* fire = m_window.commands()[Command::FireRecording];
  EXPECT_FALSE(fire->isEnabled());
  panel()->findChild<QTabWidget*>(QStringLiteral("recordPages"))->setCurrentIndex(1);
  panel()->findChild<QLineEdit*>(QStringLiteral("programCommand"))->setText(QStringLiteral("serve"));
  panel()->findChild<QComboBox*>(QStringLiteral("programStart"))->setCurrentIndex(1);
  m_window.commands()[Command::RunRecording]->trigger();
  ASSERT_TRUE(waitUntil([&] { return fire->isEnabled(); }));
  EXPECT_EQ(m_window.findChild<FileTabs*>()->count(), 0);
  m_window.commands()[Command::FireRecording]->trigger();
  ASSERT_TRUE(waitUntil([&] { return m_window.currentTrace() != nullptr && !m_window.isBusy(); }));
  EXPECT_NE(m_window.currentTrace()->live(), nullptr);
  m_window.commands()[Command::StopRecording]->trigger();
  ASSERT_TRUE(waitUntil([&] { return !panel()->isRunning(); }));
  EXPECT_FALSE(fire->isEnabled());
}

TEST_F(RecordWindow, opensARunThatWasCutOffAsOneThatIsOver) {
  run("crash");
  auto* tabs = m_window.findChild<FileTabs*>();
  tabs->closeTab(0);
  history().topLevelItem(0)->setSelected(true);
  QTest::mouseClick(panel()->findChild<QPushButton*>(QStringLiteral("historyOpen")), Qt::LeftButton);
  const auto isOver = [&] {
    const TraceTab* document = m_window.currentTrace();
    return document != nullptr && document->live() != nullptr && document->live()->isOver();
  };
  EXPECT_TRUE(waitUntil(isOver));
}

}  // namespace
}  // namespace kernline::ui
