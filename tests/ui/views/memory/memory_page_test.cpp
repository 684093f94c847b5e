// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_page.h"

#include "core/model/memory/memory_report.h"
#include "tests/support/says.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/memory/sample_memory.h"
#include "tests/ui/window/wait.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/blocks_table.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/segment_map.h"
#include "ui/views/memory/segments_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

using kernline::test::waitUntil;

constexpr Time pageUs(std::int64_t count) {
  return {count * 1000};
}

class MemoryView : public ::testing::Test {
 protected:
  void SetUp() override {
    m_page.resize(1200, 800);
    QObject::connect(&m_page, &MemoryPage::rangeRequested, &m_page, &MemoryPage::setRange);
    m_page.setHistory(test::sampleMemory());
    m_page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_page));
    m_page.activateWindow();
    ASSERT_TRUE(settles());
  }

  bool settles() {
    return waitUntil([&] { return !m_page.isBusy(); });
  }

  template <typename Widget>
  Widget& child(const char* name) {
    return *m_page.findChild<Widget*>(QString::fromLatin1(name));
  }

  MemoryChart& chart() { return *m_page.chart(); }
  QTableView& groups() { return child<QTableView>("memoryGroups"); }
  QTableView& blocks() { return child<QTableView>("memoryBlocks"); }

  QPoint at(Time time, int above = 20) {
    const QRectF plot = chart().plotRect();
    return QPointF(plot.left() + chart().axis().xOf(time), plot.bottom() - above).toPoint();
  }

  void click(Time time) {
    QTest::mouseClick(chart().viewport(), Qt::LeftButton, Qt::NoModifier, at(time));
    ASSERT_TRUE(settles());
  }

  static QStringList column(const QTableView& view, int column) {
    QStringList texts;
    for (int row = 0; row < view.model()->rowCount(); ++row) {
      texts << view.model()->index(row, column).data().toString();
    }
    return texts;
  }

  static QString older() { return QString::fromStdString(kernline::test::phrase("allocated-before-recording")); }

  void choose(BlockChoice choice) {
    m_page.blocks()->setChoice(choice);
    ASSERT_TRUE(settles());
  }

  MemoryPage m_page;
};

TEST_F(MemoryView, beginsWithThePeakAndWhatWasAliveThen) {
  EXPECT_EQ(chart().moment(), pageUs(200));
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::softmax", "aten::mm", older()}));
  EXPECT_EQ(column(groups(), 1), (QStringList{"32.00 MiB", "8.000 MiB", "4.000 MiB"}));
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("44.00 MiB at 200.0 µs · 3 blocks"));
  EXPECT_TRUE(child<QLabel>("memorySentence").text().startsWith(QStringLiteral("Peak 44.00 MiB at 200.0 µs")));
  EXPECT_TRUE(child<QLabel>("memoryNotes").text().contains(QStringLiteral("Out of memory at 900.0 µs")));
}

TEST_F(MemoryView, showsWhatWasAliveAtAMomentThatIsClicked) {
  click(pageUs(750));
  EXPECT_EQ(child<QLabel>("memorySum").text().left(9), QStringLiteral("20.00 MiB"));
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::mm", older()}));
}

TEST_F(MemoryView, choosesTheMostWithinThePixelsThatAreHit) {
  m_page.setRange({pageUs(0), pageUs(1'000'000)});  // the whole history is a pixel
  click(pageUs(300));
  EXPECT_EQ(chart().moment(), pageUs(200));
}

TEST_F(MemoryView, keepsTheSpikeOfAMicrosecondAtEveryZoom) {
  for (const std::int64_t span : {1000, 10'000, 1'000'000}) {
    m_page.setRange({pageUs(0), pageUs(span)});
    const std::vector<CurveColumn>& columns = chart().curvePicture().allocated();
    ASSERT_EQ(columns.size(), static_cast<std::size_t>(std::lround(chart().plotRect().width())));
    ByteExtent all;
    for (const CurveColumn& column : columns) {
      all.add(column.values);
    }
    EXPECT_EQ(all, (ByteExtent{std::int64_t{4} << 20, std::int64_t{44} << 20})) << span;
  }
}

TEST_F(MemoryView, zoomsWithTheWheelAroundThePointerAndPansByDragging) {
  const QPoint place = at(pageUs(500));
  const Time before = chart().axis().timeAt(place.x() - chart().plotRect().left());
  QWheelEvent wheel(QPointF(place), chart().viewport()->mapToGlobal(QPointF(place)), {}, QPoint(0, 120), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(chart().viewport(), &wheel);
  EXPECT_NEAR(static_cast<double>(m_page.range().length().ns), 800'000, 1);
  const Time after = chart().axis().timeAt(place.x() - chart().plotRect().left());
  EXPECT_NEAR(static_cast<double>(after.ns), static_cast<double>(before.ns), 2000);

  const TimeRange zoomed = m_page.range();
  QTest::mousePress(chart().viewport(), Qt::LeftButton, Qt::NoModifier, place);
  QTest::mouseMove(chart().viewport(), place + QPoint(60, 0));
  QTest::mouseMove(chart().viewport(), place + QPoint(100, 0));
  QTest::mouseRelease(chart().viewport(), Qt::LeftButton, Qt::NoModifier, place + QPoint(100, 0));
  EXPECT_LT(m_page.range().begin, zoomed.begin);
  EXPECT_EQ(m_page.range().length(), zoomed.length());
  EXPECT_EQ(chart().moment(), pageUs(200)) << "a drag chooses nothing";
}

TEST_F(MemoryView, zoomsIntoABoxOfTheRightButton) {
  QTest::mousePress(chart().viewport(), Qt::RightButton, Qt::NoModifier, at(pageUs(200)));
  QTest::mouseMove(chart().viewport(), at(pageUs(400)));
  QTest::mouseRelease(chart().viewport(), Qt::RightButton, Qt::NoModifier, at(pageUs(400)));
  EXPECT_NEAR(static_cast<double>(m_page.range().begin.ns), 200'000, 2000);
  EXPECT_NEAR(static_cast<double>(m_page.range().end.ns), 400'000, 2000);
  QTest::mouseClick(&child<QToolButton>("memoryAll"), Qt::LeftButton);
  EXPECT_EQ(m_page.range(), (TimeRange{pageUs(0), pageUs(1000)}));
}

TEST_F(MemoryView, movesWithTheKeysOfTheTimeline) {
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_W);
  EXPECT_LT(m_page.range().length(), Duration{1'000'000});
  const Time before = m_page.range().begin;
  QTest::keyClick(&chart(), Qt::Key_D);
  EXPECT_GT(m_page.range().begin, before);
  QTest::keyClick(&chart(), Qt::Key_0);
  EXPECT_EQ(m_page.range(), (TimeRange{pageUs(0), pageUs(1000)}));
}

TEST_F(MemoryView, goesFromChangeToChangeWithTheArrowKeys) {
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

TEST_F(MemoryView, tellsOfThePointersMomentWithTheGap) {
  const HoverCard card = chart().cardAt(pageUs(750));
  EXPECT_EQ(card.text(), QStringLiteral("750.0 µs\nAllocated: 20.00 MiB\nReserved: 64.00 MiB\n"
                                        "Reserved, not in use: 44.00 MiB · 68.8 %"));
  const QSignalSpy pointed(&chart(), &MemoryChart::hoverTimeChanged);
  QTest::mouseMove(chart().viewport(), at(pageUs(750)));
  EXPECT_GE(pointed.count(), 1);
}

TEST_F(MemoryView, tellsOfNoGapWhereMoreIsAllocatedThanReserved) {
  auto doubtful = test::changeableMemory();
  doubtful->devices.front().allocated.add(pageUs(950), std::int64_t{400} << 20);  // of 64 MiB
  m_page.setHistory(doubtful);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().cardAt(pageUs(960)).text(), QStringLiteral("960.0 µs\nAllocated: 400.0 MiB\nReserved: 64.00 MiB"));
}

TEST_F(MemoryView, listsTheBlocksOfAGroupAndTheStackOfOne) {
  groups().setCurrentIndex(groups().model()->index(1, 0));  // aten::mm
  ASSERT_TRUE(settles());
  EXPECT_EQ(column(blocks(), BlocksTable::Bytes), QStringList{"8.000 MiB"});
  EXPECT_EQ(column(blocks(), BlocksTable::Made), QStringList{"100.0 µs"});
  EXPECT_EQ(column(blocks(), BlocksTable::Freed), QStringList{"600.0 µs"});
  EXPECT_EQ(column(blocks(), BlocksTable::Lived), QStringList{"500.0 µs"});
  const auto& stack = child<QListWidget>("memoryStack");
  ASSERT_EQ(stack.count(), 2);
  EXPECT_EQ(stack.item(0)->text(), QStringLiteral("model.py:54 forward"));
  EXPECT_EQ(stack.item(1)->text(), QStringLiteral("train.py:9 main"));
}

TEST_F(MemoryView, beginsAStackWithItsInnermostLineOfPython) {
  const auto history = std::const_pointer_cast<MemoryHistory>(test::sampleMemory());
  StackId stack = history->devices[0].blocks[1].stack;
  for (int i = 0; i < 40; ++i) {
    stack = history->stacks.add(stack, history->strings.intern("c10::inner" + std::to_string(i)));
  }
  history->devices[0].blocks[1].stack = stack;
  m_page.setHistory(history);
  ASSERT_TRUE(settles());
  groups().setCurrentIndex(groups().model()->index(1, 0));  // aten::mm
  ASSERT_TRUE(settles());
  const auto& calls = child<QListWidget>("memoryStack");
  ASSERT_EQ(calls.count(), 42);
  EXPECT_EQ(calls.item(0)->text(), QStringLiteral("c10::inner39")) << "all of it can be scrolled to";
  const QRect python = calls.visualItemRect(calls.item(40));
  EXPECT_TRUE(calls.viewport()->rect().contains(python));
  EXPECT_FALSE(calls.viewport()->rect().contains(calls.visualItemRect(calls.item(0))));
}

TEST_F(MemoryView, listsWhatIsNeverFreedAndWhatAStepLeavesBehind) {
  choose(BlockChoice::NeverFreed);
  EXPECT_EQ(column(groups(), 0), QStringList{"aten::mm"});
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("16.00 MiB · 1 block"));

  choose(BlockChoice::KeptAfterMark);
  auto& mark = child<QComboBox>("memoryMark");
  ASSERT_TRUE(mark.isVisible());
  EXPECT_EQ(mark.count(), 2);
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("8.000 MiB · 1 block"));
  mark.setFocus();
  QTest::keyClick(&mark, Qt::Key_Down);
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("16.00 MiB · 1 block"));
  EXPECT_EQ(column(groups(), 0), QStringList{"aten::mm"});
}

TEST_F(MemoryView, groupsByWhatIsChosenAndAddsUpToTheSame) {
  auto& grouping = child<QComboBox>("memoryGrouping");
  grouping.setFocus();
  QTest::keyClick(&grouping, Qt::Key_Down);  // by source line
  ASSERT_TRUE(settles());
  EXPECT_EQ(groups().model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("Source line"));
  EXPECT_TRUE(column(groups(), 0).contains(QStringLiteral("model.py:54 forward")));
  EXPECT_EQ(child<QLabel>("memorySum").text().left(9), QStringLiteral("44.00 MiB"));
}

TEST_F(MemoryView, filtersSortsCopiesAndSaves) {
  QTest::keyClicks(&child<QLineEdit>("memoryFilter"), QStringLiteral("ATEN"));
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::softmax", "aten::mm"}));
  groups().sortByColumn(1, Qt::AscendingOrder);
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::mm", "aten::softmax"}));
  const QString table = QStringLiteral(
      "Operator\tBytes\tShare\tBlocks\naten::mm\t8.000 MiB\t18.2 %\t1\naten::softmax\t32.00 MiB\t72.7 %\t1\n");
  QTest::mouseClick(&child<QToolButton>("memoryCopy"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(), table);
  const QSignalSpy saved(&m_page, &MemoryPage::exportRequested);
  QTest::mouseClick(&child<QToolButton>("memorySave"), Qt::LeftButton);
  ASSERT_EQ(saved.count(), 1);
  EXPECT_EQ(saved.first().first().toString(), table);
}

TEST_F(MemoryView, goesFromABlockToTheMomentItWasMade) {
  groups().setCurrentIndex(groups().model()->index(1, 0));
  ASSERT_TRUE(settles());
  blocks().setFocus();
  QTest::keyClick(&blocks(), Qt::Key_Return);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().moment(), pageUs(100));
}

TEST_F(MemoryView, canBeCanceledWhileItIsCounted) {
  const kernline::test::Impatient impatient;
  m_page.setHistory(nullptr);
  m_page.setHistory(test::sampleMemory());
  QTest::mouseClick(&kernline::test::buttonOf(m_page, "memoryPage", "Cancel"), Qt::LeftButton);
  QTest::mouseClick(&kernline::test::buttonOf(m_page, "blocks", "Cancel"), Qt::LeftButton);
  EXPECT_FALSE(m_page.isBusy());
  EXPECT_EQ(chart().curves(), nullptr);
  QTest::mouseClick(&kernline::test::buttonOf(m_page, "memoryPage", "Again"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_NE(chart().curves(), nullptr);
  EXPECT_GT(groups().model()->rowCount(), 0);
  EXPECT_FALSE(kernline::test::buttonOf(m_page, "blocks", "Cancel").isVisible());
}

TEST_F(MemoryView, countsEventsWhereRecordsHaveNoTimes) {
  auto numbered = test::changeableMemory();
  const auto all = numbered->bounds.length().ns;  // a nanosecond each
  numbered->report.add(MemoryIssueKind::NoTime, "8 bytes", static_cast<std::uint64_t>(all));
  m_page.setHistory(numbered);
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

TEST_F(MemoryView, givesNamesOfOperatorsTheRoomTheyNeed) {
  auto named = test::changeableMemory();
  const QString name = QStringLiteral("aten::_scaled_dot_product_attention");
  const StringId op = named->strings.intern(name.toStdString());
  for (MemoryBlock& block : named->devices.front().blocks) {
    block.op = op;
  }
  m_page.setHistory(named);
  ASSERT_TRUE(settles());
  for (int figure = 1; figure < groups().model()->columnCount(); ++figure) {
    for (const QString& text : column(groups(), figure)) {
      EXPECT_LE(groups().fontMetrics().horizontalAdvance(text) + 8, groups().columnWidth(figure)) << text.toStdString();
    }
  }
  ASSERT_EQ(column(blocks(), BlocksTable::Op).front(), name);
  EXPECT_GT(blocks().columnWidth(BlocksTable::Op), blocks().fontMetrics().horizontalAdvance(name));
}

TEST_F(MemoryView, showsNoShareOfAGroupThatIsMoreThanAll) {
  auto doubtful = test::changeableMemory();
  doubtful->devices.front().blocks.front().bytes = std::int64_t{400} << 20;  // of 44 MiB
  m_page.setHistory(doubtful);
  ASSERT_TRUE(settles());
  const QStringList names = column(groups(), 0);
  const qsizetype row = names.indexOf(QStringLiteral("allocated before the recording"));
  ASSERT_GE(row, 0) << names.join(QLatin1Char('|')).toStdString();
  EXPECT_EQ(column(groups(), 1)[row], QStringLiteral("400.0 MiB"));
  EXPECT_EQ(column(groups(), 2)[row], QString());
  EXPECT_EQ(column(groups(), 2)[names.indexOf(QStringLiteral("aten::softmax"))], QStringLiteral("72.7 %"));
}

TEST_F(MemoryView, saysSoWhereADeviceHasNoRecords) {
  auto& devices = child<QComboBox>("memoryDevice");
  devices.setFocus();
  QTest::keyClick(&devices, Qt::Key_Down);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_page.device(), 1U);
  EXPECT_EQ(child<QLabel>("memorySentence").text(), QStringLiteral("No data recorded for this device."));
  EXPECT_EQ(groups().model()->rowCount(), 0);
  chart().setFocus();
  QTest::keyClick(&chart(), Qt::Key_Right);  // nowhere to go
  m_page.setHistory(nullptr);
  EXPECT_FALSE(child<QToolButton>("memoryPeak").isEnabled());
}

TEST_F(MemoryView, stacksCategoriesAndKeepsToThemWhereThereAreNoBlocks) {
  m_page.setHistory(test::categoryMemory());
  ASSERT_TRUE(settles());
  EXPECT_EQ(column(groups(), 0), (QStringList{"activations", "parameters", "gradients"}));
  EXPECT_EQ(groups().model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("Category"));
  EXPECT_FALSE(child<QComboBox>("memoryGrouping").isVisible());
  EXPECT_EQ(chart().curves()->parts.size(), 3U);
  EXPECT_TRUE(chart().cardAt(pageUs(30)).text().contains(QStringLiteral("activations: 30.00 MiB")));
}

TEST_F(MemoryView, drawsTheSegmentsAndTellsOfABlockByHandAndByKey) {
  SegmentMap& map = *m_page.segments()->map();
  m_page.segments()->show();
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

TEST_F(MemoryView, saysWhatIsDoubtful) {
  auto history = std::make_shared<MemoryHistory>();
  history->bounds = {pageUs(0), pageUs(10)};
  history->devices.emplace_back().allocated.add(pageUs(1), -5);
  history->report.add(MemoryIssueKind::NegativeTotal, "-5 bytes allocated");
  m_page.setHistory(history);
  ASSERT_TRUE(settles());
  const auto& issues = child<QLabel>("memoryIssues");
  EXPECT_TRUE(issues.isVisible());
  EXPECT_TRUE(issues.text().startsWith(QStringLiteral("Figures of this file may be inaccurate.")));
  EXPECT_TRUE(issues.text().contains(QStringLiteral("1 × totals below zero (first: -5 bytes allocated)")));
  EXPECT_TRUE(child<QLabel>("memoryDoubts").isVisible());
  EXPECT_TRUE(child<QLabel>("memoryDoubts").toolTip().contains(QStringLiteral("1: totals below zero")));
}

TEST_F(MemoryView, marksOnlyFiguresThatSomethingTouches) {
  EXPECT_FALSE(child<QLabel>("memoryDoubts").isVisible());
  auto history = std::const_pointer_cast<MemoryHistory>(test::sampleMemory());
  history->devices[0].isIntegrated = true;
  m_page.setHistory(history);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("memoryDoubts").isVisible());
  EXPECT_TRUE(child<QLabel>("memoryDoubts").toolTip().contains(QStringLiteral("no totals")));
  m_page.setDevice(1);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(child<QLabel>("memoryDoubts").isVisible());
}

}  // namespace
}  // namespace kernline::ui
