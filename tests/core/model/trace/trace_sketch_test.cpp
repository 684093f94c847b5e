// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_sketch.h"

#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(TraceSketch, hasASpanALine) {
  const auto trace = sketch(R"(
    gpu 0/7: gemm<a, b> 10+90  # the first
    gpu 0/20: Memcpy HtoD (Pageable -> Device) 20+4
    # a line without a span

    cpu 1: aten::mm 0+50)");
  EXPECT_THAT(allSpans(*trace),
              UnorderedElementsAre(SpanFacts{"aten::mm", 0, 50'000}, SpanFacts{"gemm<a, b>", 10'000, 90'000},
                                   SpanFacts{"Memcpy HtoD (Pageable -> Device)", 20'000, 4'000}));
  const TrackId row = trackOf(*trace, "0", "20");
  EXPECT_EQ(trace->track(row).kind, TrackKind::Stream);
  EXPECT_EQ(trace->process(trace->track(row).process).device, 0);
  EXPECT_EQ(trace->track(trackOf(*trace, "1", "1")).kind, TrackKind::Thread);
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(TraceSketch, tellsKindsByRowNameOrWord) {
  const auto trace = sketch(R"(
    gpu 1/7: gemm 0+1
    gpu 1/7: Memset (Device) 1+1
    gpu 1/7: wait 2+1 [device_sync]
    cpu 9/2: ProfilerStep#1 0+9
    cpu 9/2: hipModuleLaunchKernel 0+1
    cpu 9/2: aten::mm 1+1
    cpu 9/2: loop 2+1 [annotation]
    python 9/2: train.py(1): step 3+1)");
  const auto kindOf = [&](std::string_view name) { return trace->kind(spanNamed(*trace, name)); };
  EXPECT_EQ(kindOf("gemm"), SpanKind::Kernel);
  EXPECT_EQ(kindOf("Memset (Device)"), SpanKind::Memset);
  EXPECT_EQ(kindOf("wait"), SpanKind::DeviceSync);
  EXPECT_EQ(kindOf("ProfilerStep#1"), SpanKind::Annotation);
  EXPECT_EQ(kindOf("hipModuleLaunchKernel"), SpanKind::Runtime);
  EXPECT_EQ(kindOf("aten::mm"), SpanKind::Op);
  EXPECT_EQ(kindOf("loop"), SpanKind::Annotation);
  EXPECT_EQ(kindOf("train.py(1): step"), SpanKind::PythonFunction);
}

TEST(TraceSketch, linksWorkWithItsCall) {
  const auto trace = sketch(R"(
    gpu 0/7: a 10+90 <- launch 0+5
    gpu 0/7: b 110+9 x3 every 10 <- cpu 2: cudaGraphLaunch 100+5
    gpu 0/8: c 110+5 <- cpu 2: cudaGraphLaunch 100+5
    gpu 0/9: e 10+5 <- cpu 1: launch 0+5
    gpu 0/7: d 200+5 <- ?)");
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "a")), spanNamed(*trace, "cudaLaunchKernel"));
  EXPECT_EQ(trace->start(spanNamed(*trace, "cudaLaunchKernel")).ns, 0);
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "e")), trace->launchOf(spanNamed(*trace, "a")));
  const SpanId graph = spanNamed(*trace, "cudaGraphLaunch");
  EXPECT_EQ(trace->launchedBy(graph).size(), 4U);
  EXPECT_EQ(trace->duration(graph).ns, 5'000);
  EXPECT_EQ(trace->trackOf(graph), trackOf(*trace, "1", "2"));
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "d")), SpanId::none);
  EXPECT_EQ(spansNamed(*trace, "b").size(), 3U);
  EXPECT_EQ(trace->start(spansNamed(*trace, "b")[2]).ns, 130'000);
}

TEST(TraceSketch, countsInNanosecondsBelowALineThatSaysSo) {
  EXPECT_THAT(allSpans(*sketch("ns\ngpu 0/7: a -10+90")), ElementsAre(SpanFacts{"a", -10, 90}));
  EXPECT_THAT(allSpans(*sketch("\n  ns\n  gpu 0/7: a 10+0")), ElementsAre(SpanFacts{"a", 10, 0}));
}

TEST(TraceSketch, failsOnALineOfAnotherForm) {
  for (const char* const line :
       {"gpu 0: a 10+90", "gpu zero/7: a 10+90", "tpu 0/7: a 10+90", "gpu 0/7: a", "gpu 0/7: 10+90", "gpu 0/7: a 10-90",
        "gpu 0/7: a 10+90 [kernels]", "gpu 0/7: a 10+90 <- launch", "gpu 0/7: a 10+90 <- cpu x/1: launch 0+5"}) {
    static std::string text;
    text = line;
    EXPECT_NONFATAL_FAILURE(EXPECT_EQ(sketch(text)->spanCount(), 0U), line);
  }
}

}  // namespace
}  // namespace kernline::test
