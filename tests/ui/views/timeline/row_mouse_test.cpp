// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse on the names of rows: dragging, the menu, the hint; and counters under the pointer.
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "ui/views/timeline/counter_overlay.h"
#include "ui/views/timeline/row_titles.h"
#include "ui/views/timeline/rows_hint.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_layout.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QStringList>
#include <QTest>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

using test::spanNamed;

/// A GPU with streams 7, 20 and 24, a host with 40 threads, and two counters.
std::shared_ptr<const Trace> manyRows() {
  std::string rows = "gpu 0/07: k07 0+100\n gpu 0/20: k20 0+100\n gpu 0/24: k24 0+100\n";
  for (int i = 10; i < 50; ++i) {
    rows += fmt::format("cpu t{0}: op{0} 0+100\n", i);
  }
  return test::sketch(rows);
}

class MouseOnRows : public ::testing::Test {
 protected:
  MouseOnRows() { show(manyRows()); }

  void show(std::shared_ptr<const Trace> trace) {
    m_trace = std::move(trace);
    m_view.resize(1220, 500);
    m_view.setTrace(m_trace);
    m_view.setIndex(QueryIndex::build(m_trace));
    m_view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_view));
    m_canvas = m_view.findChild<TimelineCanvas*>();
    m_hint = m_view.findChild<RowsHint*>();
  }

  [[nodiscard]] RowId row(std::string_view span) const { return rowOf(m_trace->trackOf(spanNamed(*m_trace, span))); }
  [[nodiscard]] RowArranger& arranger() const { return m_view.scene().arranger(); }
  [[nodiscard]] TimelineLayout layout() const { return {*m_trace, arranger().arrangement()}; }
  /// On a row's name while nothing is scrolled.
  [[nodiscard]] QPoint nameOf(RowId id, int below = 8) const {
    return {60, m_canvas->tracksRect().top() + layout().find(id)->top + below};
  }
  [[nodiscard]] QStringList streams() const {
    QStringList titles;
    for (const RowGroup& group : arranger().allRows()) {
      for (const RowId id : group.rows) {
        if (id.of == RowClass::Track && m_trace->track(id.track()).kind == TrackKind::Stream) {
          titles << rowTitle(*m_trace, id);
        }
      }
    }
    return titles;
  }

  void drag(QPoint from, QPoint to) {
    QTest::mousePress(m_canvas, Qt::LeftButton, {}, from);
    for (const int part : {1, 2, 3, 4}) {
      const QPoint at = from + (to - from) * part / 4;
      QMouseEvent move(QEvent::MouseMove, at, m_canvas->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(m_canvas, &move);
    }
    QTest::mouseRelease(m_canvas, Qt::LeftButton, {}, to);
  }

  /// Returns the open menu; closed ones wait to be deleted.
  [[nodiscard]] QMenu* openMenu() const {
    const QList<QMenu*> menus = m_view.findChildren<QMenu*>("rowMenu");
    const auto open = std::ranges::find_if(menus, &QMenu::isVisible);
    return open == menus.end() ? nullptr : *open;
  }

  /// Opens the menu of a name as a hand does, and chooses what starts so, in a submenu if need be.
  void choose(QPoint name, const QString& text) {
    QTest::mouseClick(m_canvas, Qt::RightButton, {}, name);
    QMenu* const menu = openMenu();
    ASSERT_NE(menu, nullptr);
    for (QAction* action : menu->findChildren<QAction*>()) {
      if (QString(action->text()).remove('&').startsWith(text)) {
        action->trigger();
        menu->close();
        return;
      }
    }
    menu->close();
    FAIL() << "no " << text.toStdString();
  }

  std::shared_ptr<const Trace> m_trace;
  TimelineView m_view;
  TimelineCanvas* m_canvas = nullptr;
  RowsHint* m_hint = nullptr;
};

TEST_F(MouseOnRows, aNameIsDraggedToAnotherPlace) {
  drag(nameOf(row("k07")), nameOf(row("k24"), 16));
  EXPECT_EQ(streams(), QStringList({"stream 20", "stream 24", "stream 07"}));
  drag(nameOf(row("k24")), nameOf(row("k20"), 2));
  EXPECT_EQ(streams(), QStringList({"stream 24", "stream 20", "stream 07"}));
}

TEST_F(MouseOnRows, aLineShowsWhereADraggedRowGoes) {
  const QPoint from = nameOf(row("k07"));
  const QPoint to = nameOf(row("k24"), 16);
  const QImage before = m_canvas->grab().toImage();
  QTest::mousePress(m_canvas, Qt::LeftButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, to, m_canvas->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(m_canvas, &move);
  const QImage during = m_canvas->grab().toImage();
  const int gap = m_canvas->tracksRect().top() + layout().find(row("k24"))->bottom();
  EXPECT_EQ(during.pixel(700, gap), TimelinePalette::matching(m_canvas->palette()).accent);
  EXPECT_NE(before.pixel(700, gap), during.pixel(700, gap));
  QTest::mouseRelease(m_canvas, Qt::LeftButton, {}, to);
}

TEST_F(MouseOnRows, aRowStaysInItsGroup) {
  drag(nameOf(row("k07")), nameOf(row("op12"), 8));
  EXPECT_EQ(streams(), QStringList({"stream 20", "stream 24", "stream 07"}));
}

TEST_F(MouseOnRows, aGroupIsDraggedByItsHeader) {
  const RowId gpu = homeOf(*m_trace, row("k07"), Grouping::Process);
  arranger().act(homeOf(*m_trace, row("op10"), Grouping::Process), RowAction::Collapse);
  drag(nameOf(gpu), nameOf(homeOf(*m_trace, row("op10"), Grouping::Process), 21));
  EXPECT_EQ(arranger().allRows().back().id, gpu);
}

TEST_F(MouseOnRows, aClickStillFoldsAndMovesNothing) {
  const RowId gpu = homeOf(*m_trace, row("k07"), Grouping::Process);
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, nameOf(gpu));
  EXPECT_TRUE(arranger().arrangement().state(gpu).isCollapsed);
  EXPECT_EQ(streams(), QStringList({"stream 07", "stream 20", "stream 24"}));
}

TEST_F(MouseOnRows, theMenuPinsAndLetsGo) {
  choose(nameOf(row("k20")), "Pin");
  EXPECT_EQ(arranger().arrangement().pinned(), std::vector{row("k20")});
  EXPECT_EQ(layout().rows()[1].id, row("k20"));
  choose(nameOf(row("k20")), "Unpin");
  EXPECT_TRUE(arranger().arrangement().pinned().empty());
}

TEST_F(MouseOnRows, theMenuHidesAndShowsAgain) {
  EXPECT_FALSE(m_hint->isVisible());
  choose(nameOf(row("k20")), "Hide");
  EXPECT_EQ(layout().find(row("k20")), nullptr);
  EXPECT_TRUE(m_hint->isVisible());
  EXPECT_EQ(m_hint->text(), "42 of 43 rows");
  choose(nameOf(row("k07")), "Show hidden tracks (1)");
  EXPECT_NE(layout().find(row("k20")), nullptr);
  EXPECT_FALSE(m_hint->isVisible());
}

TEST_F(MouseOnRows, theHintShowsAll) {
  Arrangement filtered = arranger().arrangement();
  filtered.setFilter("t11");
  arranger().arrange(filtered);
  ASSERT_TRUE(m_hint->isVisible());
  EXPECT_EQ(m_hint->text(), "1 of 43 rows");
  QTest::mouseClick(m_hint, Qt::LeftButton);
  EXPECT_FALSE(m_hint->isVisible());
  EXPECT_TRUE(arranger().arrangement().filter().isEmpty());
}

TEST_F(MouseOnRows, theMenuShowsOneProcessAlone) {
  choose(nameOf(row("k20")), "Show only this process");
  EXPECT_EQ(layout().shownCount(), 3U);
}

TEST_F(MouseOnRows, theMenuChangesTheHeightOfLanes) {
  const int before = layout().find(row("k20"))->height;
  choose(nameOf(row("k20")), "Tall");
  EXPECT_GT(layout().find(row("k20"))->height, before);
}

TEST_F(MouseOnRows, theRightButtonOnTheTracksGoesOnZooming) {
  const TimeRange before = m_view.visibleRange();
  const QPoint from(500, 200);
  const QPoint to(700, 260);
  QTest::mousePress(m_canvas, Qt::RightButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, to, m_canvas->mapToGlobal(to), Qt::NoButton, Qt::RightButton, {});
  QApplication::sendEvent(m_canvas, &move);
  QTest::mouseRelease(m_canvas, Qt::RightButton, {}, to);
  EXPECT_EQ(openMenu(), nullptr);
  EXPECT_LT(m_view.visibleRange().length(), before.length());
}

TEST_F(MouseOnRows, theMenuKeyOpensTheMenuOfTheSelectedRow) {
  m_view.select(spanNamed(*m_trace, "k20"));
  QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), m_canvas->mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(m_canvas, &event);
  ASSERT_NE(openMenu(), nullptr);
  openMenu()->close();
}

TEST_F(MouseOnRows, pinnedRowsStayInSightWhileOthersScroll) {
  choose(nameOf(row("k20")), "Pin");
  m_view.select(spanNamed(*m_trace, "op49"), true);
  m_view.clearSelection();
  const QPoint first(m_canvas->tracksRect().left() + 500,
                     m_canvas->tracksRect().top() + TimelineLayout::headerHeight + 8);
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, first);
  EXPECT_EQ(m_view.selection(), spanNamed(*m_trace, "k20"));
  // Just below them nothing of what they cover can be hit: the header of the process stays there.
  QTest::mouseClick(m_canvas, Qt::LeftButton, {}, first + QPoint(0, 24));
  EXPECT_EQ(m_view.selection(), SpanId::none);
}

TEST_F(MouseOnRows, pinnedRowsThatLeaveTooLittleRoomScrollWithTheOthers) {
  Arrangement arrangement = arranger().arrangement();
  for (int i = 10; i < 30; ++i) {
    arrangement.pin(row("op" + std::to_string(i)), true);
  }
  arranger().arrange(arrangement);
  ASSERT_GT(layout().pinnedHeight(), m_canvas->tracksRect().height() / 2);
  m_view.select(spanNamed(*m_trace, "op49"), true);
  m_view.clearSelection();
  const QRect tracks = m_canvas->tracksRect();
  int others = 0;
  for (int y = tracks.top() + 12; y < tracks.bottom(); y += 22) {
    QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(tracks.left() + 500, y));
    others += m_view.selection() != SpanId::none && m_trace->nameText(m_view.selection()) >= "op30" ? 1 : 0;
  }
  EXPECT_GE(others, tracks.height() / 2 / 22) << "half of the view at least is theirs";
}

TEST_F(MouseOnRows, revealingBringsBackWhatIsHiddenOrFiltered) {
  const RowId host = homeOf(*m_trace, row("op10"), Grouping::Process);
  arranger().act(row("op20"), RowAction::Hide);
  arranger().act(host, RowAction::Hide);
  arranger().act(host, RowAction::Collapse);
  m_view.select(spanNamed(*m_trace, "op20"), true);
  EXPECT_NE(layout().find(row("op20")), nullptr);
  arranger().act(row("op21"), RowAction::Hide);
  Arrangement filtered = arranger().arrangement();
  filtered.setFilter("t30");
  arranger().arrange(filtered);
  m_view.select(spanNamed(*m_trace, "op20"), true);
  EXPECT_NE(layout().find(row("op20")), nullptr);
  EXPECT_EQ(layout().find(row("op21")), nullptr) << "only what is in the way is undone";
}

TEST_F(MouseOnRows, pinningAboveDoesNotMoveWhatIsInSight) {
  m_view.select(spanNamed(*m_trace, "op40"), true);
  m_view.clearSelection();
  const auto spanAt = [&](int y) {
    QTest::mouseClick(m_canvas, Qt::LeftButton, {}, QPoint(m_canvas->tracksRect().left() + 500, y));
    return m_view.selection();
  };
  const int y = m_canvas->height() - 60;
  const SpanId before = spanAt(y);
  ASSERT_NE(before, SpanId::none);
  arranger().act(row("op11"), RowAction::Hide);
  EXPECT_EQ(spanAt(y), before);
}

class Counters : public MouseOnRows {
 protected:
  /// Two counters in bytes and one without a unit, of values 100, 1000 and 5.
  Counters() {
    TraceBuilder builder;
    Process process;
    process.name = builder.intern("python");
    const ProcessId host = builder.addProcess(process);
    const std::pair<const char*, double> counters[] = {{"a", 100}, {"b", 1000}, {"c", 5}};
    for (const auto& [name, value] : counters) {
      Counter counter;
      counter.process = host;
      counter.name = builder.intern(name);
      counter.unit = value == 5 ? StringId::empty : builder.intern("bytes");
      const CounterId id = builder.addCounter(counter);
      builder.addSample(id, {1'000}, value);
      builder.addSample(id, {50'000}, value / 2);
      builder.addSample(id, {90'000}, value);
    }
    show(builder.build());
  }

  [[nodiscard]] FrameGeometry frame(TimeRange range) const {
    const TimelineLayout rows = layout();
    const auto index = QueryIndex::build(m_trace);
    FrameRequest request;
    request.trace = m_trace.get();
    request.index = index.get();
    request.layout = &rows;
    request.range = range;
    request.width = 800;
    request.height = 400;
    FrameGeometry made;
    computeFrame(request, made);
    return made;
  }
};

TEST_F(Counters, ofOneUnitHaveOneScale) {
  const FrameGeometry made = frame(m_trace->bounds());
  ASSERT_EQ(made.counters.size(), 3U);
  EXPECT_EQ(made.counters[0].max, 1000);
  EXPECT_EQ(made.counters[1].max, 1000);
  EXPECT_TRUE(made.counters[0].isShared);
  EXPECT_EQ(made.counters[2].max, 5);
  EXPECT_FALSE(made.counters[2].isShared) << "nobody says what it counts";
}

TEST_F(Counters, haveScalesOfTheirOwnWhenAskedFor) {
  Arrangement own = arranger().arrangement();
  own.setSharesScales(false);
  arranger().arrange(own);
  EXPECT_EQ(frame(m_trace->bounds()).counters[0].max, 100);
}

TEST_F(Counters, aHiddenOneHasNoPartInTheScale) {
  arranger().act(rowOf(CounterId{1}), RowAction::Hide);
  EXPECT_EQ(frame(m_trace->bounds()).counters[0].max, 100);
}

TEST_F(Counters, theDotLiesOnTheCurve) {
  const FrameGeometry made = frame({{0}, {100'000}});
  const CounterOverlay overlay(*m_trace, made, {{0}, {100'000}}, 1);
  const CounterStrip& strip = made.counters[1];
  const auto point = overlay.pointOf(strip, {60'000});
  ASSERT_TRUE(point);
  EXPECT_NEAR(point->x(), 480, 1);
  EXPECT_NEAR(point->y(), strip.top + strip.height / 2.0, 1) << "500 of 1000";
  EXPECT_FALSE(overlay.pointOf(strip, {500})) << "before the first sample";
}

TEST_F(Counters, thePointerLightsTheValueOnEveryCurve) {
  const int top = m_canvas->tracksRect().top() + layout().rows()[1].top;
  const QPoint at(m_canvas->tracksRect().center().x(), top + 10);
  const QImage before = m_canvas->grab().toImage();
  QTest::mouseMove(m_canvas, at - QPoint(1, 0));
  QTest::mouseMove(m_canvas, at);
  const QImage after = m_canvas->grab().toImage();
  const QRgb dot = TimelinePalette::matching(m_canvas->palette()).selection;
  int lit = 0;
  for (const std::size_t each : {1, 2, 3}) {
    const TimelineRow row = layout().rows()[each];
    bool hasDot = false;
    for (int y = row.top; y < row.bottom(); ++y) {
      const QPoint pixel(at.x(), m_canvas->tracksRect().top() + y);
      hasDot = hasDot || (after.pixel(pixel) == dot && before.pixel(pixel) != dot);
    }
    lit += hasDot ? 1 : 0;
  }
  EXPECT_EQ(lit, 3);
  EXPECT_TRUE(m_canvas->hoverCard().text().contains("Value")) << m_canvas->hoverCard().text().toStdString();
}

}  // namespace
}  // namespace kernline::ui
