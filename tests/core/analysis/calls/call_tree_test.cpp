// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/analysis/calls/call_path.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kernline::test {
namespace {

/// A line a node: path, total and own time of host and device, count; in the order of the paths.
std::vector<std::string> linesOf(const Trace& trace, const CallTree& tree) {
  std::set<std::string> lines;
  for (CallNode node = 1; node < tree.size(); ++node) {
    std::string path;
    for (CallNode at = node; at != CallTree::root; at = tree.parent(at)) {
      path.insert(0, std::string(tree.text(trace, at)) + (path.empty() ? "" : "/"));
    }
    lines.insert(fmt::format("{} {}-{} {}-{} x{}", path, tree.total(node, CallWeight::Host),
                             tree.self(node, CallWeight::Host), tree.total(node, CallWeight::Device),
                             tree.self(node, CallWeight::Device), tree.count(node)));
  }
  return {lines.begin(), lines.end()};
}

/// Total = own + children, for every node and weight; nothing is negative; children are where they should be.
void expectSums(const CallTree& tree) {
  for (CallNode node = 0; node < tree.size(); ++node) {
    for (const CallWeight weight : {CallWeight::Host, CallWeight::Device, CallWeight::Count}) {
      std::int64_t sum = tree.self(node, weight);
      ASSERT_GE(sum, 0);
      for (CallNode child = tree.firstChild(node); child < tree.firstChild(node) + tree.childCount(node); ++child) {
        ASSERT_EQ(tree.parent(child), node);
        sum += tree.total(child, weight);
      }
      ASSERT_EQ(sum, tree.total(node, weight)) << "node " << node;
    }
  }
}

using Lines = std::vector<std::string>;

class CallTrace : public testing::Test {
 protected:
  CallTrace() {
    host = made.process("1");
    thread = made.track(host, "1", TrackKind::Thread);
    stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  }

  void launch(std::int64_t start, std::int64_t duration, std::uint32_t id, std::string_view kernel, std::int64_t at,
              std::int64_t length) {
    made.span(thread, SpanKind::Runtime, "launch", start, duration).correlation = id;
    made.span(stream, SpanKind::Kernel, kernel, at, length).correlation = id;
  }
  void twoSteps() {
    for (const std::int64_t at : {0, 100}) {
      made.span(thread, SpanKind::PythonFunction, "step", at, 80);
      made.span(thread, SpanKind::Op, "mm", at + 10, 40);
      launch(at + 20, 5, static_cast<std::uint32_t>(at + 1), "gemm", at + 60, 30);
    }
  }

  HandMadeTrace made;
  ProcessId host = ProcessId::none;
  TrackId thread = TrackId::none;
  TrackId stream = TrackId::none;
};

TEST_F(CallTrace, callsOfOnePathAreOneNodeAndKernelsHangBelowTheirLaunch) {
  twoSteps();
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 2);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree), (Lines{"step 160-80 60-0 x2", "step/mm 80-70 60-0 x2",
                                          "step/mm/launch 10-10 60-0 x2", "step/mm/launch/gemm 0-0 60-60 x2"}));
  EXPECT_EQ(tree.depth(), 4U);
}

TEST_F(CallTrace, aRangeCutsAtItsEdgesAndKeepsWorkOfEarlierCalls) {
  twoSteps();
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {.range = TimeRange{{70}, {115}}}, 2);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree), (Lines{"step 25-20 20-0 x2", "step/mm 5-5 20-0 x1", "step/mm/launch 0-0 20-0 x0",
                                          "step/mm/launch/gemm 0-0 20-20 x1"}));
}

TEST_F(CallTrace, bottomUpItsChildrenAreCallers) {
  twoSteps();
  made.span(thread, SpanKind::Op, "mm", 300, 11);
  const auto trace = made.build();
  const CallTree tree = invertedCallTree(callTree(*trace, {}, 2));
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree),
            (Lines{"gemm 0-0 60-0 x2", "gemm/launch 0-0 60-0 x2", "gemm/launch/mm 0-0 60-0 x2",
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
  EXPECT_EQ(linesOf(*trace, tree), (Lines{"f 100-20 0-0 x1", "f/f 80-30 0-0 x1", "f/f/f 50-50 0-0 x1"}));
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
  EXPECT_EQ(linesOf(*trace, tree),
            (Lines{"outer 100-40 0-0 x1", "outer/a 20-20 0-0 x1", "outer/b 40-35 0-0 x1", "outer/b/inB 5-5 0-0 x1"}));
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
            (Lines{"main 1000-760 0-0 x1", "main/call_op 240-20 0-0 x2", "main/call_op/built-in 220-100 0-0 x2",
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
  EXPECT_EQ(linesOf(*trace, tree), (Lines{"a 10-4 0-0 x1", "a/b 6-6 0-0 x1", "b 3-3 0-0 x0", "next 1-1 0-0 x1"}));
}

TEST_F(CallTrace, threadsAreOneTreeOrEachItsOwn) {
  made.span(thread, SpanKind::Op, "mm", 0, 10);
  const TrackId other = made.track(host, "2", TrackKind::Thread);
  made.span(other, SpanKind::Op, "mm", 5, 20);
  made.span(made.track(host, "x", TrackKind::Async), SpanKind::Other, "no call", 0, 99);
  const auto trace = made.build();
  EXPECT_EQ(linesOf(*trace, callTree(*trace, {}, 2)), (Lines{"mm 30-30 0-0 x2"}));
  ASSERT_EQ(callTracks(*trace).size(), 2U);
  EXPECT_EQ(linesOf(*trace, callTree(*trace, {.track = callTracks(*trace)[1]}, 2)), (Lines{"mm 20-20 0-0 x1"}));
}

TEST_F(CallTrace, workWithoutALaunchIsThereToo) {
  made.span(stream, SpanKind::Kernel, "gemm", 0, 7);
  made.span(stream, SpanKind::DeviceAnnotation, "no work", 0, 50);
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 1);
  EXPECT_EQ(linesOf(*trace, tree), (Lines{"(no launch) 0-0 7-0 x0", "(no launch)/gemm 0-0 7-7 x1"}));
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

/// A step whose backward runs on an autograd thread; something on a third thread lasts longer.
class BackwardTrace : public CallTrace {
 protected:
  BackwardTrace() {
    const TrackId loader = made.track(host, "3", TrackKind::Thread);
    made.span(loader, SpanKind::PythonFunction, "threading.py(973): _bootstrap", 0, 5000);
    made.span(loader, SpanKind::Op, "aten::cat", 100, 4);
    made.span(thread, SpanKind::PythonFunction, "train.py(1): step", 0, 1000);
    made.span(thread, SpanKind::Op, "mm", 10, 40);
    launch(20, 5, 1, "gemm", 60, 30);
    made.span(thread, SpanKind::PythonFunction, "torch/_tensor.py(576): backward", 100, 800);
    made.span(thread, SpanKind::PythonFunction, "<built-in method run_backward of X>", 110, 700);
    step(200, 2, "MmBackward0");
    step(400, 3, "MmBackward0");
  }
  void step(std::int64_t at, std::uint32_t id, const std::string& name) {
    made.span(autograd, SpanKind::Op, "autograd::engine::evaluate_function: " + name, at, 100);
    made.span(autograd, SpanKind::Op, name, at + 10, 80);
    made.span(autograd, SpanKind::Runtime, "launch", at + 20, 5).correlation = id;
    made.span(stream, SpanKind::Kernel, "gemm", at + 1000, 50).correlation = id;
  }

  TrackId autograd = made.track(host, "2", TrackKind::Thread);
};

const std::string engine = "autograd::engine::evaluate_function: MmBackward0";
const std::string waits = "train.py(1): step/torch/_tensor.py(576): backward/<built-in method run_backward of X>";

TEST_F(BackwardTrace, workOfAnAutogradThreadIsBelowWhatWaitsForIt) {
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 2);
  expectSums(tree);
  EXPECT_EQ(linesOf(*trace, tree),
            (Lines{engine + " 200-40 0-0 x0", engine + "/MmBackward0 160-150 0-0 x0",
                   engine + "/MmBackward0/launch 10-10 0-0 x0", "threading.py(973): _bootstrap 5000-4996 0-0 x1",
                   "threading.py(973): _bootstrap/aten::cat 4-4 0-0 x1", "train.py(1): step 1000-160 130-0 x1",
                   "train.py(1): step/mm 40-35 30-0 x1", "train.py(1): step/mm/launch 5-5 30-0 x1",
                   "train.py(1): step/mm/launch/gemm 0-0 30-30 x1",
                   "train.py(1): step/torch/_tensor.py(576): backward 800-100 100-0 x1", waits + " 700-700 100-0 x1",
                   waits + "/" + engine + " 0-0 100-0 x2", waits + "/" + engine + "/MmBackward0 0-0 100-0 x2",
                   waits + "/" + engine + "/MmBackward0/launch 0-0 100-0 x2",
                   waits + "/" + engine + "/MmBackward0/launch/gemm 0-0 100-100 x2"}));
}

TEST_F(BackwardTrace, nodesKnowTheirSpansWhereverTheyHang) {
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 2);
  for (CallNode node = 1; node < tree.size(); ++node) {
    const std::vector<SpanId> spans = spansOf(*trace, {}, pathOf(tree, node));
    EXPECT_EQ(spans.size(), tree.count(node) == 0 ? 2U : tree.count(node)) << tree.text(*trace, node);
    EXPECT_NE(std::ranges::find(spans, tree.longest(node)), spans.end());
  }
  const CallTree bottomUp = invertedCallTree(tree);
  expectSums(bottomUp);
  for (CallNode node = 1; node < bottomUp.size(); ++node) {
    EXPECT_EQ(spansOf(*trace, {}, pathOf(bottomUp, node)).size(), bottomUp.count(node));
  }
}

TEST_F(BackwardTrace, anAutogradThreadAloneIsWhatItIs) {
  const auto trace = made.build();
  const auto tracks = callTracks(*trace);
  const auto found = autogradThreads(*trace, tracks);
  ASSERT_EQ(found.size(), 1U);
  const CallTree tree = callTree(*trace, {.track = found[0]}, 2);
  EXPECT_EQ(linesOf(*trace, tree),
            (Lines{engine + " 200-40 100-0 x2", engine + "/MmBackward0 160-150 100-0 x2",
                   engine + "/MmBackward0/launch 10-10 100-0 x2", engine + "/MmBackward0/launch/gemm 0-0 100-100 x2"}));
}

TEST_F(BackwardTrace, aRangeKeepsWorkWhoseLaunchesLieBeforeIt) {
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {.range = TimeRange{{1210}, {1460}}}, 2);
  expectSums(tree);
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Device), 90);
  CallPath path;
  for (const char* name : {"train.py(1): step", "torch/_tensor.py(576): backward"}) {
    path.names.push_back({.name = trace->strings().find(name), .kind = SpanKind::PythonFunction});
  }
  EXPECT_EQ(tree.total(nodeAt(tree, path), CallWeight::Device), 90);
}

TEST_F(BackwardTrace, whatNothingWaitsForStaysAtTheTop) {
  step(1500, 4, "AddBackward0");
  const auto trace = made.build();
  const CallTree tree = callTree(*trace, {}, 2);
  expectSums(tree);
  EXPECT_THAT(linesOf(*trace, tree),
              testing::Contains("autograd::engine::evaluate_function: AddBackward0 100-20 50-0 x1"));
}

TEST_F(CallTrace, stoppingGivesARootAlone) {
  twoSteps();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(callTree(*made.build(), {}, 2, stop.get_token()).isEmpty());
}

/// Of all threads, each by itself.
std::int64_t hostTimeOf(const Trace& trace) {
  std::int64_t host = 0;
  for (const TrackId track : summedCallTracks(trace)) {
    host += callTree(trace, {.track = track}, 1).total(CallTree::root, CallWeight::Host);
  }
  return host;
}

/// Of all nodes with such a name that have none above them.
std::int64_t deviceTimeBelow(const Trace& trace, const CallTree& tree, std::string_view part) {
  std::int64_t device = 0;
  for (CallNode node = 1; node < tree.size(); ++node) {
    bool isOutermost = tree.text(trace, node).contains(part);
    for (CallNode at = tree.parent(node); at != CallTree::root && isOutermost; at = tree.parent(at)) {
      isOutermost = !tree.text(trace, at).contains(part);
    }
    device += isOutermost ? tree.total(node, CallWeight::Device) : 0;
  }
  return device;
}

struct BackwardTime {
  const char* file;
  const char* driver;
};

class BackwardOfTraces : public testing::TestWithParam<BackwardTime> {};

/// All that an autograd thread launches, and nothing else of it, is below what waits for it.
TEST_P(BackwardOfTraces, allWorkOfAutogradThreadsIsBelowTheCallThatWaits) {
  const auto loaded = load(shared(GetParam().file));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const std::vector<TrackId> threads = callTracks(trace);
  std::int64_t launched = 0;
  for (const TrackId track : autogradThreads(trace, threads)) {
    launched += callTree(trace, {.track = track}, 1).total(CallTree::root, CallWeight::Device);
  }
  EXPECT_GT(launched, 0);
  const std::vector<TrackId> autograd = autogradThreads(trace, threads);
  std::int64_t before = 0;
  for (const TrackId track : threads) {
    if (std::ranges::find(autograd, track) == autograd.end()) {
      before += deviceTimeBelow(trace, callTree(trace, {.track = track}, 1), GetParam().driver);
    }
  }
  EXPECT_EQ(deviceTimeBelow(trace, callTree(trace, {}, 2), GetParam().driver), before + launched);
}

INSTANTIATE_TEST_SUITE_P(
    Shared, BackwardOfTraces,
    testing::Values(BackwardTime{"h200/gpt_stack_trace.json.gz", "run_backward of"},
                    BackwardTime{"h200/ddp_rank0.pt.trace.json.gz", "run_backward of"},
                    BackwardTime{"h200/Flash_seq256_trace.json.gz", "backward"},
                    BackwardTime{"traces/torch/hta_two_ranks_of_128/rank-0.json.gz", "## backward ##"},
                    BackwardTime{"traces/torch/tracelens_mi300_resnet_checkpoint.json.gz", "run_backward of"}),
    [](const auto& param) { return testName(param.param.file); });

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
