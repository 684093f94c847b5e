// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graphs/graph_join.h"

#include "core/analysis/calls/call_path.h"
#include "core/analysis/causes/module_times.h"
#include "core/analysis/quality/data_quality.h"
#include "tests/core/analysis/hand_made_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>

namespace kernline::test {
namespace {

using Names = std::vector<std::string>;

/// A host thread that captures and replays, and a device with two streams.
class MadeGraphs {
 public:
  HandMadeTrace made;
  ProcessId host = made.process("5");
  TrackId thread = made.track(host, "5", TrackKind::Thread);
  TrackId otherThread = made.track(host, "6", TrackKind::Thread);
  ProcessId device = made.process("0", 0);
  TrackId stream = made.track(device, "7", TrackKind::Stream);
  TrackId otherStream = made.track(device, "8", TrackKind::Stream);

  void call(std::string_view name, std::int64_t length = 1) { callOn(thread, name, length); }
  void callOn(TrackId on, std::string_view name, std::int64_t length = 1) {
    made.span(on, SpanKind::Runtime, name, m_at, length);
    m_at += 2;
  }
  /// An operator around a captured launch.
  void captured(std::string_view op, std::string_view launch = "cudaLaunchKernel") {
    made.span(thread, SpanKind::Op, op, m_at, 6);
    m_at += 2;
    call(launch);
    m_at += 2;
  }
  void capture(const Names& ops) {
    call("cudaStreamBeginCapture");
    for (const std::string& op : ops) {
      captured(op);
    }
    call("cudaStreamEndCapture");
  }
  void replay(const Names& kernels, const std::vector<bool>& isOnOther = {}) {
    ++m_correlation;
    made.span(thread, SpanKind::Runtime, "cudaGraphLaunch", m_at, 1).correlation = m_correlation;
    for (std::size_t n = 0; n < kernels.size(); ++n) {
      const bool other = n < isOnOther.size() && isOnOther[n];
      made.span(other ? otherStream : stream, SpanKind::Kernel, kernels[n], m_at + 10 + std::int64_t(n) * 10, 5)
          .correlation = m_correlation;
    }
    m_at += 1'000;
  }
  std::shared_ptr<const Trace> build() { return made.build(); }

 private:
  std::int64_t m_at = 0;
  std::uint32_t m_correlation = 0;
};

/// The operators of replayed work in order of time; "?" where it is open.
Names operatorsOf(const Trace& trace, const GraphJoin& join, std::span<const Trace* const> others = {}) {
  std::map<Time, std::string> byStart;
  for (const SpanId open : join.open()) {
    byStart[trace.start(open)] = "?";
  }
  for (const CapturedBy& by : join.joined()) {
    const Trace& source = by.source == 0 ? trace : *others[by.source - 1];
    const SpanId op = source.opOf(by.launch);
    byStart[trace.start(by.activity)] = op == SpanId::none ? "-" : std::string(source.nameText(op));
  }
  Names names;
  for (const auto& [start, name] : byStart) {
    names.push_back(name);
  }
  return names;
}

TEST(GraphJoin, theNthLaunchOfACaptureIsTheNthKernelOfEachReplay) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm", "aten::add"});
  graphs.replay({"gemm", "vector"});
  graphs.replay({"gemm", "vector"});
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  EXPECT_EQ(operatorsOf(*trace, join), (Names{"aten::mm", "aten::add", "aten::mm", "aten::add"}));
  ASSERT_EQ(join.graphs().size(), 1U);
  EXPECT_EQ(join.graphs()[0].fit, GraphFit::Count);
  EXPECT_EQ(join.graphs()[0].launches.size(), 2U);
  EXPECT_EQ(join.graphs()[0].activityNs, 20);
}

TEST(GraphJoin, anotherNumberOfLaunchesIsLeftOpen) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm", "aten::add"});
  graphs.replay({"gemm", "vector", "more"});
  graphs.replay({"gemm"});  // cut by the end of the trace
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  EXPECT_EQ(operatorsOf(*trace, join), (Names{"?", "?", "?", "?"}));
  EXPECT_EQ(join.graphs()[0].fit, GraphFit::Differs);
  EXPECT_EQ(join.graphs()[1].fit, GraphFit::Differs);
}

TEST(GraphJoin, aReplayBeforeTheCaptureIsOfAnotherGraph) {
  MadeGraphs graphs;
  graphs.replay({"gemm"});
  graphs.capture({"aten::mm"});
  const auto trace = graphs.build();
  EXPECT_EQ(GraphJoin::of(*trace).open().size(), 1U);
}

TEST(GraphJoin, withoutACaptureEverythingIsOpen) {
  MadeGraphs graphs;
  graphs.replay({"gemm", "vector"});
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  EXPECT_EQ(join.graphs()[0].fit, GraphFit::NoCapture);
  EXPECT_EQ(join.captures(), 0U);
  EXPECT_EQ(DataQuality::of(*trace).find("replay_open"), nullptr);  // graph_replay says it
}

TEST(GraphJoin, workThatRanDuringACaptureIsNotPartOfIt) {
  MadeGraphs graphs;
  graphs.call("cudaStreamBeginCapture");
  graphs.captured("aten::mm");
  graphs.made.span(graphs.otherThread, SpanKind::Runtime, "cudaLaunchKernel", 7, 1).correlation = 77;
  graphs.made.span(graphs.stream, SpanKind::Kernel, "fill", 20, 1).correlation = 77;
  graphs.call("cudaStreamEndCapture");
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  EXPECT_EQ(operatorsOf(*trace, GraphJoin::of(*trace)), Names{"aten::mm"});
}

TEST(GraphJoin, kindsOfWorkMustAgree) {
  MadeGraphs graphs;
  graphs.call("cudaStreamBeginCapture");
  graphs.captured("aten::zero_", "cudaMemsetAsync");
  graphs.call("cudaStreamEndCapture");
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  EXPECT_EQ(GraphJoin::of(*trace).graphs()[0].fit, GraphFit::Differs);
}

TEST(GraphJoin, theOperatorOfATritonLaunchNamesItsKernel) {
  MadeGraphs graphs;
  graphs.capture({"triton_poi_fused_add_0"});
  graphs.replay({"triton_poi_fused_mul_1"});
  graphs.replay({"triton_poi_fused_add_0"});
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  EXPECT_EQ(operatorsOf(*trace, join), (Names{"?", "triton_poi_fused_add_0"}));
}

TEST(GraphJoin, ofSeveralCapturesWithTheSameOperatorsTheLastCounts) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm"});
  graphs.capture({"aten::mm"});
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  ASSERT_EQ(join.joined().size(), 1U);
  EXPECT_EQ(join.graphs()[0].fitting, 2U);
  EXPECT_GT(trace->start(join.joined()[0].launch).ns, 10);
  const std::span<const CapturedBy> others = join.alternatives(join.joined()[0]);
  ASSERT_EQ(others.size(), 1U);
  EXPECT_LT(trace->start(others[0].launch), trace->start(join.joined()[0].launch)) << "the first is another";
  EXPECT_EQ(trace->nameText(others[0].begin), "cudaStreamBeginCapture");
}

TEST(GraphJoin, severalCapturesWithOtherOperatorsLeaveItOpen) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm"});
  graphs.capture({"aten::add"});
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  EXPECT_EQ(GraphJoin::of(*trace).graphs()[0].fit, GraphFit::Ambiguous);
}

TEST(GraphJoin, twoGraphsCannotBothBeTheOneThatWasCaptured) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm"});
  graphs.replay({"gemm"});
  graphs.replay({"another"});
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  EXPECT_EQ(operatorsOf(*trace, join), (Names{"?", "?"}));
  EXPECT_EQ(join.graphs()[1].fit, GraphFit::Ambiguous);
}

TEST(GraphJoin, eachProcessOfATraceHasCapturesOfItsOwn) {
  MadeGraphs graphs;
  const TrackId otherHost = graphs.made.track(graphs.made.process("9"), "9", TrackKind::Thread);
  graphs.callOn(otherHost, "cudaStreamBeginCapture");
  graphs.callOn(otherHost, "cudaLaunchKernel");
  graphs.callOn(otherHost, "cudaStreamEndCapture");
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  EXPECT_EQ(GraphJoin::of(*trace).graphs()[0].fit, GraphFit::Differs);
}

TEST(GraphJoin, capturesThatOverlapOrDoNotEndAreNotTrusted) {
  for (const bool overlaps : {true, false}) {
    MadeGraphs graphs;
    graphs.call("cudaStreamBeginCapture");
    if (overlaps) {
      graphs.callOn(graphs.otherThread, "cudaStreamBeginCapture");
    }
    graphs.captured("aten::mm");
    if (overlaps) {
      graphs.callOn(graphs.otherThread, "cudaStreamEndCapture");
      graphs.call("cudaStreamEndCapture");
    }
    graphs.replay({"gemm"});
    const auto trace = graphs.build();
    const std::vector<GraphCapture> captures = graphCaptures(*trace);
    ASSERT_EQ(captures.size(), overlaps ? 2U : 1U);
    EXPECT_EQ(captures[0].fault, overlaps ? CaptureFault::Overlapping : CaptureFault::Unfinished);
    EXPECT_EQ(GraphJoin::of(*trace).open().size(), 1U);
  }
}

TEST(GraphJoin, aCaptureThatLaunchesAnotherGraphIsNotTrusted) {
  MadeGraphs graphs;
  graphs.call("cudaStreamBeginCapture");
  graphs.captured("aten::mm");
  graphs.call("cudaGraphLaunch");
  graphs.call("cudaStreamEndCapture");
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  EXPECT_EQ(graphCaptures(*trace)[0].fault, CaptureFault::ChildGraph);
  EXPECT_EQ(GraphJoin::of(*trace).open().size(), 1U);
}

TEST(GraphJoin, aCallOfTheDriverInsideOneOfTheRuntimeIsTheSameLaunch) {
  MadeGraphs graphs;
  graphs.call("cudaStreamBeginCapture");
  graphs.made.span(graphs.thread, SpanKind::Runtime, "cudaLaunchKernel", 2, 8);
  graphs.made.span(graphs.thread, SpanKind::Runtime, "cuLaunchKernel", 4, 2);
  graphs.made.span(graphs.thread, SpanKind::Runtime, "cudaStreamEndCapture", 20, 2);
  const auto trace = graphs.build();
  EXPECT_EQ(graphCaptures(*trace)[0].launches.size(), 1U);
}

TEST(GraphJoin, onSeveralStreamsKernelsAreJoinedByNamesThatTritonLaunchesHave) {
  const Names captured{"triton_a", "triton_b", "triton_a"};
  MadeGraphs graphs;
  graphs.capture(captured);
  graphs.replay({"triton_b", "triton_a", "triton_a"}, {true, false, false});
  graphs.replay({"triton_b", "triton_a", "triton_a"}, {true, false, true});  // ambiguous: either triton_a may be first
  const auto trace = graphs.build();
  const GraphJoin join = GraphJoin::of(*trace);
  EXPECT_EQ(join.joined().size(), 3U);
  EXPECT_EQ(join.open().size(), 3U);
  for (const CapturedBy& by : join.joined()) {
    EXPECT_EQ(trace->nameText(by.activity), trace->nameText(trace->opOf(by.launch)));
  }
}

TEST(GraphJoin, onSeveralStreamsLaunchesWithoutNamesStayOpen) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm", "aten::add"});
  graphs.replay({"gemm", "vector"}, {true, false});
  const auto trace = graphs.build();
  EXPECT_EQ(GraphJoin::of(*trace).graphs()[0].fit, GraphFit::Streams);
}

TEST(GraphJoin, whatIsJoinedAndWhatIsOpenAreFindings) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm"});
  graphs.replay({"gemm"});
  graphs.replay({"gemm"});
  graphs.replay({"gemm", "vector"});
  const DataQuality quality = DataQuality::of(*graphs.build());
  ASSERT_NE(quality.find("replay_joined"), nullptr);
  EXPECT_EQ(quality.find("replay_joined")->count, 2U);
  ASSERT_NE(quality.find("replay_open"), nullptr);
  EXPECT_EQ(quality.find("replay_open")->count, 2U);
  EXPECT_EQ(quality.find("replay_open")->spans.size(), 2U);
}

TEST(GraphJoin, replayedWorkBelongsToTheModuleThatCapturedIt) {
  MadeGraphs graphs;
  graphs.made.span(graphs.thread, SpanKind::PythonFunction, "nn.Module: Net_0", 0, 50);
  graphs.capture({"aten::mm"});
  graphs.replay({"gemm"});
  const auto trace = graphs.build();
  const ModuleTimes times = moduleTimes(*trace, spanModules(*trace, {}, 1), spanPhases(*trace), {});
  ASSERT_EQ(times.rows.size(), 1U);
  EXPECT_EQ(times.rows[0].total.total(), 5);
  EXPECT_EQ(times.unassignedKernels, 0U);
}

TEST(GraphJoin, theCallTreeHasReplayedWorkBelowTheCallsThatCapturedIt) {
  MadeGraphs graphs;
  graphs.capture({"aten::mm", "aten::add"});
  graphs.replay({"gemm", "vector"});
  graphs.replay({"gemm", "vector"});
  const auto trace = graphs.build();
  const CallTree tree = callTree(*trace, {}, 2);
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Device), 20);
  const auto child = [&](CallNode parent, std::string_view name) {
    for (CallNode node = tree.firstChild(parent); node < tree.firstChild(parent) + tree.childCount(parent); ++node) {
      if (tree.text(*trace, node) == name) {
        return node;
      }
    }
    return CallTree::root;
  };
  const CallNode launch = child(CallTree::root, "cudaGraphLaunch");
  EXPECT_EQ(tree.total(launch, CallWeight::Device), 20);
  EXPECT_EQ(tree.count(launch), 2U);
  const CallNode op = child(launch, "aten::mm");
  EXPECT_EQ(tree.total(op, CallWeight::Device), 10);
  EXPECT_EQ(tree.count(op), 0U) << "the call itself is where it was captured";
  const CallNode kernel = child(child(op, "cudaLaunchKernel"), "gemm");
  ASSERT_NE(kernel, CallTree::root);
  EXPECT_EQ(tree.count(kernel), 2U);
  EXPECT_EQ(spansOf(*trace, {}, pathOf(tree, kernel)).size(), 2U);
  const CallTree inverted = invertedCallTree(tree);
  EXPECT_EQ(inverted.total(CallTree::root, CallWeight::Device), 20);
  const auto captured = child(CallTree::root, "aten::mm");
  EXPECT_EQ(tree.total(captured, CallWeight::Device), 0);
  EXPECT_EQ(tree.count(captured), 1U);
}

}  // namespace
}  // namespace kernline::test
