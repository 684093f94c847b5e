// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs over each other on the memory page.
#include "tests/ui/views/memory/sample_memory.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/memory/memory_head.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/memory/overlay_chart.h"
#include "ui/views/memory/overlay_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

constexpr std::int64_t overlayMib = 1 << 20;

constexpr Time atUs(std::int64_t count) {
  return {count * 1000};
}

/// Makes the sample, later by 50 µs, and 6 MiB more from 400 µs on.
std::shared_ptr<const MemoryHistory> otherMemory() {
  auto history = std::const_pointer_cast<MemoryHistory>(test::sampleMemory());
  const Duration shift{50'000};
  history->bounds = {history->bounds.begin + shift, history->bounds.end + shift};
  for (MemoryMark& mark : history->marks) {
    mark.range = {mark.range.begin + shift, mark.range.end + shift};
  }
  MemoryCurve& curve = history->devices[0].allocated;
  MemoryCurve moved;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    moved.add(curve.times[i] + shift, curve.bytes[i] + (curve.times[i] >= atUs(600) ? 6 * overlayMib : 0));
  }
  curve = moved;
  return history;
}

class Overlay : public test::PanelTest<MemoryPage> {
 protected:
  void SetUp() override {
    QObject::connect(&m_panel, &MemoryPage::rangeRequested, &m_panel, &MemoryPage::setRange);
    m_panel.head()->setOthers([] {
      return std::vector<MemorySource>{
          {.title = QStringLiteral("after.pickle"), .history = otherMemory(), .trace = {}, .path = {}}};
    });
    m_panel.setHistory(test::sampleMemory());
    show({1200, 800});
  }

  /// By the entry of the button's menu.
  void compare() {
    QMenu& menu = *child<QToolButton>("memoryCompare").menu();
    Q_EMIT menu.aboutToShow();
    ASSERT_GE(menu.actions().size(), 2);
    EXPECT_EQ(menu.actions().front()->text(), QStringLiteral("after.pickle"));
    menu.actions().front()->trigger();
    ASSERT_TRUE(settles());
  }

  OverlayChart& chart() { return *m_panel.overlay()->chart(); }
};

TEST_F(Overlay, saysHowFarThePeaksAreApart) {
  compare();
  EXPECT_TRUE(chart().isVisible());
  const QString sentence = child<QLabel>("overlaySentence").text();
  EXPECT_TRUE(sentence.contains(QStringLiteral("Peak 44.00 MiB, baseline 44.00 MiB: 0 B"))) << sentence.toStdString();
  EXPECT_TRUE(sentence.contains(QStringLiteral("+6.000 MiB"))) << sentence.toStdString();
  EXPECT_TRUE(sentence.contains(QStringLiteral("first step"))) << sentence.toStdString();
}

TEST_F(Overlay, alignsAsIsChosenInTheList) {
  compare();
  auto& alignment = child<QComboBox>("overlayAlignment");
  const auto& sentence = child<QLabel>("overlaySentence");
  alignment.setFocus();
  QTest::keyClick(&alignment, Qt::Key_Down);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().curves()->comparison.alignment, MemoryAlignment::EachStep);
  EXPECT_TRUE(sentence.text().contains(QStringLiteral("steps aligned: 2"))) << sentence.text().toStdString();
  QTest::keyClick(&alignment, Qt::Key_End);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().curves()->comparison.alignment, MemoryAlignment::FirstSample);
  EXPECT_TRUE(sentence.text().contains(QStringLiteral("first record"))) << sentence.text().toStdString();
}

TEST_F(Overlay, callsNumbersOfRecordsNoTimes) {
  const auto numbered = [] {
    auto history = test::changeableMemory();
    history->report.add(MemoryIssueKind::NoTime, "8 bytes", static_cast<std::uint64_t>(history->bounds.length().ns));
    return history;
  };
  m_panel.head()->setOthers([numbered] {
    return std::vector<MemorySource>{
        {.title = QStringLiteral("after.pickle"), .history = numbered(), .trace = {}, .path = {}}};
  });
  m_panel.setHistory(numbered());
  ASSERT_TRUE(settles());
  compare();
  const QString card = chart().cardAt(Time{200}).text();
  EXPECT_TRUE(card.startsWith(QStringLiteral("event 200\n"))) << card.toStdString();
  const QString sentence = child<QLabel>("overlaySentence").text();
  EXPECT_TRUE(sentence.contains(QStringLiteral("at event "))) << sentence.toStdString();
}

TEST_F(Overlay, tellsOfBothRunsAtAMoment) {
  compare();
  const QString text = chart().cardAt(atUs(750)).text();
  EXPECT_TRUE(text.contains(QStringLiteral("20.00 MiB"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("26.00 MiB"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("+6.000 MiB"))) << text.toStdString();
}

TEST_F(Overlay, drawsTheDifferenceWhereThereIsOne) {
  compare();
  chart().setRange({atUs(0), atUs(1000)});
  const QImage picture = chart().grab().toImage();
  const QRect below = chart().differenceRect();
  const auto columnHas = [&](std::int64_t time, QColor color) {
    const int x = below.left() + static_cast<int>(TimeAxis(chart().range(), below.width()).xOf(atUs(time)));
    for (int y = below.top(); y <= below.bottom(); ++y) {
      if (picture.pixelColor(x, y) == color) {
        return true;
      }
    }
    return false;
  };
  const QColor more = picture.pixelColor(
      below.left() + static_cast<int>(TimeAxis(chart().range(), below.width()).xOf(atUs(750))), below.center().y() - 6);
  EXPECT_TRUE(columnHas(750, more));
  EXPECT_FALSE(columnHas(450, more));
}

TEST_F(Overlay, zoomsWithTheWheelAndShowsAllWithAKey) {
  compare();
  const TimeRange whole = chart().range();
  QWheelEvent wheel(QPointF(600, 50), chart().mapToGlobal(QPointF(600, 50)), {}, QPoint(0, 120), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&chart(), &wheel);
  EXPECT_LT(chart().range().length().ns, whole.length().ns);
  QTest::keyClick(&chart(), Qt::Key_0);
  EXPECT_EQ(chart().range(), whole);
}

TEST_F(Overlay, endsWhenAsked) {
  compare();
  QTest::mouseClick(&child<QToolButton>("overlayClose"), Qt::LeftButton);
  EXPECT_FALSE(chart().isVisible());
  EXPECT_TRUE(m_panel.overlay()->isEmpty());
}

TEST_F(Overlay, isNoWiderForALongName) {
  compare();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  const int width = m_panel.overlay()->minimumSizeHint().width();
  const QString name = QString(300, QLatin1Char('n'));
  m_panel.compareWith({.title = name, .history = otherMemory(), .trace = {}, .path = {}});
  ASSERT_TRUE(settles());
  EXPECT_LT(m_panel.overlay()->minimumSizeHint().width(), width + 120);
  EXPECT_EQ(child<QLabel>("overlayKey").toolTip(), name);
}

TEST_F(Overlay, saysSoWhereTheOtherCannotBeRead) {
  m_panel.compareWith(
      {.title = QStringLiteral("gone.pickle"), .history = {}, .trace = {}, .path = "/nowhere/gone.pickle"});
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("overlaySentence").text().contains(QStringLiteral("gone.pickle")));
}

}  // namespace
}  // namespace kernline::ui
