// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/record_panel.h"

#include "core/import/follow/growing_trace.h"
#include "tests/support/open_file.h"
#include "tests/ui/views/record/record_panel_fixture.h"
#include "tests/ui/window/wait.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

using test::waitUntil;

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

TEST_F(RecordPanelTest, RecordsAnArmedProgramEachTimeItIsAsked) {
  open();
  child<QTabWidget>("recordPages")->setCurrentIndex(1);
  child<QLineEdit>("programCommand")->setText(QStringLiteral("serve"));
  child<QLineEdit>("programFolder")->clear();
  child<QPlainTextEdit>("programEnvironment")->clear();
  auto* keep = child<QDoubleSpinBox>("programKeep");
  EXPECT_FALSE(keep->isEnabled());
  child<QComboBox>("programStart")->setCurrentIndex(1);
  keep->setValue(2.5);
  QTest::mouseClick(child<QWidget>("copyCommand"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("kernline record --arm --keep 2.5s -o recording.json -- serve"));
  EXPECT_TRUE(child<QPushButton>("fireButton")->isHidden());
  EXPECT_FALSE(m_panel->isArmed());
  click("runButton");
  ASSERT_TRUE(waitUntil([&] { return m_panel->isArmed(); }));
  EXPECT_TRUE(child<QPushButton>("fireButton")->isVisible());
  EXPECT_EQ(m_began->count(), 0);
  click("fireButton");
  ASSERT_TRUE(waitUntil([&] { return m_began->count() == 1; }));
  EXPECT_TRUE(m_panel->isArmed());
  m_panel->fire();
  ASSERT_TRUE(waitUntil([&] { return m_began->count() == 2; }));
  EXPECT_TRUE(m_began->back().front().toString().endsWith(QStringLiteral("-2.json")));
  click("stopButton");
  ASSERT_TRUE(ends());
  EXPECT_FALSE(m_panel->isArmed());
  EXPECT_TRUE(child<QPushButton>("fireButton")->isHidden());
  EXPECT_EQ(m_ended->count(), 2);
  QStringList recordings;
  for (const auto& began : *m_began) {
    recordings << began.front().toString();
    EXPECT_TRUE(load(recordings.back().toStdString()).has_value());
  }
  QSignalSpy opened(m_panel.get(), &RecordPanel::openRequested);
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  click("historyOpen");
  ASSERT_EQ(opened.count(), 2);
  EXPECT_EQ(opened.back().front().toString(), recordings.back());
  click("historyRemove");
  for (const QString& recording : recordings) {
    EXPECT_FALSE(QFileInfo::exists(recording));
    EXPECT_FALSE(QFileInfo(recording).dir().exists());
  }
}

TEST_F(RecordPanelTest, RecordsAProgramOnEvents) {
  open();
  child<QTabWidget>("recordPages")->setCurrentIndex(1);
  child<QLineEdit>("programCommand")->setText(QStringLiteral("serve"));
  child<QLineEdit>("programFolder")->clear();
  child<QPlainTextEdit>("programEnvironment")->clear();
  auto* exception = child<QCheckBox>("programWhen_1");
  EXPECT_FALSE(exception->isVisible());
  child<QComboBox>("programStart")->setCurrentIndex(2);
  ASSERT_TRUE(waitUntil([&] { return exception->isVisible(); }));
  QTest::mouseClick(exception, Qt::LeftButton, {}, {8, exception->height() / 2});
  child<QCheckBox>("programWhen_3")->setChecked(false);
  QTest::mouseClick(child<QWidget>("copyCommand"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("kernline record --when 'step > 1.3*median' --when oom -o recording.json -- serve"));
  auto* profiled = child<QLineEdit>("programProfile");
  EXPECT_FALSE(profiled->isEnabled()) << "profiles cannot be kept for an out-of-memory";
  child<QCheckBox>("programWhen_2")->setChecked(false);
  EXPECT_TRUE(profiled->isEnabled()) << "a slow step needs nothing before it";
  child<QCheckBox>("programWhen_0")->setChecked(false);
  QTest::mouseClick(child<QWidget>("copyCommand"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("kernline record --arm -o recording.json -- serve"));
  child<QComboBox>("programStart")->setCurrentIndex(0);
  QTest::mouseClick(child<QWidget>("copyCommand"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("kernline record -o recording.json -- serve"));
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

}  // namespace
}  // namespace kernline::ui
