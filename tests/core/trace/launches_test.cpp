// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/trace/small_trace.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(Launches, aKernelKnowsItsCallAndTheCallItsKernel) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42);
  small.addCorrelated(thread, "cudaLaunchKernel", 400, 10, SpanKind::Runtime, 42);
  const auto trace = small.build();
  const SpanId call = spanNamed(*trace, "cudaLaunchKernel");
  const SpanId kernel = spanNamed(*trace, "kernel");
  EXPECT_EQ(trace->launchOf(kernel), call);
  ASSERT_EQ(trace->launchedBy(call).size(), 1U);
  EXPECT_EQ(trace->launchedBy(call)[0].work, kernel);
  EXPECT_EQ(trace->launchOf(call), SpanId::none);
  EXPECT_TRUE(trace->launchedBy(kernel).empty());
  EXPECT_TRUE(trace->report().isClean());
}

TEST(Launches, theExternalIdNamesTheOpEvenIfAnotherOneIsCloser) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "aten::outer", 0, 100, SpanKind::Op, 0, 5);
  small.addCorrelated(thread, "aten::inner", 10, 80, SpanKind::Op, 0, 6);
  small.addCorrelated(thread, "cudaLaunchKernel", 20, 10, SpanKind::Runtime, 42, 5);
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42, 5);
  const auto trace = small.build();
  const SpanId outer = spanNamed(*trace, "aten::outer");
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "cudaLaunchKernel")), outer);
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "kernel")), outer);
}

TEST(Launches, withoutExternalIdTheInnermostOpAroundTheCallCounts) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.add(thread, "aten::linear", 0, 100, SpanKind::Op);
  small.add(thread, "aten::addmm", 10, 80, SpanKind::Op);
  small.add(thread, "frame", 15, 40, SpanKind::PythonFunction);
  small.addCorrelated(thread, "cudaLaunchKernel", 20, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42);
  const auto trace = small.build();
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "kernel")), spanNamed(*trace, "aten::addmm"));
}

TEST(Launches, aKernelOfNoCallIsCountedAndKept) {
  SmallTrace small;
  const TrackId stream = small.stream("7");
  const std::uint64_t offset = small.addCorrelated(stream, "lonely", 500, 100, SpanKind::Kernel, 42);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "lonely")), SpanId::none);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].firstOffset, offset);
}

TEST(Launches, aKernelThatStartsBeforeItsCallIsLinkedAndCounted) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "cudaLaunchKernel", 400, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "early", 390, 100, SpanKind::Kernel, 42);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "early")), spanNamed(*trace, "cudaLaunchKernel"));
  EXPECT_EQ(trace->report()[IssueKind::NegativeLaunchLatency].count, 1U);
}

TEST(Launches, theKernelsOfAGraphReplayShareOneCallAndHaveNoOp) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.add(thread, "aten::something", 390, 100, SpanKind::Op);
  small.addCorrelated(thread, "cudaGraphLaunch", 400, 10, SpanKind::Runtime, 42);
  for (int i = 0; i < 4; ++i) {
    small.addCorrelated(stream, "k" + std::to_string(i), 500 + i * 100, 90, SpanKind::Kernel, 42);
  }
  const auto trace = small.build();
  EXPECT_EQ(trace->launchedBy(spanNamed(*trace, "cudaGraphLaunch")).size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const SpanId kernel = spanNamed(*trace, "k" + std::to_string(i));
    EXPECT_TRUE(has(trace->flags(kernel), SpanFlags::GraphReplay));
    EXPECT_EQ(trace->opOf(kernel), SpanId::none);
  }
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 4U);
}

TEST(Launches, aCallThatStartsACopyAndAKernelIsNoGraphReplay) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "cudaMemcpyAsync", 400, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "Memcpy HtoD", 500, 90, SpanKind::Memcpy, 42);
  const auto trace = small.build();
  EXPECT_FALSE(has(trace->flags(spanNamed(*trace, "Memcpy HtoD")), SpanFlags::GraphReplay));
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 0U);
}

TEST(Launches, launchesAreSortedByCallAndWork) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  for (std::uint32_t i = 0; i < 50; ++i) {
    small.addCorrelated(thread, "call", 1000 + i * 10, 5, SpanKind::Runtime, 50 - i);
    small.addCorrelated(stream, "kernel", 5000 + i * 10, 5, SpanKind::Kernel, 1 + i);
  }
  const auto trace = small.build();
  EXPECT_EQ(trace->launches().size(), 50U);
  EXPECT_TRUE(std::ranges::is_sorted(trace->launches(), {}, [](const Launch& l) { return std::pair{l.call, l.work}; }));
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(Launches, farApartCorrelationIdsLinkAsWell) {
  SmallTrace small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "call", 0, 5, SpanKind::Runtime, 4000000000U);
  small.addCorrelated(thread, "other", 10, 5, SpanKind::Runtime, 3);
  small.addCorrelated(stream, "kernel", 20, 5, SpanKind::Kernel, 4000000000U);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "kernel")), spanNamed(*trace, "call"));
}

}  // namespace
}  // namespace kernline::test
