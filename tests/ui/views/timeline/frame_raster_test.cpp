// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/frame_raster.h"

#include "core/analysis/query/search.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace kernline::ui {
namespace {

using test::sketch;

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
    return palette().bar(SpanTones(*m_trace)(test::spansNamed(*m_trace, name).front()));
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

/// Each of half the time.
std::shared_ptr<const Trace> twoKernels() {
  return sketch(R"(ns
    gpu 0/7: gemm 0+500
    gpu 0/7: softmax 500+500)");
}

TEST(FrameRaster, aLoneShortKernelInALongTraceIsSeen) {
  const Painted painted(sketch(R"(ns
    gpu 0/7: first 0+1
    gpu 0/7: lone 500000001+1000
    gpu 0/7: last 999999999+1)"));
  EXPECT_NE(painted.at(200), Painted::palette().lane);
  EXPECT_EQ(painted.at(150), Painted::palette().lane);
}

TEST(FrameRaster, aWideBarHasItsColorFromEdgeToEdge) {
  const Painted painted(sketch(R"(ns
    gpu 0/7: a 0+500
    gpu 0/7: b 500+500)"));
  EXPECT_EQ(painted.at(100), painted.barOf("a"));
  EXPECT_EQ(painted.at(300), painted.barOf("b"));
  EXPECT_NE(painted.at(200), painted.barOf("a"));
}

TEST(FrameRaster, aSearchDimsWhatItDoesNotHitAndMarksWhatItDoes) {
  const Painted painted(twoKernels(), "gemm");
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
  EXPECT_NE(painted.at(300), painted.barOf("softmax"));
  EXPECT_EQ(painted.at(100, TimelineLayout::laneHeight - 2), Painted::palette().match);
  EXPECT_NE(painted.at(300, TimelineLayout::laneHeight - 2), Painted::palette().match);
}

TEST(FrameRaster, aWideHitIsLitThoughItBeginsInThePixelOfATinyOne) {
  const Painted painted(sketch(R"(ns
    gpu 0/7: gemm 0+10
    gpu 0/7: gemm 20+500000
    gpu 0/7: softmax 900000+100000)"),
                        "gemm");
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
  EXPECT_EQ(painted.at(100, TimelineLayout::laneHeight - 2), Painted::palette().match);
}

TEST(FrameRaster, withOnlyMatchesTheRestIsNotPainted) {
  const Painted painted(twoKernels(), "gemm", false, true);
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
  EXPECT_EQ(painted.at(300), Painted::palette().lane);
}

TEST(FrameRaster, aSearchWithoutHitsDimsNothing) {
  const Painted painted(sketch("gpu 0/7: gemm 0+500"), "softmax");
  EXPECT_EQ(painted.at(100), painted.barOf("gemm"));
}

TEST(FrameRaster, aCounterIsFilledUpToItsValue) {
  const Painted painted(sketch(R"(ns
    gpu 0/7: a 0+1000
    counter gpu 0: memory 10@0 5@500 nan@900)"));
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
  const Painted painted(sketch(R"(ns
    gpu 0/7: a 0+1000
    counter gpu 0: memory 0@0
    counter gpu 0: clock nan@0)"));
  ASSERT_EQ(painted.frame().counters.size(), 2U);
  EXPECT_TRUE(painted.frame().counters[0].hasSamples);
  EXPECT_FALSE(painted.frame().counters[1].hasSamples);
}

TEST(FrameRaster, aCollapsedStreamShowsKernelsNotTheRangeAroundThem) {
  const Painted painted(sketch(R"(ns
    gpu 0/7: forward 0+1000 [device_annotation]
    gpu 0/7: gemm 200+600)"),
                        {}, true);
  EXPECT_EQ(painted.at(50), painted.barOf("forward"));
  EXPECT_EQ(painted.at(200), painted.barOf("gemm"));
}

TEST(FrameRaster, aCollapsedThreadShowsItsOutermostSpans) {
  const Painted painted(sketch(R"(ns
    cpu 1: step 0+1000 [annotation]
    cpu 1: aten::mm 200+600)"),
                        {}, true);
  EXPECT_EQ(painted.at(200), painted.barOf("step"));
}

TEST(FrameRaster, rowsOutOfSightCostNothing) {
  std::string rows;
  for (int i = 0; i < 100; ++i) {
    rows += fmt::format("gpu 0/{}: a 0+1000\n", i);
  }
  EXPECT_LE(Painted(sketch(rows)).frame().strips.size(), 200U / TimelineLayout::laneHeight + 1);
}

}  // namespace
}  // namespace kernline::ui
