// SPDX-License-Identifier: GPL-3.0-or-later
// The stacked picture of blocks over time, by real hands.
#include "tests/ui/views/memory/sample_memory.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/memory_cards.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_page.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;

constexpr std::int64_t mib = 1 << 20;

constexpr Time us(std::int64_t count) {
  return {count * 1000};
}

class MemoryBands : public test::PanelTest<MemoryPage> {
 protected:
  void SetUp() override {
    QObject::connect(&m_panel, &MemoryPage::rangeRequested, &m_panel, &MemoryPage::setRange);
    m_panel.setHistory(test::sampleMemory());
    show({1200, 800});
    QTest::mouseClick(&child<QToolButton>("memoryAsBlocks"), Qt::LeftButton);
    ASSERT_TRUE(settles());
  }

  MemoryChart& chart() { return *m_panel.chart(); }

  [[nodiscard]] QPoint at(Time time, std::int64_t bytes) {
    const QRectF plot = chart().plotRect();
    const double share = static_cast<double>(bytes) / chart().scale().unit / chart().scale().top;
    return QPointF(plot.left() + chart().axis().xOf(time), plot.bottom() - share * plot.height()).toPoint();
  }

  QColor colorAt(Time time, std::int64_t bytes) {
    QTest::mouseMove(chart().viewport(), QPoint(1, 1));
    chart().setMoment(std::nullopt);
    chart().setChosenBlock(std::nullopt);
    return chart().viewport()->grab().toImage().pixelColor(at(time, bytes));
  }
};

TEST_F(MemoryBands, haveTheColorThatStandsBesideTheirGroup) {
  const auto& groups = child<QTableView>("memoryGroups");
  ASSERT_EQ(cell(groups, 0, 0), "aten::softmax");
  const auto softmax = groups.model()->index(0, 0).data(Qt::DecorationRole).value<QColor>();
  const auto mm = groups.model()->index(1, 0).data(Qt::DecorationRole).value<QColor>();
  EXPECT_NE(softmax, mm);
  EXPECT_EQ(colorAt(us(250), 27 * mib), softmax);
  EXPECT_EQ(colorAt(us(400), 7 * mib), mm);
  EXPECT_EQ(colorAt(us(450), 7 * mib), mm);
  EXPECT_NE(colorAt(us(400), 27 * mib), softmax);  // freed by then
}

TEST_F(MemoryBands, tellOfTheBlockUnderThePointer) {
  ASSERT_EQ(chart().blockAt(at(us(250), 27 * mib)), 2U);
  const QString text = blockCard(*chart().curves(), 2).text();
  EXPECT_TRUE(text.contains(QStringLiteral("aten::softmax"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("32.00 MiB"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("100.0 µs"))) << text.toStdString();
  EXPECT_EQ(chart().blockAt(at(us(250), 2 * mib)), 0U);
  EXPECT_FALSE(chart().blockAt(at(us(250), 50 * mib)));
}

TEST_F(MemoryBands, leadToTheirBlockInTheTables) {
  m_panel.setMoment(us(750));
  ASSERT_TRUE(settles());
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, Qt::NoModifier, at(us(450), 8 * mib));
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().chosenBlock(), 1U);
  const auto& groups = child<QTableView>("memoryGroups");
  const auto& blocks = child<QTableView>("memoryBlocks");
  EXPECT_EQ(cell(groups.currentIndex()), "aten::mm");
  EXPECT_EQ(cell(blocks.currentIndex()), "8.000 MiB");
}

TEST_F(MemoryBands, lightUpForARowOfTheTable) {
  const auto& groups = child<QTableView>("memoryGroups");
  QTest::mouseClick(groups.viewport(), Qt::LeftButton, Qt::NoModifier,
                    groups.visualRect(groups.model()->index(0, 0)).center());
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().chosenBlock(), 2U);
  const std::vector<QRect> places = chart().bands().placesOf(2);
  ASSERT_EQ(places.size(), 1U);
  const double width = chart().axis().xOf(us(300)) - chart().axis().xOf(us(200));
  EXPECT_NEAR(places.front().width(), width * chart().devicePixelRatioF(), 2);
}

TEST_F(MemoryBands, changeTheirColorsWithTheGrouping) {
  const QColor before = colorAt(us(250), 27 * mib);
  auto& grouping = child<QComboBox>("memoryGrouping");
  grouping.setCurrentIndex(grouping.findData(static_cast<int>(MemoryGrouping::Stack)));
  ASSERT_TRUE(settles());
  EXPECT_NE(colorAt(us(250), 27 * mib), before);  // it has no stack
}

TEST_F(MemoryBands, askForTheSpanThatMadeABlockWhereThereIsATimeline) {
  auto history = std::const_pointer_cast<MemoryHistory>(test::sampleMemory());
  history->devices[0].blocks[2].span = static_cast<SpanId>(7);
  m_panel.setHasTimeline(true);
  m_panel.setHistory(history);
  m_panel.setRange(history->bounds);
  ASSERT_TRUE(settles());
  SpanId asked = SpanId::none;
  QObject::connect(&m_panel, &MemoryPage::spanRequested, [&](SpanId span) { asked = span; });
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, Qt::NoModifier, at(us(250), 27 * mib));
  EXPECT_EQ(asked, static_cast<SpanId>(7));
}

TEST_F(MemoryBands, areNotOfferedWhereThereAreNoBlocks) {
  m_panel.setHistory(test::categoryMemory());
  ASSERT_TRUE(settles());
  EXPECT_FALSE(child<QToolButton>("memoryAsBlocks").isVisible());
  EXPECT_FALSE(chart().blockAt(at(us(30), 5 * mib)));
}

TEST_F(MemoryBands, areMovedAlongWhileAWorkerLaysThemOutAgain) {
  const TimeRange before = chart().range();
  const QColor softmax = colorAt(us(250), 27 * mib);
  chart().setSynchronousLimit({-1});  // makes nothing quick enough
  const TimeRange next{us(200), us(700)};
  m_panel.setRange(next);
  EXPECT_EQ(chart().bands().range(), before);
  EXPECT_FALSE(chart().blockAt(at(us(250), 27 * mib)));
  EXPECT_EQ(colorAt(us(250), 27 * mib), softmax);  // of the picture before, or of the next: this lets the worker end
  m_panel.setRange({us(100), us(400)});
  m_panel.setRange(next);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().bands().range(), next);
  EXPECT_EQ(chart().blockAt(at(us(250), 27 * mib)), 2U);
  EXPECT_EQ(colorAt(us(250), 27 * mib), softmax);
}

}  // namespace
}  // namespace kernline::ui
