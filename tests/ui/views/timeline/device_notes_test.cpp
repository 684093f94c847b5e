// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/device_notes.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/sample_trace.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/views/overview/overview_figures.h"
#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/frame_geometry.h"
#include "ui/views/timeline/frame_raster.h"
#include "ui/views/timeline/row_titles.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QImage>
#include <QPaintEvent>
#include <QPainter>
#include <QTest>

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline::ui {
namespace {

IdleInterval interval(std::int64_t begin, std::int64_t end, IdleCause cause) {
  IdleInterval made;
  made.range = {{begin}, {end}};
  made.cause = cause;
  return made;
}

/// Returns the shares of `range` as a single pixel.
IntervalSums::Shares sharesOf(const IdleNotes& notes, TimeRange range) {
  IntervalSums::Shares all{};
  notes.sums().sharesAlong(TimeAxis(range, 1), [&](const IntervalSums::Shares& shares) { all = shares; });
  return all;
}

TEST(IdleNotes, answerForAnyRange) {
  const IdleNotes notes({interval(10, 20, IdleCause::HostBound), interval(20, 24, IdleCause::LaunchLatency),
                         interval(40, 60, IdleCause::HostBound)});
  const auto host = static_cast<std::size_t>(IdleCause::HostBound);
  const auto latency = static_cast<std::size_t>(IdleCause::LaunchLatency);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{0}, {100}})[host], 0.3);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{0}, {100}})[latency], 0.04);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{15}, {22}})[host], 5.0 / 7);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{15}, {22}})[latency], 2.0 / 7);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{45}, {50}})[host], 1);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{24}, {40}})[host], 0);
  EXPECT_DOUBLE_EQ(sharesOf(notes, {{60}, {90}})[host], 0);
  EXPECT_EQ(notes.from({24})->range.begin.ns, 40);
  EXPECT_EQ(notes.from({60}), nullptr);
  EXPECT_DOUBLE_EQ(sharesOf(IdleNotes(), {{0}, {1}})[host], 0);
}

TEST(IdleNotes, answerForEachPixelAsForEachRange) {
  std::vector<IdleInterval> intervals;
  for (int i = 0; i < 400; ++i) {
    intervals.push_back(interval(i * 50 + 3, i * 50 + 10 + i % 30, static_cast<IdleCause>(i % idleCauseCount)));
  }
  const IdleNotes notes(intervals);
  for (const TimeRange range : {TimeRange{{-100}, {30'000}}, TimeRange{{990}, {1700}}, TimeRange{{50'000}, {60'000}}}) {
    const TimeAxis axis(range, 300);
    int x = 0;
    notes.sums().sharesAlong(axis, [&](const IntervalSums::Shares& shares) {
      EXPECT_EQ(shares, sharesOf(notes, {axis.timeAt(x), axis.timeAt(x + 1)})) << x;
      ++x;
    });
    EXPECT_EQ(x, 300);
  }
}

TEST(QueueNotes, answerFromLeftToRightAsTheyDoAlone) {
  std::vector<QueueSample> samples;
  for (int i = 0; i < 500; ++i) {
    samples.push_back({{std::int64_t{20} * i}, i * 7919 % 40});
  }
  const QueueNotes notes(samples);
  std::size_t hint = 0;
  for (std::int64_t at = -90; at < 11'000; at += 33) {
    const ValueRange along = notes.depthIn({{at}, {at + 33}}, hint);
    const ValueRange alone = notes.depthIn({{at}, {at + 33}});
    EXPECT_EQ(along.min, alone.min) << at;
    EXPECT_EQ(along.max, alone.max) << at;
  }
}

TEST(QueueNotes, holdADepthUntilTheNextSample) {
  const QueueNotes notes({{{10}, 1}, {{20}, 3}, {{30}, 0}});
  EXPECT_DOUBLE_EQ(notes.maxDepth(), 3);
  EXPECT_DOUBLE_EQ(notes.depthIn({{0}, {5}}).max, 0);
  EXPECT_DOUBLE_EQ(notes.depthIn({{12}, {18}}).min, 1);
  EXPECT_DOUBLE_EQ(notes.depthIn({{12}, {25}}).max, 3);
  EXPECT_DOUBLE_EQ(notes.depthIn({{12}, {25}}).min, 1);
  EXPECT_DOUBLE_EQ(notes.depthIn({{31}, {40}}).max, 0);
}

class NotedScene : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto notes = makeDeviceNotes(test::smallTrace(), {});
    ASSERT_TRUE(notes.has_value());
    m_scene.setTrace(test::smallTrace(), false);
    m_scene.setViewport(1000, 400);
    m_scene.time().setRange({{0}, {100'000}});
    m_scene.setDeviceNotes(*notes);
  }
  [[nodiscard]] const TimelineRow* rowOf(TimelineRowKind kind) const {
    for (const TimelineRow& row : m_scene.rows().layout().rows()) {
      if (row.kind == kind) {
        return &row;
      }
    }
    return nullptr;
  }

  /// The tracks as the canvas paints them.
  [[nodiscard]] QImage frame(const TimelinePalette& palette) const {
    QImage image(1000, 400, QImage::Format_RGB32);
    FrameGeometry geometry;
    computeFrame({.trace = m_scene.trace().get(),
                  .layout = &m_scene.rows().layout(),
                  .notes = m_scene.deviceNotes(),
                  .range = m_scene.time().range(),
                  .width = image.width(),
                  .height = image.height()},
                 geometry);
    rasterFrame(geometry, palette, image);
    QPainter painter(&image);
    paintNoteLabels(painter, m_scene, palette);
    return image;
  }

  TimelineScene m_scene;
};

TEST_F(NotedScene, hasRowsOnDemandBelowTheHeaderOfTheDevice) {
  EXPECT_EQ(rowOf(TimelineRowKind::Idle), nullptr);
  m_scene.showNotes({.idle = true, .queues = true});
  ASSERT_NE(rowOf(TimelineRowKind::Idle), nullptr);
  ASSERT_NE(rowOf(TimelineRowKind::Queue), nullptr);
  EXPECT_EQ(rowOf(TimelineRowKind::Idle)->top, m_scene.rows().layout().rows().front().bottom());
  m_scene.showNotes({.queues = true});
  EXPECT_EQ(rowOf(TimelineRowKind::Idle), nullptr);
  EXPECT_NE(rowOf(TimelineRowKind::Queue), nullptr);
}

TEST_F(NotedScene, blamesWhatIsUnderThePointer) {
  m_scene.showNotes({.idle = true});
  const double y = rowOf(TimelineRowKind::Idle)->top + 5;
  EXPECT_EQ(m_scene.trace()->nameText(spanOfNoteAt(m_scene, {350, y})), "cudaLaunchKernel");
  EXPECT_EQ(m_scene.trace()->nameText(spanOfNoteAt(m_scene, {800, y})), "Memcpy HtoD (Pinned -> Device)");
  EXPECT_EQ(spanOfNoteAt(m_scene, {550, y}), SpanId::none);  // busy
  EXPECT_EQ(spanOfNoteAt(m_scene, {800, y + 60}), SpanId::none);
  const HoverCard card = describeNote(m_scene, *rowOf(TimelineRowKind::Idle), 800);
  EXPECT_EQ(card.title, QStringLiteral("Idle: unknown"));
}

TEST_F(NotedScene, paintsCausesInTheirColorsAndNothingWhileBusy) {
  m_scene.showNotes({.idle = true});
  const TimelinePalette& palette = TimelinePalette::light();
  const QImage image = frame(palette);
  const int top = rowOf(TimelineRowKind::Idle)->top;
  const auto has = [&](int from, int to, QColor color) {
    for (int x = from; x < to; ++x) {
      for (int y = top; y < top + TimelineLayout::intervalsHeight; ++y) {
        if (image.pixelColor(x, y) == color) {
          return true;
        }
      }
    }
    return false;
  };
  EXPECT_TRUE(has(300, 400, markOf(IdleCause::LaunchLatency).color));
  EXPECT_TRUE(has(700, 900, markOf(IdleCause::Unknown).color));
  EXPECT_FALSE(has(420, 690, markOf(IdleCause::Unknown).color));
  EXPECT_EQ(image.pixelColor(550, top + 5), QColor(palette.lane));
}

/// The steps of a real run, whose critical path has a row.
class PathScene : public ::testing::Test {
 protected:
  void SetUp() override {
    m_trace = load(kernline::test::fixture("h200-attention-original.json.gz")).value();
    m_path = makePathNotes(m_trace, {}).value();
    m_scene.setTrace(m_trace, false);
    m_scene.setViewport(1000, 400);
    m_scene.setPathNotes(m_path);
    m_scene.showNotes({.path = true});
  }

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const PathNotes> m_path;
  TimelineScene m_scene;
};

TEST_F(PathScene, hasARowAboveAllOthersOnDemand) {
  const TimelineRow& first = m_scene.rows().layout().rows().front();
  EXPECT_EQ(first.kind, TimelineRowKind::Path);
  EXPECT_EQ(rowTitle(*m_trace, first.id), QStringLiteral("critical path"));
  m_scene.showNotes({});
  EXPECT_NE(m_scene.rows().layout().rows().front().kind, TimelineRowKind::Path);
}

TEST_F(PathScene, leadsToWhatIsOnThePath) {
  const PathPiece* piece = m_path->from(m_trace->bounds().begin);
  while (piece != nullptr && piece->kind != PathKind::Kernel) {
    piece = m_path->from(piece->recorded.end);
  }
  ASSERT_NE(piece, nullptr);
  const TimeRange shown = shownRange(*piece);
  EXPECT_EQ(shown.end, m_trace->end(piece->span));
  m_scene.time().setRange({shown.begin - shown.length(), shown.end + shown.length()});
  const double x = m_scene.time().axis().xOf(shown.begin + Duration{shown.length().ns / 2});
  const TimelineRow& row = m_scene.rows().layout().rows().front();
  EXPECT_EQ(spanOfNoteAt(m_scene, {x, row.top + 5.0}), piece->span);
  const HoverCard card = describeNote(m_scene, row, x);
  EXPECT_EQ(card.title, QStringLiteral("Critical path: kernel"));
}

TEST(PathNotes, sayWhyThereIsNone) {
  const auto path = makePathNotes(load(kernline::test::fixture("chrome-trivial.json")).value(), {});
  ASSERT_TRUE(path.has_value());
  EXPECT_TRUE((*path)->problem().startsWith(QStringLiteral("No critical path: "))) << (*path)->problem().toStdString();
}

/// Sees how much of a widget is painted.
class PaintedArea : public QObject {
 public:
  explicit PaintedArea(QWidget* widget) { widget->installEventFilter(this); }
  [[nodiscard]] int maxArea() const { return m_maxArea; }
  void forget() { m_maxArea = 0; }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) {
      const QRect rect = static_cast<QPaintEvent*>(event)->region().boundingRect();
      m_maxArea = std::max(m_maxArea, rect.width() * rect.height());
    }
    return false;
  }

 private:
  int m_maxArea = 0;
};

TEST(NoteRows, areNotPaintedAnewUnderAMovingPointer) {
  TimelineView view;
  view.resize(1220, 500);
  view.setTrace(test::smallTrace());
  view.setIndex(QueryIndex::build(test::smallTrace()));
  view.scene().setDeviceNotes(makeDeviceNotes(test::smallTrace(), {}).value());
  view.scene().showNotes({.idle = true, .queues = true});
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  auto* canvas = view.findChild<TimelineCanvas*>();
  const QRect tracks = canvas->tracksRect();
  PaintedArea area(canvas);
  int cards = 0;
  for (int x = 0; x < tracks.width(); x += 7) {
    QTest::mouseMove(canvas, tracks.topLeft() + QPoint(x, TimelineLayout::headerHeight + 8));
    QCoreApplication::processEvents();
    cards += canvas->hoverCard().isEmpty() ? 0 : 1;
  }
  EXPECT_GT(cards, 0);
  EXPECT_GT(area.maxArea(), 0);
  EXPECT_LT(area.maxArea(), canvas->width() * canvas->height() / 3);
}

}  // namespace
}  // namespace kernline::ui
