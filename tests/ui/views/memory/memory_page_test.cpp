// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_page.h"

#include "core/model/memory/memory_report.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/memory/memory_page_fixture.h"
#include "tests/ui/views/memory/sample_memory.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/memory/blocks_table.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/segment_map.h"
#include "ui/views/memory/segments_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <cmath>

namespace kernline::ui {
namespace {

TEST_F(MemoryPageTest, beginsWithThePeakAndWhatWasAliveThen) {
  EXPECT_EQ(chart().moment(), pageUs(200));
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::softmax", "aten::mm", older()}));
  EXPECT_EQ(column(groups(), 1), (QStringList{"32.00 MiB", "8.000 MiB", "4.000 MiB"}));
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("44.00 MiB at 200.0 µs · 3 blocks"));
  EXPECT_TRUE(child<QLabel>("memorySentence").text().startsWith(QStringLiteral("Peak 44.00 MiB at 200.0 µs")));
  EXPECT_TRUE(child<QLabel>("memoryNotes").text().contains(QStringLiteral("Out of memory at 900.0 µs")));
}

TEST_F(MemoryPageTest, showsWhatWasAliveAtAMomentThatIsClicked) {
  click(pageUs(750));
  EXPECT_EQ(child<QLabel>("memorySum").text().left(9), QStringLiteral("20.00 MiB"));
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::mm", older()}));
}

TEST_F(MemoryPageTest, choosesTheMostWithinThePixelsThatAreHit) {
  m_panel.setRange({pageUs(0), pageUs(1'000'000)});  // the whole history is a pixel
  click(pageUs(300));
  EXPECT_EQ(chart().moment(), pageUs(200));
}

TEST_F(MemoryPageTest, keepsTheSpikeOfAMicrosecondAtEveryZoom) {
  for (const std::int64_t span : {1000, 10'000, 1'000'000}) {
    m_panel.setRange({pageUs(0), pageUs(span)});
    const std::vector<CurveColumn>& columns = chart().curvePicture().allocated();
    ASSERT_EQ(columns.size(), static_cast<std::size_t>(std::lround(chart().plotRect().width())));
    ByteExtent all;
    for (const CurveColumn& column : columns) {
      all.add(column.values);
    }
    EXPECT_EQ(all, (ByteExtent{std::int64_t{4} << 20, std::int64_t{44} << 20})) << span;
  }
}

TEST_F(MemoryPageTest, zoomsWithTheWheelAroundThePointerAndPansByDragging) {
  const QPoint place = at(pageUs(500));
  const Time before = chart().axis().timeAt(place.x() - chart().plotRect().left());
  QWheelEvent wheel(QPointF(place), chart().viewport()->mapToGlobal(QPointF(place)), {}, QPoint(0, 120), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(chart().viewport(), &wheel);
  EXPECT_NEAR(static_cast<double>(m_panel.range().length().ns), 800'000, 1);
  const Time after = chart().axis().timeAt(place.x() - chart().plotRect().left());
  EXPECT_NEAR(static_cast<double>(after.ns), static_cast<double>(before.ns), 2000);

  const TimeRange zoomed = m_panel.range();
  QTest::mousePress(chart().viewport(), Qt::LeftButton, Qt::NoModifier, place);
  QTest::mouseMove(chart().viewport(), place + QPoint(60, 0));
  QTest::mouseMove(chart().viewport(), place + QPoint(100, 0));
  QTest::mouseRelease(chart().viewport(), Qt::LeftButton, Qt::NoModifier, place + QPoint(100, 0));
  EXPECT_LT(m_panel.range().begin, zoomed.begin);
  EXPECT_EQ(m_panel.range().length(), zoomed.length());
  EXPECT_EQ(chart().moment(), pageUs(200)) << "a drag chooses nothing";
}

TEST_F(MemoryPageTest, zoomsIntoABoxOfTheRightButton) {
  QTest::mousePress(chart().viewport(), Qt::RightButton, Qt::NoModifier, at(pageUs(200)));
  QTest::mouseMove(chart().viewport(), at(pageUs(400)));
  QTest::mouseRelease(chart().viewport(), Qt::RightButton, Qt::NoModifier, at(pageUs(400)));
  EXPECT_NEAR(static_cast<double>(m_panel.range().begin.ns), 200'000, 2000);
  EXPECT_NEAR(static_cast<double>(m_panel.range().end.ns), 400'000, 2000);
  QTest::mouseClick(&child<QToolButton>("memoryAll"), Qt::LeftButton);
  EXPECT_EQ(m_panel.range(), (TimeRange{pageUs(0), pageUs(1000)}));
}

TEST_F(MemoryPageTest, movesWithTheKeysOfTheTimeline) {
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_W);
  EXPECT_LT(m_panel.range().length(), Duration{1'000'000});
  const Time before = m_panel.range().begin;
  QTest::keyClick(&chart(), Qt::Key_D);
  EXPECT_GT(m_panel.range().begin, before);
  QTest::keyClick(&chart(), Qt::Key_0);
  EXPECT_EQ(m_panel.range(), (TimeRange{pageUs(0), pageUs(1000)}));
}

TEST_F(MemoryPageTest, goesFromChangeToChangeWithTheArrowKeys) {
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_Right);
  EXPECT_EQ(chart().moment(), pageUs(300));
  QTest::keyClick(&chart(), Qt::Key_Left);
  QTest::keyClick(&chart(), Qt::Key_Left);
  EXPECT_EQ(chart().moment(), pageUs(100));
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("memorySum").text().left(9), QStringLiteral("12.00 MiB"));
  EXPECT_TRUE(chart().accessibleDescription().contains(QStringLiteral("12.00 MiB")));
  QTest::mouseClick(&child<QToolButton>("memoryPeak"), Qt::LeftButton);
  EXPECT_EQ(chart().moment(), pageUs(200));
}

TEST_F(MemoryPageTest, tellsOfThePointersMomentWithTheGap) {
  const HoverCard card = chart().cardAt(pageUs(750));
  EXPECT_EQ(card.text(), QStringLiteral("750.0 µs\nAllocated: 20.00 MiB\nReserved: 64.00 MiB\n"
                                        "Reserved, not in use: 44.00 MiB · 68.8 %"));
  const QSignalSpy pointed(&chart(), &MemoryChart::hoverTimeChanged);
  QTest::mouseMove(chart().viewport(), at(pageUs(750)));
  EXPECT_GE(pointed.count(), 1);
}

TEST_F(MemoryPageTest, tellsOfNoGapWhereMoreIsAllocatedThanReserved) {
  auto doubtful = test::changeableMemory();
  doubtful->devices.front().allocated.add(pageUs(950), std::int64_t{400} << 20);  // of 64 MiB
  m_panel.setHistory(doubtful);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().cardAt(pageUs(960)).text(), QStringLiteral("960.0 µs\nAllocated: 400.0 MiB\nReserved: 64.00 MiB"));
}

TEST_F(MemoryPageTest, canBeCanceledWhileItIsCounted) {
  const test::Impatient impatient;
  m_panel.setHistory(nullptr);
  m_panel.setHistory(test::sampleMemory());
  QTest::mouseClick(&test::buttonOf(m_panel, "memoryPage", "Cancel"), Qt::LeftButton);
  QTest::mouseClick(&test::buttonOf(m_panel, "blocks", "Cancel"), Qt::LeftButton);
  EXPECT_FALSE(m_panel.isBusy());
  EXPECT_EQ(chart().curves(), nullptr);
  QTest::mouseClick(&test::buttonOf(m_panel, "memoryPage", "Again"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_NE(chart().curves(), nullptr);
  EXPECT_GT(groups().model()->rowCount(), 0);
  EXPECT_FALSE(test::buttonOf(m_panel, "blocks", "Cancel").isVisible());
}

TEST_F(MemoryPageTest, countsEventsWhereRecordsHaveNoTimes) {
  auto numbered = test::changeableMemory();
  const auto all = numbered->bounds.length().ns;  // a nanosecond each
  numbered->report.add(MemoryIssueKind::NoTime, "8 bytes", static_cast<std::uint64_t>(all));
  m_panel.setHistory(numbered);
  ASSERT_TRUE(settles());
  const QString sum = child<QLabel>("memorySum").text();
  EXPECT_TRUE(sum.contains(QStringLiteral("at event 200"))) << sum.toStdString();
  EXPECT_FALSE(sum.contains(QStringLiteral("µs"))) << sum.toStdString();
  const QString sentence = child<QLabel>("memorySentence").text();
  EXPECT_TRUE(sentence.contains(QStringLiteral("at event 200"))) << sentence.toStdString();
  groups().selectRow(0);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(column(blocks(), BlocksTable::Lived).front().endsWith(QStringLiteral("events")))
      << column(blocks(), BlocksTable::Lived).front().toStdString();
}

TEST_F(MemoryPageTest, saysSoWhereADeviceHasNoRecords) {
  auto& devices = child<QComboBox>("memoryDevice");
  devices.setFocus();
  QTest::keyClick(&devices, Qt::Key_Down);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_panel.device(), 1U);
  EXPECT_EQ(child<QLabel>("memorySentence").text(), QStringLiteral("No data recorded for this device."));
  EXPECT_EQ(groups().model()->rowCount(), 0);
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_Right);  // nowhere to go
  m_panel.setHistory(nullptr);
  EXPECT_FALSE(child<QToolButton>("memoryPeak").isEnabled());
}

TEST_F(MemoryPageTest, drawsTheSegmentsAndTellsOfABlockByHandAndByKey) {
  SegmentMap& map = *m_panel.segments()->map();
  m_panel.segments()->show();
  map.resize(900, 300);
  const QString figures = child<QLabel>("segmentFigures").text();
  EXPECT_TRUE(figures.contains(QStringLiteral("60.00 MiB reserved in 2 segments"))) << figures.toStdString();
  EXPECT_TRUE(figures.contains(QStringLiteral("30.00 MiB free inside segments (50.0 %)")));
  EXPECT_TRUE(figures.contains(QStringLiteral("largest free block 20.00 MiB")));
  EXPECT_TRUE(figures.contains(QStringLiteral("1.000 MiB lost to rounding (5.0 % of the allocated memory)")));

  const SegmentMap::Place first{0, 0};
  QTest::mouseClick(map.viewport(), Qt::LeftButton, Qt::NoModifier, map.rectOf(first).center().toPoint());
  ASSERT_EQ(map.current(), first);
  EXPECT_TRUE(child<QLabel>("segmentBlock").text().contains(QStringLiteral("0x10000000")));
  map.setFocus();
  QTest::keyClick(&map, Qt::Key_Right);
  QTest::keyClick(&map, Qt::Key_Right);
  EXPECT_EQ(map.current(), (SegmentMap::Place{0, 2}));
  EXPECT_TRUE(map.accessibleDescription().startsWith(QStringLiteral("Awaiting free · 10.00 MiB")));
  QTest::keyClick(&map, Qt::Key_Down);
  EXPECT_EQ(map.current(), (SegmentMap::Place{1, 3}));
  EXPECT_GT(map.rectOf({0, 0}).width(), map.rectOf({0, 1}).width());
}

TEST_F(MemoryPageTest, saysWhatIsDoubtful) {
  auto history = std::make_shared<MemoryHistory>();
  history->bounds = {pageUs(0), pageUs(10)};
  history->devices.emplace_back().allocated.add(pageUs(1), -5);
  history->report.add(MemoryIssueKind::NegativeTotal, "-5 bytes allocated");
  m_panel.setHistory(history);
  ASSERT_TRUE(settles());
  const auto& issues = child<QLabel>("memoryIssues");
  EXPECT_TRUE(issues.isVisible());
  EXPECT_TRUE(issues.text().startsWith(QStringLiteral("Figures of this file may be inaccurate.")));
  EXPECT_TRUE(issues.text().contains(QStringLiteral("1 × totals below zero (first: -5 bytes allocated)")));
  EXPECT_TRUE(child<QLabel>("memoryDoubts").isVisible());
  EXPECT_TRUE(child<QLabel>("memoryDoubts").toolTip().contains(QStringLiteral("1: totals below zero")));
}

TEST_F(MemoryPageTest, marksOnlyFiguresThatSomethingTouches) {
  EXPECT_FALSE(child<QLabel>("memoryDoubts").isVisible());
  auto history = std::const_pointer_cast<MemoryHistory>(test::sampleMemory());
  history->devices[0].isIntegrated = true;
  m_panel.setHistory(history);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("memoryDoubts").isVisible());
  EXPECT_TRUE(child<QLabel>("memoryDoubts").toolTip().contains(QStringLiteral("no totals")));
  m_panel.setDevice(1);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(child<QLabel>("memoryDoubts").isVisible());
}

}  // namespace
}  // namespace kernline::ui
