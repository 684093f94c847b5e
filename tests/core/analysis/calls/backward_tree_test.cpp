// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/call_tree.h"

#include "core/analysis/calls/backward_calls.h"
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
  EXPECT_EQ(
      linesOf(*trace, tree),
      (TreeLines{engine + " 200-40 0-0 x0", engine + "/MmBackward0 160-150 0-0 x0",
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
  EXPECT_EQ(linesOf(*trace, tree), (TreeLines{engine + " 200-40 100-0 x2", engine + "/MmBackward0 160-150 100-0 x2",
                                              engine + "/MmBackward0/launch 10-10 100-0 x2",
                                              engine + "/MmBackward0/launch/gemm 0-0 100-100 x2"}));
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

}  // namespace
}  // namespace kernline::test
