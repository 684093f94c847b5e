// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/record_panel.h"

#include "core/import/follow/growing_trace.h"
#include "tests/support/open_file.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/wait.h"
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/program_page.h"
#include "ui/views/record/recorder_catalog.h"
#include "ui/views/record/run_request.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::waitUntil;

class RecordPanelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    qputenv("KERNLINE_RECORDER", KERNLINE_SOURCE_DIR "/tests/support/fake_recorder.py");
    qputenv("FAKE_RECORDER_STATE", "usable");
  }
  void TearDown() override {
    m_panel.reset();
    qunsetenv("KERNLINE_RECORDER");
    qunsetenv("FAKE_RECORDER_STATE");
  }

  void open() {
    m_panel = std::make_unique<RecordPanel>(m_folder.path());
    m_began = std::make_unique<QSignalSpy>(m_panel.get(), &RecordPanel::recordingStarted);
    m_ended = std::make_unique<QSignalSpy>(m_panel.get(), &RecordPanel::recordingFinished);
    m_panel->resize(460, 860);
    m_panel->show();
    m_panel->ask();
    ASSERT_TRUE(waitUntil([&] { return !m_panel->isAsking(); }, std::chrono::seconds(30)));
  }
  template <typename Widget>
  Widget* child(const char* name) {
    return m_panel->findChild<Widget*>(QString::fromUtf8(name));
  }
  void choose(const char* kernel) {
    child<QTabWidget>("recordPages")->setCurrentIndex(0);
    m_panel->findChild<KernelPage*>()->selectKernel(QString::fromUtf8(kernel));
  }
  void click(const char* name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
  [[nodiscard]] bool ends() {
    return waitUntil([&] { return !m_panel->isRunning(); });
  }
  QString word() { return child<QLabel>("runWord")->text(); }
  QString trouble() { return child<QPlainTextEdit>("runTrouble")->toPlainText(); }
  void write(const char* field, const QString& text) {
    auto* box = child<QComboBox>(field);
    ASSERT_NE(box, nullptr);
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), text);
  }

  QTemporaryDir m_folder;
  std::unique_ptr<RecordPanel> m_panel;
  std::unique_ptr<QSignalSpy> m_began;
  std::unique_ptr<QSignalSpy> m_ended;
};

TEST_F(RecordPanelTest, ListsKernelsInGroupsAndFindsThemByWhatTheyShow) {
  open();
  auto* list = child<QTreeWidget>("kernelList");
  EXPECT_EQ(list->topLevelItemCount(), 4);
  QTest::keyClicks(child<QLineEdit>("kernelSearch"), QStringLiteral("tensor cores"));
  int shown = 0;
  for (QTreeWidgetItemIterator item(list); *item != nullptr; ++item) {
    shown += (*item)->parent() != nullptr && !(*item)->isHidden() ? 1 : 0;
  }
  EXPECT_EQ(shown, 1);
}

TEST_F(RecordPanelTest, RunsAKernelAndShowsWhatItBrought) {
  open();
  choose("flash_attention");
  click("runButton");
  ASSERT_TRUE(m_panel->isRunning());
  ASSERT_TRUE(waitUntil([&] { return m_began->count() == 1; }));
  EXPECT_TRUE(m_panel->isRunning());  // the recording is open before the run is over
  ASSERT_TRUE(ends());
  EXPECT_EQ(word(), QStringLiteral("Done"));
  EXPECT_EQ(m_ended->count(), 1);
  QStringList shown;
  for (const QLabel* label : child<QTabWidget>("resultTabs")->findChildren<QLabel*>()) {
    shown << label->text();
  }
  EXPECT_TRUE(shown.contains(QStringLiteral("182.3 µs"))) << shown.join(QLatin1Char('|')).toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("±0.31 %")));
  const QString path = m_began->front().front().toString();
  const auto trace = load(path.toStdString());
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ((*trace)->spanCount(), 20U);
  EXPECT_FALSE(isOpenRecording(**trace));
  EXPECT_EQ(child<QTreeWidget>("runHistory")->topLevelItemCount(), 1);
}

TEST_F(RecordPanelTest, SweepsOverSeveralValuesOfAParameter) {
  open();
  choose("flash_attention");
  write("parameter_seq_len", QStringLiteral("1024..4096"));
  write("parameter_dtype", QStringLiteral("bf16,fp16"));
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("--sweep seq_len=1024,2048,4096")));
  click("runButton");
  ASSERT_TRUE(waitUntil([&] { return !m_panel->isRunning(); }));
  EXPECT_EQ(word(), QStringLiteral("Done"));
  EXPECT_TRUE(child<QTabWidget>("resultTabs")->isTabVisible(2));
}

TEST_F(RecordPanelTest, RefusesValuesThatAKernelDoesNotTake) {
  open();
  choose("flash_attention");
  write("parameter_seq_len", QStringLiteral("1000"));
  EXPECT_EQ(child<QLabel>("kernelProblem")->text(), QStringLiteral("seq_len: 1000 is not a multiple of 16"));
  EXPECT_FALSE(child<QPushButton>("runButton")->isEnabled());
  write("parameter_seq_len", QStringLiteral("1024"));
  EXPECT_TRUE(child<QPushButton>("runButton")->isEnabled());
}

TEST_F(RecordPanelTest, StopsARunAndKeepsWhatWasRecorded) {
  qputenv("FAKE_RECORDER_PACE", "20");
  open();
  choose("copy");
  click("runButton");
  ASSERT_TRUE(waitUntil([&] { return m_began->count() == 1; }));
  click("stopButton");
  ASSERT_TRUE(ends());
  qunsetenv("FAKE_RECORDER_PACE");
  EXPECT_EQ(word(), QStringLiteral("Stopped. The recording was kept."));
  EXPECT_TRUE(load(m_began->front().front().toString().toStdString()).has_value());
}

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
  click("stopButton");  // at once
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

TEST_F(RecordPanelTest, GoesWhileTheRecorderIsStillBeingAsked) {
  m_panel = std::make_unique<RecordPanel>(m_folder.path());
  m_panel->ask();
  ASSERT_TRUE(m_panel->isAsking());
  m_panel.reset();
}

TEST_F(RecordPanelTest, RecordsAProgramInItsFolderWithItsEnvironment) {
  open();
  child<QTabWidget>("recordPages")->setCurrentIndex(1);
  child<QLineEdit>("programCommand")->clear();
  QTest::keyClicks(child<QLineEdit>("programCommand"), QStringLiteral("train 'with blank' 7"));
  child<QLineEdit>("programFolder")->setText(QStringLiteral("/tmp"));
  child<QPlainTextEdit>("programEnvironment")->setPlainText(QStringLiteral("MARK=seven up"));
  QTest::mouseClick(child<QWidget>("copyCommand"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("cd /tmp && MARK='seven up' kernline record -o recording.json -- train 'with blank' 7"));
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_EQ(word(), QStringLiteral("The program exited with status 7."));
  EXPECT_TRUE(trouble().contains(QStringLiteral("told by the program: seven up in /tmp")));
  EXPECT_EQ(m_began->count(), 1);
}

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

TEST_F(RecordPanelTest, ShowsFieldsForWhatAnOwnKernelDeclaresAndReadsItAgainWhenItIsSaved) {
  open();
  const QString path = m_folder.path() + QStringLiteral("/mine.cu");
  const auto write = [&](const char* text) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  };
  write("n 4096\n");
  m_panel->findChild<KernelPage*>()->openOwnFile(path);
  ASSERT_TRUE(waitUntil([&] { return child<QComboBox>("parameter_n") != nullptr; }));
  this->write("parameter_n", QStringLiteral("2000000"));
  EXPECT_EQ(child<QLabel>("kernelProblem")->text(), QStringLiteral("n: 2000000 is too large; the maximum is 1000000"));
  this->write("parameter_n", QStringLiteral("512"));
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("mine.cu --set n=512")));
  write("n 4096\nBLOCK 256\n");
  ASSERT_TRUE(waitUntil([&] { return child<QComboBox>("parameter_BLOCK") != nullptr; }));
  EXPECT_EQ(child<QComboBox>("parameter_n")->currentText(), QStringLiteral("512"));  // what was written stays
  write("n 4096\nbroken\n");
  ASSERT_TRUE(
      waitUntil([&] { return child<QLabel>("kernelProblem")->text().contains(QStringLiteral("mine.cu:2: ")); }));
  EXPECT_FALSE(child<QPushButton>("runButton")->isEnabled());
}

TEST_F(RecordPanelTest, KeepsTheSourceOfEachRunAndShowsWhatChangedInIt) {
  open();
  const QString path = m_folder.path() + QStringLiteral("/mine.cu");
  for (const char* text : {"n 4096\nBLOCK 256\n", "n 4096\nBLOCK 512\n"}) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    child<QTabWidget>("recordPages")->setCurrentIndex(0);
    m_panel->findChild<KernelPage*>()->openOwnFile(path);
    ASSERT_TRUE(waitUntil([&] { return child<QPushButton>("runButton")->isEnabled(); }));
    click("runButton");
    ASSERT_TRUE(ends());
    EXPECT_EQ(child<QPlainTextEdit>("runSource")->toPlainText(), QString::fromUtf8(text));
  }
  ASSERT_TRUE(QFile::remove(path));
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  click("historyCompare");
  auto* source = child<QPlainTextEdit>("runSource");
  EXPECT_TRUE(child<QTabWidget>("resultTabs")->isTabVisible(3));
  ASSERT_TRUE(waitUntil([&] { return !source->toPlainText().isEmpty(); }));
  EXPECT_TRUE(source->toPlainText().contains(QStringLiteral(" n 4096\n-BLOCK 256\n+BLOCK 512")))
      << source->toPlainText().toStdString();
  choose("copy");
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_FALSE(child<QTabWidget>("resultTabs")->isTabVisible(3));
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  click("historyRemove");
  EXPECT_TRUE(QDir(m_folder.path()).isEmpty())
      << QDir(m_folder.path()).entryList().join(QLatin1Char(' ')).toStdString();
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

TEST_F(RecordPanelTest, SamplesCountersInTheRecordingOfAKernel) {
  open();
  choose("copy");
  child<QComboBox>("kernelCounters")->setCurrentIndex(2);
  EXPECT_TRUE(
      child<QLabel>("recordCommand")->text().endsWith(QStringLiteral("--counters=memory --l2 flush -o recording.json")))
      << child<QLabel>("recordCommand")->text().toStdString();
}

TEST_F(RecordPanelTest, RecordsWhatAKernelDoesInsideWhereThatIsChosen) {
  open();
  choose("copy");
  for (const char* name : {"kernelProfile", "kernelSource", "kernelBlocks"}) {
    auto* choice = child<QCheckBox>(name);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Space);
  }
  EXPECT_TRUE(child<QLabel>("recordCommand")
                  ->text()
                  .endsWith(QStringLiteral("--source --profile --blocks --l2 flush -o recording.json")))
      << child<QLabel>("recordCommand")->text().toStdString();
}

TEST_F(RecordPanelTest, ProfilesKernelsOfAProgramInPlaceOfCounters) {
  open();
  child<QTabWidget>("recordPages")->setCurrentIndex(1);
  QTest::keyClicks(child<QLineEdit>("programCommand"), QStringLiteral("python train.py"));
  QTest::keyClicks(child<QLineEdit>("programProfile"), QStringLiteral("flash.*"));
  EXPECT_FALSE(child<QComboBox>("programCounters")->isEnabled());
  EXPECT_FALSE(child<QCheckBox>("programSource")->isEnabled());
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("record --profile 'flash.*' -o ")))
      << child<QLabel>("recordCommand")->text().toStdString();
  child<QLineEdit>("programProfile")->clear();
  child<QComboBox>("programCounters")->setCurrentIndex(1);
  EXPECT_FALSE(child<QLineEdit>("programProfile")->isEnabled());
  EXPECT_FALSE(child<QCheckBox>("programSource")->isEnabled());
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("record --counters=basic -o ")));
  child<QComboBox>("programCounters")->setCurrentIndex(0);
  QTest::keyClick(child<QCheckBox>("programSource"), Qt::Key_Space);
  EXPECT_FALSE(child<QLineEdit>("programProfile")->isEnabled());
  EXPECT_FALSE(child<QComboBox>("programCounters")->isEnabled());
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("record --source -o ")));
}

TEST_F(RecordPanelTest, GoesOnInAnotherPanel) {
  qputenv("FAKE_RECORDER_PACE", "10");
  open();
  choose("copy");
  click("runButton");
  ASSERT_TRUE(waitUntil([&] { return m_began->count() == 1; }));
  const std::unique_ptr<RecordPanel> before = std::move(m_panel);
  open();
  m_panel->takeOver(*before);
  EXPECT_FALSE(before->isRunning());
  ASSERT_TRUE(m_panel->isRunning());
  EXPECT_EQ(child<QLabel>("runTitle")->text(), QStringLiteral("Copy"));
  ASSERT_TRUE(ends());
  qunsetenv("FAKE_RECORDER_PACE");
  EXPECT_EQ(word(), QStringLiteral("Done"));
  EXPECT_EQ(m_ended->count(), 1);
  EXPECT_EQ(child<QTreeWidget>("runHistory")->topLevelItemCount(), 1);
}

TEST_F(RecordPanelTest, ReplaysASampleAsARecordingThatGrows) {
  qputenv("FAKE_RECORDER_STATE", "no gpu");
  open();
  child<QComboBox>("replaySpeed")->setCurrentIndex(0);
  ASSERT_GT(child<QComboBox>("sampleChoice")->count(), 1);
  click("replayStart");
  ASSERT_TRUE(waitUntil([&] { return m_began->count() == 1; }));
  const std::string path = m_began->front().front().toString().toStdString();
  ASSERT_TRUE(waitUntil([&] { return m_ended->count() == 1; }));
  const auto replayed = load(path);
  const auto original = load(child<QComboBox>("sampleChoice")->currentData().toString().toStdString());
  ASSERT_TRUE(replayed && original);
  EXPECT_EQ((*replayed)->spanCount(), (*original)->spanCount());
  EXPECT_EQ((*replayed)->bounds(), (*original)->bounds());
  EXPECT_EQ((*replayed)->launches().size(), (*original)->launches().size());
  EXPECT_FALSE(isOpenRecording(**replayed));
}

TEST(RunRequest, SplitsACommandLineAsAShellDoes) {
  EXPECT_EQ(splitCommand(QStringLiteral("python -c 'print(\"a b\")' x\\ y \"\" z")),
            (QStringList{"python", "-c", "print(\"a b\")", "x y", "", "z"}));
  EXPECT_TRUE(splitCommand(QStringLiteral("  ")).isEmpty());
}

TEST(RecorderCatalog, RefusesWhatIsNoList) {
  EXPECT_FALSE(kernelsOf("{}").has_value());
  EXPECT_FALSE(kernelsOf("\xff garbage").has_value());
  EXPECT_FALSE(reportOf("[1]").has_value());
}

}  // namespace
}  // namespace kernline::ui
