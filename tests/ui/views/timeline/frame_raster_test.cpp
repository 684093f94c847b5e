// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/frame_raster.h"

#include "core/analysis/query/search.h"
#include "tests/core/analysis/query/small_trace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kernline::ui {
namespace {

using test::SmallTrace;

/// A frame of 400 × 200 pixels of a whole trace.
class Painted {
 public:
  explicit Painted(std::shared_ptr<const Trace> trace, std::string_view searched = {}, bool collapsed = false,
                   bool onlyMatches = false)
      : m_trace(std::move(trace)) {
    Arrangement arrangement(*m_trace);
    for (std::uint32_t i = 0; i < m_trace->tracks().size(); ++i) {
      arrangement.setCollapsed(rowOf(TrackId{i}), collapsed);
    }
    const TimelineLayout layout(*m_trace, arrangement);
    const auto index = QueryIndex::build(m_trace);
    if (!searched.empty()) {
      m_matches = MatchSet(*m_trace, std::make_shared<std::vector<SpanId>>(*search(*m_trace, {std::string(searched)})));
    }
    FrameRequest request;
    request.trace = m_trace.get();
    request.index = index.get();
    request.layout = &layout;
    request.matches = &m_matches;
    request.onlyMatches = onlyMatches;
    request.range = m_trace->bounds();
    request.width = 400;
    request.height = 200;
    computeFrame(request, m_frame);
    rasterFrame(m_frame, palette(), m_image);
    m_firstLaneTop = layout.rows()[1].top;
  }

  static const TimelinePalette& palette() { return TimelinePalette::light(); }
  [[nodiscard]] QRgb at(int x, int below = 5) const { return m_image.pixel(x, m_firstLaneTop + below); }
  [[nodiscard]] QRgb barOf(std::string_view name) const {
    return palette().bar(SpanTones(*m_trace)(test::named(*m_trace, name)));
  }
  [[nodiscard]] const FrameGeometry& frame() const { return m_frame; }
  [[nodiscard]] const QImage& image() const { return m_image; }

 private:
  std::shared_ptr<const Trace> m_trace;
  MatchSet m_matches;
  FrameGeometry m_frame;
  QImage m_image{400, 200, QImage::Format_RGB32};
  int m_firstLaneTop = 0;
};

TEST(FrameRaster, aLoneShortKernelInALongTraceIsSeen) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 1, "first");
  small.span(stream, 500'000'001, 1'000, "lone");
  small.span(stream, 999'999'999, 1, "last");
  const Painted painted(small.build());
  EXPECT_NE(painted.at(200), Painted::palette().lane);
  EXPECT_EQ(painted.at(150), Painted::palette().lane);
}

TEST(FrameRaster, aWideBarHasItsColorFromEdgeToEdge) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 500, "a");
  small.span(stream, 500, 500, "b");
  const Painted painted(small.build());
  EXPECT_EQ(painted.at(100), painted.barOf("a"));
  EXPECT_EQ(painted.at(300), painted.barOf("b"));
  EXPECT_NE(painted.at(200), painted.barOf("a"));
}

TEST(FrameRaster, aSearchDimsWhatItDoesNotHitAndMarksWhatItDoes) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 500, "gemm");
  small.span(stream, 500, 500, "softmax");
  const Painted painted(small.build(), "gemm");
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
  EXPECT_NE(painted.at(300), painted.barOf("softmax"));
  EXPECT_EQ(painted.at(100, TimelineLayout::laneHeight - 2), Painted::palette().match);
  EXPECT_NE(painted.at(300, TimelineLayout::laneHeight - 2), Painted::palette().match);
}

TEST(FrameRaster, aWideHitIsLitThoughItBeginsInThePixelOfATinyOne) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 10, "gemm");
  small.span(stream, 20, 500'000, "gemm");
  small.span(stream, 900'000, 100'000, "softmax");
  const Painted painted(small.build(), "gemm");
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
  EXPECT_EQ(painted.at(100, TimelineLayout::laneHeight - 2), Painted::palette().match);
}

TEST(FrameRaster, withOnlyMatchesTheRestIsNotPainted) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 500, "gemm");
  small.span(stream, 500, 500, "softmax");
  const Painted painted(small.build(), "gemm", false, true);
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
  EXPECT_EQ(painted.at(300), Painted::palette().lane);
}

TEST(FrameRaster, aSearchWithoutHitsDimsNothing) {
  SmallTrace small;
  small.span(small.stream(small.device("GPU"), "7"), 0, 500, "gemm");
  const Painted painted(small.build(), "softmax");
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
}

TEST(FrameRaster, aCounterIsFilledUpToItsValue) {
  SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  small.span(small.stream(gpu, "7"), 0, 1000, "a");
  const CounterId counter = small.counter(gpu, "memory");
  small.sample(counter, 0, 10);
  small.sample(counter, 500, 5);
  small.sample(counter, 900, std::nan(""));
  const Painted painted(small.build());
  ASSERT_EQ(painted.frame().counters.size(), 1U);
  const CounterStrip& strip = painted.frame().counters[0];
  const int quarterDown = strip.top + strip.height / 4;
  EXPECT_EQ(painted.image().pixel(100, quarterDown), Painted::palette().counterFill);
  EXPECT_NE(painted.image().pixel(300, quarterDown), Painted::palette().counterFill);
  EXPECT_EQ(painted.image().pixel(300, strip.top + strip.height * 3 / 4), Painted::palette().counterFill);
  EXPECT_NE(painted.image().pixel(380, strip.top + strip.height * 3 / 4), Painted::palette().counterFill)
      << "it is not sampled there";
}

TEST(FrameRaster, aCounterWithoutSamplesInSightIsNotTakenForZero) {
  SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  small.span(small.stream(gpu, "7"), 0, 1000, "a");
  small.sample(small.counter(gpu, "memory"), 0, 0);
  small.sample(small.counter(gpu, "clock"), 0, std::nan(""));
  const Painted painted(small.build());
  ASSERT_EQ(painted.frame().counters.size(), 2U);
  EXPECT_TRUE(painted.frame().counters[0].hasSamples);
  EXPECT_FALSE(painted.frame().counters[1].hasSamples);
}

TEST(FrameRaster, aCollapsedStreamShowsKernelsNotTheRangeAroundThem) {
  SmallTrace small;
  const TrackId stream = small.stream(small.device("GPU"), "7");
  small.span(stream, 0, 1000, "forward", SpanKind::DeviceAnnotation);
  small.span(stream, 200, 600, "gemm");
  const Painted painted(small.build(), {}, true);
  EXPECT_EQ(painted.at(50), painted.barOf("forward"));
  EXPECT_EQ(painted.at(200), painted.barOf("gemm"));
}

TEST(FrameRaster, aCollapsedThreadShowsItsOutermostSpans) {
  SmallTrace small;
  const TrackId thread = small.thread(small.process("python"), "1");
  small.span(thread, 0, 1000, "step", SpanKind::Annotation);
  small.span(thread, 200, 600, "aten::mm", SpanKind::Op);
  const Painted painted(small.build(), {}, true);
  EXPECT_EQ(painted.at(200), painted.barOf("step"));
}

TEST(FrameRaster, rowsOutOfSightCostNothing) {
  SmallTrace small;
  const ProcessId gpu = small.device("GPU");
  for (int i = 0; i < 100; ++i) {
    small.span(small.stream(gpu, std::to_string(i)), 0, 1000, "a");
  }
  EXPECT_LE(Painted(small.build()).frame().strips.size(), 200U / TimelineLayout::laneHeight + 1);
}

}  // namespace
}  // namespace kernline::ui
