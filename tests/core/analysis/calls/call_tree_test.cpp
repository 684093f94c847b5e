// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree.h"

#include "core/analysis/calls/call_path.h"
#include "tests/core/analysis/calls/call_trace.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::test {
namespace {

TEST_F(CallTrace, callsOfOnePathAreOneNodeAndKernelsHangBelowTheirLaunch) {
  twoSteps();
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 2);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{"step 160-80 60-0 x2", "step/mm 80-70 60-0 x2",
                                              "step/mm/launch 10-10 60-0 x2", "step/mm/launch/gemm 0-0 60-60 x2"}));
  EXPECT_EQ(tree.depth(), 4U);
}

TEST_F(CallTrace, aRangeCutsAtItsEdgesAndKeepsWorkOfEarlierCalls) {
  twoSteps();
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {.range = TimeRange{{70}, {115}}}, 2);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{"step 25-20 20-0 x2", "step/mm 5-5 20-0 x1", "step/mm/launch 0-0 20-0 x0",
                                              "step/mm/launch/gemm 0-0 20-20 x1"}));
}

TEST_F(CallTrace, bottomUpItsChildrenAreCallers) {
  twoSteps();
  made.span(thread, SpanKind::Op, "mm", 300, 11);
  const auto trace = made.build();
  const CallTree tree = invertedCallTree(callTree(*trace, {}, 2));
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree),
            (TreeLines{"gemm 0-0 60-0 x2", "gemm/launch 0-0 60-0 x2", "gemm/launch/mm 0-0 60-0 x2",
                       "gemm/launch/mm/step 0-0 60-60 x2", "launch 10-0 0-0 x2", "launch/mm 10-0 0-0 x2",
                       "launch/mm/step 10-10 0-0 x2", "mm 81-11 0-0 x3", "mm/step 70-70 0-0 x2", "step 80-80 0-0 x2"}));
  EXPECT_FALSE(tree.isShortened());
}

TEST_F(CallTrace, bottomUpSumsHoldWhereCallersAreLeftOut) {
  twoSteps();
  const auto trace = made.build();
  const CallTree topDown = callTree(*trace, {}, 1);
  const CallTree tree = invertedCallTree(topDown, {}, 1);
  expectSums(tree);
  EXPECT_TRUE(tree.isShortened());
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Host), topDown.total(CallTree::root, CallWeight::Host));
}

TEST_F(CallTrace, recursionIsAPathOfItsOwn) {
  made.span(thread, SpanKind::PythonFunction, "f", 0, 100);
  made.span(thread, SpanKind::PythonFunction, "f", 10, 80);
  made.span(thread, SpanKind::PythonFunction, "f", 20, 50);
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{"f 100-20 0-0 x1", "f/f 80-30 0-0 x1", "f/f/f 50-50 0-0 x1"}));
  const CallTree bottomUp = invertedCallTree(tree);
  EXPECT_EQ(bottomUp.childCount(CallTree::root), 1U);
  EXPECT_EQ(bottomUp.total(1, CallWeight::Host), 100);
}

TEST_F(CallTrace, ofCallsThatOverlapTheLaterEndsTheEarlier) {
  made.span(thread, SpanKind::Other, "outer", 0, 100);
  made.span(thread, SpanKind::Other, "a", 10, 40);
  made.span(thread, SpanKind::Other, "b", 30, 40);
  made.span(thread, SpanKind::Other, "inB", 60, 5);
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{"outer 100-40 0-0 x1", "outer/a 20-20 0-0 x1", "outer/b 40-35 0-0 x1",
                                              "outer/b/inB 5-5 0-0 x1"}));
  EXPECT_EQ(tree.cutSpans(), 1U);
}

TEST_F(CallTrace, calleesThatOutliveTheirCallerDoNotAdoptWhatIsCalledNext) {
  made.span(thread, SpanKind::PythonFunction, "main", 0, 1000);
  for (const int start : {100, 500}) {
    made.span(thread, SpanKind::PythonFunction, "call_op", start, 120);
    made.span(thread, SpanKind::PythonFunction, "built-in", start + 10, 990 - start);
    made.span(thread, SpanKind::Op, "op", start + 20, 60);
  }
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree),
            (TreeLines{"main 1000-760 0-0 x1", "main/call_op 240-20 0-0 x2", "main/call_op/built-in 220-100 0-0 x2",
                       "main/call_op/built-in/op 120-120 0-0 x2"}));
  EXPECT_EQ(tree.cutSpans(), 2U);
}

TEST_F(CallTrace, ofACalleeThatOutlivesTheOutermostCallTheRestIsItsOwn) {
  made.span(thread, SpanKind::Op, "a", 0, 10);
  made.span(thread, SpanKind::Op, "b", 4, 10);
  made.span(thread, SpanKind::Op, "next", 12, 1);
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  expectSums(tree);
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Host), 14);
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{"a 10-4 0-0 x1", "a/b 6-6 0-0 x1", "b 3-3 0-0 x0", "next 1-1 0-0 x1"}));
}

TEST_F(CallTrace, threadsAreOneTreeOrEachItsOwn) {
  made.span(thread, SpanKind::Op, "mm", 0, 10);
  const TrackId other = made.track(host, "2", TrackKind::Thread);
  made.span(other, SpanKind::Op, "mm", 5, 20);
  made.span(made.track(host, "x", TrackKind::Async), SpanKind::Other, "no call", 0, 99);
  const auto trace = made.build();
  EXPECT_EQ(linesOf(*trace, callTree(*trace, {}, 2)), (TreeLines{"mm 30-30 0-0 x2"}));
  ASSERT_EQ(callTracks(*trace).size(), 2U);
  EXPECT_EQ(linesOf(*trace, callTree(*trace, {.track = callTracks(*trace)[1]}, 2)), (TreeLines{"mm 20-20 0-0 x1"}));
}

TEST_F(CallTrace, workWithoutALaunchIsThereToo) {
  made.span(stream, SpanKind::Kernel, "gemm", 0, 7);
  made.span(stream, SpanKind::DeviceAnnotation, "no work", 0, 50);
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{"(no launch) 0-0 7-0 x0", "(no launch)/gemm 0-0 7-7 x1"}));
  const CallTree bottomUp = invertedCallTree(tree);
  EXPECT_EQ(spansOf(*trace, {}, pathOf(tree, 2)).size(), 1U);
  EXPECT_EQ(spansOf(*trace, {}, pathOf(bottomUp, 2)).size(), 1U);
}

TEST_F(CallTrace, aNodeKnowsItsLongestSpanAndAllItsSpans) {
  twoSteps();
  made.span(thread, SpanKind::PythonFunction, "step", 400, 90);
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  for (CallNode node = 1; node < tree.size(); ++node) {
    const std::vector<SpanId> spans = spansOf(*trace, {}, pathOf(tree, node));
    EXPECT_EQ(spans.size(), tree.count(node)) << tree.text(*trace, node);
    EXPECT_NE(std::ranges::find(spans, tree.longest(node)), spans.end());
  }
  EXPECT_EQ(trace->start(tree.longest(nodeAt(tree, {.names = {tree.name(1)}}))).ns, 400);
  const CallTree bottomUp = invertedCallTree(tree);
  for (CallNode node = 1; node < bottomUp.size(); ++node) {
    EXPECT_EQ(spansOf(*trace, {}, pathOf(bottomUp, node)).size(), bottomUp.count(node));
  }
}

TEST_F(CallTrace, aPathLeadsToTheSameNodeOfAnotherTree) {
  twoSteps();
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  const CallTree part = callTree(*trace, {.range = TimeRange{{0}, {15}}}, 1);
  const CallPath deepest = pathOf(tree, static_cast<CallNode>(tree.size() - 1));
  EXPECT_EQ(nodeAt(tree, deepest), tree.size() - 1);
  EXPECT_EQ(nodeAt(part, deepest), CallTree::root);
  EXPECT_EQ(part.text(*trace, nodeAt(part, deepest, true)), "mm");
}

TEST_F(CallTrace, stoppingGivesARootAlone) {
  twoSteps();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(callTree(*made.build(), {}, 2, stop.get_token()).isEmpty());
}

/// Sums the host time of each thread.
std::int64_t hostTimeOf(const Trace& trace) {
  std::int64_t host = 0;
  for (const TrackId track : summedCallTracks(trace)) {
    host += callTree(trace, {.track = track}, 1).total(CallTree::root, CallWeight::Host);
  }
  return host;
}

class CallTreeOfTraces : public testing::TestWithParam<std::string> {};

/// With no nesting undone, a thread's tree lasts as long as its outermost spans; all kernels are in it, however cut.
TEST_P(CallTreeOfTraces, sumsAreExactAndAllDeviceTimeIsThere) {
  const auto loaded = load(shared(GetParam()));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const CallTree tree = callTree(trace, {}, 2);
  expectSums(tree);
  expectSums(invertedCallTree(tree));
  std::int64_t device = 0;
  for (std::uint32_t s = 0; s < trace.spanCount(); ++s) {
    device += isDeviceActivity(trace.kinds()[s]) ? trace.durations()[s].ns : 0;
  }
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Device), device);
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Host), hostTimeOf(trace));
  const TimeRange whole = trace.bounds();
  const Time middle = whole.begin + Duration{whole.length().ns / 3};
  std::int64_t host = 0;
  std::int64_t partsOfDevice = 0;
  for (const TimeRange part : {TimeRange{whole.begin, middle}, TimeRange{middle, whole.end}}) {
    const CallTree cut = callTree(trace, {.range = part}, 2);
    expectSums(cut);
    host += cut.total(CallTree::root, CallWeight::Host);
    partsOfDevice += cut.total(CallTree::root, CallWeight::Device);
  }
  EXPECT_EQ(host, tree.total(CallTree::root, CallWeight::Host));
  EXPECT_EQ(partsOfDevice, device);
}

std::vector<std::string> treesToTry() {
  return {"h200/gpt_stack_trace.json.gz", "h200/ddp_rank0.pt.trace.json.gz", "h200/cuda_graph_trace.json.gz",
          "h200/jax_vm.trace.json.gz"};
}
INSTANTIATE_TEST_SUITE_P(Shared, CallTreeOfTraces, testing::ValuesIn(treesToTry()),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace kernline::test
