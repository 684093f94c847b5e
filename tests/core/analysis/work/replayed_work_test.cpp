// SPDX-License-Identifier: GPL-3.0-or-later
// The work of CUDA graphs: that of the operators which captured them.
#include "core/analysis/advice/advice.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/work/trace_work.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

constexpr const char* squares = "[[4096,4096],[4096,4096]]";
constexpr double flopsOfSquares = 2.0 * 4096 * 4096 * 4096;

/// A product of two kernels and an activation, captured from `at` on for 100 µs.
void capture(MadeWork& made, int at, const char* dims = squares) {
  made.call("cudaStreamBeginCapture", at);
  made.op("aten::mm", at + 10, 30, dims, twoHalves);
  made.call("cudaLaunchKernel", at + 12);
  made.call("cudaLaunchKernel", at + 20);
  made.op("aten::relu", at + 50, 20, "[[1024,1024]]", R"(["float"])");
  made.call("cudaLaunchKernel", at + 55);
  made.call("cudaStreamEndCapture", at + 90);
}

void replay(MadeWork& made, int at) {
  made.replay(at, {{"gemm_split", 300}, {"reduce_split", 100}, {"relu_kernel", 20}});
}

/// With the captures of `others`.
std::shared_ptr<const ReplayedOps> opsOf(const Trace& trace, std::span<const Trace* const> others = {}) {
  return std::make_shared<const ReplayedOps>(trace, GraphJoin::of(trace, others), others);
}

TraceWork replayedWorkOf(const Trace& trace, std::shared_ptr<const ReplayedOps> ops, const WorkQuery& query = {}) {
  const WorkModel model = workModel(trace, WorkRules::builtin(), 2, std::move(ops));
  return traceWork(trace, model, WorkMeter(trace, model, ceilingsOf("H200")), query);
}

const WorkRow& rowNamed(const TraceWork& work, std::string_view name) {
  const auto found = std::ranges::find(work.rows, name, &WorkRow::name);
  static const WorkRow none;
  EXPECT_NE(found, work.rows.end()) << name;
  return found == work.rows.end() ? none : *found;
}

TEST(ReplayedWork, eachReplayCallsTheCapturedOperatorsOnceMore) {
  MadeWork made;
  capture(made, 0);
  replay(made, 200);
  replay(made, 1'000);
  const auto trace = made.trace();
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace));
  EXPECT_EQ(work.all.modeled.ns, 840'000);
  EXPECT_EQ(work.all.kernelTime.ns, 840'000);
  const WorkRow& product = rowNamed(work, "aten::mm");
  EXPECT_EQ(product.figures.count, 2U) << "one of each replay, whatever its kernels";
  EXPECT_EQ(product.kernels.size(), 2U);
  EXPECT_EQ(product.figures.flops, 2 * flopsOfSquares);
  EXPECT_EQ(product.shape.dims, "[[4096, 4096], [4096, 4096]]");
  EXPECT_EQ(product.figures.bound(), WorkBound::Compute);
  const WorkRow& relu = rowNamed(work, "aten::relu");
  EXPECT_EQ(relu.figures.count, 2U);
  EXPECT_EQ(relu.figures.bytes, 2 * 2.0 * 1024 * 1024 * 4);
  const TraceWork byKernel = replayedWorkOf(*trace, opsOf(*trace), {.by = WorkQuery::By::Work, .key = byName(*trace)});
  EXPECT_NEAR(rowNamed(byKernel, "reduce_split").figures.flops, 2 * flopsOfSquares / 4, 1) << "by time";
}

TEST(ReplayedWork, theCaptureMayBeInAnotherTrace) {
  MadeWork captured;
  capture(captured, 0);
  const auto other = captured.trace();
  MadeWork replayed;
  replay(replayed, 0);
  replay(replayed, 1'000);
  const auto trace = replayed.trace();
  const TraceWork open = replayedWorkOf(*trace, opsOf(*trace));
  EXPECT_EQ(open.all.modeled.ns, 0);
  EXPECT_THAT(rowNamed(open, "gemm_split").reason, says("replayed-without-operator"));
  const std::array<const Trace*, 1> others{other.get()};
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace, others));
  EXPECT_EQ(work.all.modeled, work.all.kernelTime);
  EXPECT_EQ(rowNamed(work, "aten::mm").figures.flops, 2 * flopsOfSquares);
  EXPECT_EQ(rowNamed(work, "aten::mm").figures.count, 2U);
}

TEST(ReplayedWork, capturesWithOtherShapesThatFitAsWellLeaveItOpen) {
  MadeWork made;
  capture(made, 0, "[[512,4096],[4096,4096]]");
  capture(made, 100);
  replay(made, 300);
  const auto trace = made.trace();
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace));
  const WorkRow& product = rowNamed(work, "aten::mm");
  EXPECT_EQ(product.figures.modeledCount, 0U);
  EXPECT_THAT(product.reason, says("replayed-with-other-shapes"));
  EXPECT_EQ(rowNamed(work, "aten::relu").figures.modeledCount, 1U) << "which has the same in both";
}

TEST(ReplayedWork, severalCapturesWithTheSameShapesAreAsGoodAsOne) {
  MadeWork made;
  capture(made, 0);
  capture(made, 100);
  replay(made, 300);
  const auto trace = made.trace();
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace));
  EXPECT_EQ(work.all.modeled, work.all.kernelTime);
  EXPECT_EQ(rowNamed(work, "aten::mm").figures.flops, flopsOfSquares);
}

TEST(ReplayedWork, goesToTheCapturedCallerWhereTheInnermostOperatorHasNoRule) {
  MadeWork made;
  made.call("cudaStreamBeginCapture", 0);
  made.op("aten::linear", 10, 80, "[[8,64],[32,64],[]]", R"(["float","float",""])");
  made.op("vendor::gemm", 20, 20, "[[8,64]]", R"(["float"])");
  made.call("cudaLaunchKernel", 25);
  made.op("vendor::bias", 50, 20, "[[8,64]]", R"(["float"])");
  made.call("cudaLaunchKernel", 55);
  made.call("cudaStreamEndCapture", 95);
  made.replay(200, {{"vendor_gemm", 30}, {"vendor_bias", 10}});
  made.replay(400, {{"vendor_gemm", 30}, {"vendor_bias", 10}});
  const auto trace = made.trace();
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace));
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.rows[0].name, "aten::linear");
  EXPECT_EQ(work.rows[0].figures.count, 2U);
  EXPECT_EQ(work.rows[0].figures.flops, 2 * 2.0 * 8 * 64 * 32);
}

TEST(ReplayedWork, whatWasOpenBeforeTheCaptureIsNoPartOfIt) {
  MadeWork made;
  made.op("aten::linear", 0, 150, "[[8,64],[32,64],[]]", R"(["float","float",""])");
  made.call("cudaStreamBeginCapture", 5);
  made.call("cudaLaunchKernel", 8);
  made.op("vendor::gemm", 20, 20, "[[8,64]]", R"(["float"])");
  made.call("cudaLaunchKernel", 25);
  made.call("cudaStreamEndCapture", 95);
  made.replay(200, {{"own", 10}, {"vendor_gemm", 30}});
  const auto trace = made.trace();
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace));
  EXPECT_EQ(work.all.modeled.ns, 0);
  EXPECT_THAT(rowNamed(work, "vendor::gemm").reason, says("no-rule-for-operator"));
  EXPECT_THAT(rowNamed(work, "own").reason, says("replayed-without-operator"));
}

TEST(ReplayedWork, isAnotherOnceCapturesAreJoined) {
  MadeWork captured;
  capture(captured, 0);
  const auto other = captured.trace();
  MadeWork replayed;
  replay(replayed, 0);
  const auto trace = replayed.trace();
  TraceAnalysis analysis(trace);
  const std::shared_ptr<const WorkModel> before = analysis.work();
  EXPECT_EQ(analysis.work(), before) << "kept";
  const auto countModeled = [](const WorkModel& model) {
    return std::ranges::count_if(model.calls, [&](const WorkCall& call) { return model.needs(call).rule != nullptr; });
  };
  EXPECT_EQ(countModeled(*before), 0);
  const std::array<const Trace*, 1> others{other.get()};
  analysis.setReplayedOps(opsOf(*trace, others));
  EXPECT_EQ(countModeled(*analysis.work()), 2);
  EXPECT_EQ(countModeled(*TraceAnalysis(other).work()), 0) << "the capture itself ran nothing";
  MadeWork both;
  capture(both, 0);
  replay(both, 200);
  EXPECT_EQ(countModeled(*TraceAnalysis(both.trace()).work()), 2) << "its own capture needs no one to name it";
}

TEST(ReplayedWork, adviceKnowsTheSizesOfTheCapture) {
  MadeWork captured;
  capture(captured, 0, "[[4096,4096],[4096,4099]]");
  const auto other = captured.trace();
  MadeWork replayed;
  replay(replayed, 0);
  const auto trace = replayed.trace();
  const std::array<const Trace*, 1> others{other.get()};
  TraceAnalysis analysis(trace);
  analysis.setReplayedOps(opsOf(*trace, others));
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1, analysis.replayedOps());
  const Advice advice = advise(analysis, model, WorkMeter(*trace, model, ceilingsOf("H200")), {});
  const auto padding = std::ranges::find(advice.rows, AdviceKind::Padding, &AdviceRow::kind);
  ASSERT_NE(padding, advice.rows.end());
  EXPECT_THAT(padding->title.english(), testing::HasSubstr("aten::mm"));
  EXPECT_TRUE(std::ranges::any_of(
      padding->evidence, [](const Message& sentence) { return sentence.english().find("4099") != std::string::npos; }));
}

TEST(ReplayedWork, ofTheH200PairIsAllModeled) {
  const auto other = load(shared("formats/graphs/graph_capture.json.gz")).value();
  const auto trace = load(shared("formats/graphs/graph_replay.json.gz")).value();
  const std::array<const Trace*, 1> others{other.get()};
  const TraceWork work = replayedWorkOf(*trace, opsOf(*trace, others), {.by = WorkQuery::By::Op});
  EXPECT_EQ(work.all.modeled, work.all.kernelTime);
  EXPECT_EQ(rowNamed(work, "aten::addmm").figures.count, 36U) << "12 of each replay";
}

}  // namespace
}  // namespace kernline::test
