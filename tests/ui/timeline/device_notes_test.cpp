// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/device_notes.h"

#include "tests/ui/window/sample_trace.h"
#include "ui/overview/overview_figures.h"
#include "ui/style/figure_marks.h"
#include "ui/timeline/device_note_rows.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

IdleInterval interval(std::int64_t begin, std::int64_t end, IdleCause cause) {
  IdleInterval made;
  made.range = {{begin}, {end}};
  made.cause = cause;
  return made;
}

TEST(IdleNotes, answerForAnyRange) {
  const IdleNotes notes({interval(10, 20, IdleCause::HostBound), interval(20, 24, IdleCause::LaunchLatency),
                         interval(40, 60, IdleCause::HostBound)});
  const auto host = static_cast<std::size_t>(IdleCause::HostBound);
  const auto latency = static_cast<std::size_t>(IdleCause::LaunchLatency);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{0}, {100}})[host], 0.3);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{0}, {100}})[latency], 0.04);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{15}, {22}})[host], 5.0 / 7);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{15}, {22}})[latency], 2.0 / 7);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{45}, {50}})[host], 1);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{24}, {40}})[host], 0);
  EXPECT_DOUBLE_EQ(notes.sharesOf({{60}, {90}})[host], 0);
  EXPECT_EQ(notes.from({24})->range.begin.ns, 40);
  EXPECT_EQ(notes.from({60}), nullptr);
  EXPECT_DOUBLE_EQ(IdleNotes().sharesOf({{0}, {1}})[host], 0);
}

TEST(QueueNotes, holdADepthUntilTheNextSample) {
  const QueueNotes notes({{{10}, 1}, {{20}, 3}, {{30}, 0}});
  EXPECT_DOUBLE_EQ(notes.deepest(), 3);
  EXPECT_DOUBLE_EQ(notes.depthIn({{0}, {5}}).greatest, 0);
  EXPECT_DOUBLE_EQ(notes.depthIn({{12}, {18}}).least, 1);
  EXPECT_DOUBLE_EQ(notes.depthIn({{12}, {25}}).greatest, 3);
  EXPECT_DOUBLE_EQ(notes.depthIn({{12}, {25}}).least, 1);
  EXPECT_DOUBLE_EQ(notes.depthIn({{31}, {40}}).greatest, 0);
}

class NotedScene : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto notes = makeDeviceNotes(*test::smallTrace(), {});
    ASSERT_TRUE(notes.has_value());
    m_scene.setTrace(test::smallTrace(), false);
    m_scene.setViewport(1000, 400);
    m_scene.setRange({{0}, {100'000}});
    m_scene.setDeviceNotes(*notes);
  }
  [[nodiscard]] const TimelineRow* rowOf(RowKind kind) const {
    for (const TimelineRow& row : m_scene.layout().rows()) {
      if (row.kind == kind) {
        return &row;
      }
    }
    return nullptr;
  }

  TimelineScene m_scene;
};

TEST_F(NotedScene, hasRowsOnDemandBelowTheHeaderOfTheDevice) {
  EXPECT_EQ(rowOf(RowKind::Idle), nullptr);
  m_scene.showDeviceNotes(true, true);
  ASSERT_NE(rowOf(RowKind::Idle), nullptr);
  ASSERT_NE(rowOf(RowKind::Queue), nullptr);
  EXPECT_EQ(rowOf(RowKind::Idle)->top, m_scene.layout().rows().front().bottom());
  m_scene.showDeviceNotes(false, true);
  EXPECT_EQ(rowOf(RowKind::Idle), nullptr);
  EXPECT_NE(rowOf(RowKind::Queue), nullptr);
}

TEST_F(NotedScene, blamesWhatIsUnderThePointer) {
  m_scene.showDeviceNotes(true, false);
  const double y = rowOf(RowKind::Idle)->top + 5;
  EXPECT_EQ(m_scene.trace()->nameText(blamedAt(m_scene, {350, y})), "cudaLaunchKernel");
  EXPECT_EQ(m_scene.trace()->nameText(blamedAt(m_scene, {800, y})), "Memcpy HtoD (Pinned -> Device)");
  EXPECT_EQ(blamedAt(m_scene, {550, y}), SpanId::none);  // busy
  EXPECT_EQ(blamedAt(m_scene, {800, y + 60}), SpanId::none);
  const HoverCard card = describeNote(m_scene, *rowOf(RowKind::Idle), 800);
  EXPECT_EQ(card.title, QStringLiteral("Idle: unknown"));
}

TEST_F(NotedScene, paintsCausesInTheirColoursAndNothingWhileBusy) {
  m_scene.showDeviceNotes(true, false);
  QImage image(1000, 400, QImage::Format_RGB32);
  const TimelinePalette& palette = TimelinePalette::light();
  image.fill(palette.background);
  {
    QPainter painter(&image);
    paintNoteRows(painter, m_scene, palette);
  }
  const int top = rowOf(RowKind::Idle)->top;
  const auto has = [&](int from, int to, QColor colour) {
    for (int x = from; x < to; ++x) {
      for (int y = top; y < top + TimelineLayout::idleHeight; ++y) {
        if (image.pixelColor(x, y) == colour) {
          return true;
        }
      }
    }
    return false;
  };
  EXPECT_TRUE(has(300, 400, markOf(IdleCause::LaunchLatency).colour));
  EXPECT_TRUE(has(700, 900, markOf(IdleCause::Unknown).colour));
  EXPECT_FALSE(has(420, 690, markOf(IdleCause::Unknown).colour));
  EXPECT_EQ(image.pixelColor(550, top + 5), QColor(palette.lane));
}

}  // namespace
}  // namespace kernline::ui
