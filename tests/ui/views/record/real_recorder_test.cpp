// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a machine with a GPU: KERNLINE_LOOKS names a folder for pictures, KERNLINE_RECORDER the recorder, and
// KERNLINE_PROGRAM a program that works for a few seconds. Skipped elsewhere: everything else is tested with a
// recorder that only pretends.
#include "tests/ui/window/wait.h"
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/record_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/appearance_menus.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using std::chrono::seconds;
using test::waitUntil;

class RealRecorder : public ::testing::Test {
 protected:
  void SetUp() override {
    m_folder = qEnvironmentVariable("KERNLINE_LOOKS");
    if (m_folder.isEmpty()) {
      GTEST_SKIP() << "needs a GPU; see this file's head";
    }
    m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
    m_window->appearance().setTheme(ThemeChoice::Dark);
    m_window->resize(1920, 1080);
    m_window->showStart();
    m_window->show();
    m_window->commands()[Command::ShowRecord]->trigger();
    ASSERT_TRUE(waitUntil([&] { return panel() != nullptr && !panel()->isAsking(); }, seconds(60)));
  }

  RecordPanel* panel() { return m_window->findChild<RecordPanel*>(); }
  template <typename Widget>
  Widget* child(const char* name) {
    return panel()->findChild<Widget*>(QString::fromUtf8(name));
  }
  void turnTo(int page) { child<QTabWidget>("recordPages")->setCurrentIndex(page); }
  std::size_t shownSpans() {
    const TraceTab* document = m_window->currentTrace();
    return document != nullptr && document->live() != nullptr && document->trace() ? document->trace()->spanCount() : 0;
  }
  void save(const char* name) {
    test::runEventsFor(std::chrono::milliseconds(300));
    ASSERT_TRUE(m_window->grab().save(m_folder + QLatin1Char('/') + QString::fromUtf8(name)));
  }
  /// Runs what is chosen; pictures while it is recorded and afterwards.
  void runAndLook(std::size_t spans, const char* live, const char* done) {
    ASSERT_TRUE(child<QPushButton>("runButton")->isEnabled());
    child<QPushButton>("runButton")->click();
    ASSERT_TRUE(waitUntil([&] { return shownSpans() > spans; }, seconds(60)));
    EXPECT_TRUE(panel()->isRunning());
    save(live);
    ASSERT_TRUE(waitUntil([&] { return !panel()->isRunning(); }, seconds(120)));
    ASSERT_TRUE(test::settles(*m_window));
    save(done);
  }

  QString m_folder;
  std::unique_ptr<MainWindow> m_window;
};

TEST_F(RealRecorder, showsAKernelWhileItIsRecorded) {
  panel()->findChild<KernelPage*>()->selectKernel(QStringLiteral("flash_attention"));
  child<QComboBox>("parameter_seq_len")->setEditText(QStringLiteral("1024..16384"));
  runAndLook(100, "kernel-live.png", "kernel-done.png");
  EXPECT_EQ(child<QLabel>("runWord")->text(), QStringLiteral("Done"));
  constexpr int roofline = 1;
  child<QTabWidget>("resultTabs")->setCurrentIndex(roofline);
  save("record-dark.png");
}

TEST_F(RealRecorder, showsAProgramWhileItRuns) {
  turnTo(1);
  child<QLineEdit>("programCommand")->setText(qEnvironmentVariable("KERNLINE_PROGRAM"));
  runAndLook(1000, "program-live.png", "program-done.png");
  EXPECT_EQ(child<QLabel>("runWord")->text(), QStringLiteral("The program ended."));
}

}  // namespace
}  // namespace kernline::ui
