// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of the record panel make of what is chosen and written.
#include "tests/ui/views/record/record_panel_fixture.h"
#include "tests/ui/window/wait.h"
#include "ui/views/record/result_page.h"
#include "ui/views/record/run_chart.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::waitUntil;

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

TEST_F(RecordPanelTest, SaysWhichLimitTakesOverWhereASweepIsCounted) {
  open();
  choose("flash_attention");
  write("parameter_seq_len", QStringLiteral("64,8192,65536"));
  QTest::keyClick(child<QCheckBox>("kernelProfile"), Qt::Key_Space);
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_EQ(child<QLabel>("sweepLimits")->text(),
            QStringLiteral("Limit by seq_len: DRAM up to 64, tensor pipe from 8192"));
  auto* use = child<RunChart>("sweepUse");
  EXPECT_FALSE(use->isHidden());
  ASSERT_EQ(use->chart()->series().size(), 2);
  const auto* dram = qobject_cast<QLineSeries*>(use->chart()->series().front());
  ASSERT_NE(dram, nullptr);
  EXPECT_EQ(dram->name(), QStringLiteral("DRAM"));
  EXPECT_EQ(dram->count(), 3);
  choose("copy");
  write("parameter_bytes", QStringLiteral("1024,2048"));
  QTest::keyClick(child<QCheckBox>("kernelProfile"), Qt::Key_Space);
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_TRUE(use->isHidden()) << "nothing was counted";
  EXPECT_TRUE(child<QLabel>("sweepLimits")->isHidden());
}

TEST_F(RecordPanelTest, TriesAllValuesAndRecordsTheFastest) {
  open();
  choose("flash_attention");
  auto* tune = child<QCheckBox>("kernelTune");
  EXPECT_FALSE(tune->isEnabled()) << "nothing has several values";
  write("parameter_seq_len", QStringLiteral("2048,1024,4096"));
  ASSERT_TRUE(tune->isEnabled());
  QTest::keyClick(tune, Qt::Key_Space);
  QTest::keyClick(child<QCheckBox>("kernelProfile"), Qt::Key_Space);
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("--tune seq_len=2048,1024,4096")));
  click("runButton");
  ASSERT_TRUE(ends());
  const auto runs = m_panel->findChild<ResultPage*>()->figures();
  ASSERT_EQ(runs.size(), 3U) << "the fastest is told twice";
  EXPECT_TRUE(runs.back().isBest);
  EXPECT_EQ(runs.back().parameters.back().second, QStringLiteral("1024"));
  EXPECT_TRUE(runs.back().counted.dramShare.has_value());
  EXPECT_FALSE(runs.front().counted.dramShare.has_value());
  EXPECT_EQ(child<QTreeWidget>("runHistory")->topLevelItem(0)->text(3), QStringLiteral("3 runs"));
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

TEST_F(RecordPanelTest, ChoosesWhatIsRecordedOfPyTorch) {
  open();
  child<QTabWidget>("recordPages")->setCurrentIndex(1);
  QTest::keyClicks(child<QLineEdit>("programCommand"), QStringLiteral("python train.py"));
  const auto command = [&] { return child<QLabel>("recordCommand")->text(); };
  EXPECT_FALSE(command().contains(QStringLiteral("--torch")));
  auto* stacks = child<QCheckBox>("programStacks");
  QTest::mouseClick(stacks, Qt::LeftButton, {}, QPoint(8, stacks->height() / 2));
  EXPECT_TRUE(command().contains(QStringLiteral("record --torch=shapes,stacks -o "))) << command().toStdString();
  QTest::keyClick(child<QCheckBox>("programModules"), Qt::Key_Space);
  QTest::keyClick(child<QComboBox>("programOperators"), Qt::Key_Down);
  EXPECT_TRUE(command().contains(QStringLiteral("record --torch=ops,modules,stacks -o "))) << command().toStdString();
  QTest::keyClick(child<QComboBox>("programOperators"), Qt::Key_Down);
  EXPECT_TRUE(command().contains(QStringLiteral("record --torch=off -o "))) << command().toStdString();
  EXPECT_FALSE(stacks->isEnabled());
}

}  // namespace
}  // namespace kernline::ui
