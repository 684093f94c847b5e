// SPDX-License-Identifier: GPL-3.0-or-later
// What the record panel says where nothing can be run, and where a run goes wrong.
#include "tests/support/open_file.h"
#include "tests/ui/views/record/record_panel_fixture.h"
#include "tests/ui/window/wait.h"
#include "ui/views/record/program_page.h"
#include "ui/views/record/record_panel.h"
#include "ui/views/record/samples_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace kernline::ui {
namespace {

using test::waitUntil;

TEST_F(RecordPanelTest, SaysThatTheRecorderWasKilled) {
  open();
  choose("crash");
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_EQ(word(), QStringLiteral("The recorder crashed or was killed. The recording so far was kept."));
  const auto trace = load(m_began->front().front().toString().toStdString());
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ((*trace)->spanCount(), 10U);
}

TEST_F(RecordPanelTest, EndsARecorderThatDoesNotListen) {
  open();
  choose("hang");
  click("runButton");
  ASSERT_TRUE(waitUntil([&] { return !child<QLabel>("runSample")->text().isEmpty(); }));
  click("stopButton");
  EXPECT_FALSE(waitUntil([&] { return !m_panel->isRunning(); }, std::chrono::milliseconds(200)));
  click("stopButton");  // ends it at once
  ASSERT_TRUE(ends());
  EXPECT_EQ(word(), QStringLiteral("Stopped. The recording was kept."));
}

TEST_F(RecordPanelTest, ShowsWhatIsNoProgressAsItIs) {
  open();
  choose("garbage");
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_EQ(word(), QStringLiteral("Done"));
  EXPECT_TRUE(trouble().contains(QStringLiteral("no json")));
}

TEST_F(RecordPanelTest, ShowsACompileErrorWithItsLine) {
  open();
  choose("compile_error");
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_EQ(word(), QStringLiteral("The run failed."));
  EXPECT_EQ(trouble(), QStringLiteral("mine.cu:12:22: identifier \"blokDim\" is undefined\n"
                                      "12 |  const int i = 4 * blokDim.x;\n"
                                      "   |                      ^"));
  EXPECT_EQ(m_began->count(), 0);
}

TEST_F(RecordPanelTest, SaysThatThereIsNoGpu) {
  open();
  choose("no_device");
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_TRUE(word().startsWith(QStringLiteral("No usable GPU")));
  EXPECT_TRUE(trouble().contains(QStringLiteral("there is no NVIDIA driver on this machine")));
}

TEST_F(RecordPanelTest, ExplainsWhatIsMissingAndOffersSamples) {
  qputenv("FAKE_RECORDER_STATE", "no gpu");
  open();
  EXPECT_EQ(child<QLabel>("missingReason")->text(), QStringLiteral("This machine cannot record yet"));
  EXPECT_FALSE(child<QPushButton>("runButton")->isEnabled());
  EXPECT_TRUE(child<QPushButton>("replayStart")->isVisible());
  EXPECT_TRUE(child<QPushButton>("replayStart")->isEnabled());
}

TEST_F(RecordPanelTest, SaysBesideTheButtonWhyNothingCanBeRun) {
  open();
  auto* why = child<QLabel>("runWhyNot");
  child<QTabWidget>("recordPages")->setCurrentWidget(m_panel->findChild<ProgramPage*>());
  child<QLineEdit>("programCommand")->clear();
  EXPECT_FALSE(child<QPushButton>("runButton")->isEnabled());
  EXPECT_TRUE(why->isVisible());
  EXPECT_EQ(why->text(), QStringLiteral("Enter a command to run."));
  child<QLineEdit>("programCommand")->setText(QStringLiteral("python train.py"));
  EXPECT_TRUE(child<QPushButton>("runButton")->isEnabled());
  EXPECT_FALSE(why->isVisible());
  qputenv("FAKE_RECORDER_STATE", "no gpu");
  open();
  child<QTabWidget>("recordPages")->setCurrentWidget(m_panel->findChild<ProgramPage*>());
  EXPECT_EQ(child<QLabel>("runWhyNot")->text(), QStringLiteral("Nothing can be run here; see “This machine”."));
}

TEST_F(RecordPanelTest, SaysThatTheRecorderIsNotInstalledOrDoesNotAnswer) {
  qputenv("KERNLINE_RECORDER", "/nonexistent/recorder");
  open();
  EXPECT_TRUE(child<QLabel>("missingReason")->text().startsWith(QStringLiteral("The recorder is not part")));
  qputenv("KERNLINE_RECORDER", KERNLINE_SOURCE_DIR "/tests/support/fake_recorder.py");
  qputenv("FAKE_RECORDER_STATE", "mute");
  click("checkAgain");
  ASSERT_TRUE(waitUntil([&] { return !m_panel->isAsking(); }));
  EXPECT_TRUE(child<QLabel>("missingReason")->text().contains(QStringLiteral("Cannot read")));
}

TEST_F(RecordPanelTest, SaysWhyThereIsNoSampleToReplay) {
  const SamplesPage page(nullptr,
                         std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("The sample is missing.")}));
  EXPECT_EQ(page.findChild<QComboBox*>(QStringLiteral("sampleChoice"))->count(), 0);
  EXPECT_EQ(page.findChild<QLabel*>(QStringLiteral("replayProblem"))->text(), QStringLiteral("The sample is missing."));
  EXPECT_FALSE(page.findChild<QPushButton*>(QStringLiteral("replayStart"))->isEnabled());
}

TEST_F(RecordPanelTest, GoesWhileTheRecorderIsStillBeingAsked) {
  m_panel = std::make_unique<RecordPanel>(m_folder.path());
  m_panel->ask();
  ASSERT_TRUE(m_panel->isAsking());
  m_panel.reset();
}

}  // namespace
}  // namespace kernline::ui
