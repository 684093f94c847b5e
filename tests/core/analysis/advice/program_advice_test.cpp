// SPDX-License-Identifier: GPL-3.0-or-later
// What a program does that it could do otherwise: attention written out, work done twice, optimizers, waits.
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr const char* gemmKernel = "nvjet_tst_128x256_64x4_1x2_h_bz_coopA_TNN";
constexpr const char* softmaxKernel = "void softmax_warp_forward<float, float, float, 10, false, false>()";
constexpr const char* queries = "[128,1024,64]";
constexpr const char* keys = "[128,64,1024]";
constexpr const char* scores = "[128,1024,1024]";

/// Calls one behind the other, without gaps: `us` each.
class Layers {
 public:
  void call(const char* op, const std::string& dims, double us, const char* kernel = addKernel) {
    const auto tensors = static_cast<std::size_t>(std::ranges::count(dims, '[')) - 1;
    std::string types;
    for (std::size_t i = 0; i < tensors; ++i) {
      types += std::string(i > 0 ? "," : "") + '"' + bfloat + '"';
    }
    m_program.op(op, m_host, 4, dims, "[" + types + "]");
    m_program.work(kernel, m_host + 1, m_device, us);
    m_host += 5;
    m_device += us;
  }
  AdviceProgram& program() { return m_program; }
  [[nodiscard]] Advice advice() { return adviceOf(m_program.trace()); }

 private:
  AdviceProgram m_program;
  double m_host = 0;
  double m_device = 500;
};

TEST(AttentionAdvice, claimsAllBetweenTheProductsAndLeavesTheirFlops) {
  Layers layers;
  layers.call("aten::bmm", fmt::format("[{},{}]", queries, keys), 110, gemmKernel);
  layers.call("aten::mul", fmt::format("[{},[]]", scores), 180);
  layers.call("aten::ones", "[[1024,1024]]", 2);
  layers.call("aten::masked_fill_", fmt::format("[{},[1024,1024]]", scores), 390);
  layers.call("aten::_softmax", fmt::format("[{},[],[]]", scores), 360, softmaxKernel);
  layers.call("aten::clone", fmt::format("[{}]", queries), 27);
  layers.call("aten::bmm", fmt::format("[{},{}]", scores, queries), 112, gemmKernel);
  const Advice advice = layers.advice();
  const AdviceRow& row = rowOf(advice, AdviceKind::Attention);
  EXPECT_THAT(row.title, says("use-fused-attention"));
  const double flopsUs = 2.0 * 128 * 1024 * 1024 * 64 / (989e12 * reachablePeak) * 1e6;
  EXPECT_NEAR(static_cast<double>(row.bound.ns) / 1000, 180 + 390 + 360 + 110 + 112 - 2 * flopsUs, 1);
  EXPECT_THAT(evidenceOf(row), mentions("softmax-beside-products", anyValue, "256.0 MiB"));
  EXPECT_FALSE(hasRow(advice, AdviceKind::Fusion)) << "what is claimed is not fused, too";
}

TEST(AttentionAdvice, isSilentOnSoftmaxThatNoProductReads) {
  Layers layers;
  layers.call("aten::bmm", fmt::format("[{},{}]", queries, keys), 110, gemmKernel);
  layers.call("aten::_softmax", fmt::format("[{},[],[]]", scores), 360, softmaxKernel);
  layers.call("aten::topk", fmt::format("[{},[]]", scores), 100);
  layers.call("aten::bmm", "[[128,512,512],[128,512,512]]", 112, gemmKernel);
  EXPECT_FALSE(hasRow(layers.advice(), AdviceKind::Attention));
}

/// A step of a backward pass from `start` on, with one operator whose kernel takes 50 µs.
void backward(AdviceProgram& program, double start, const char* op, const std::string& sequence) {
  const auto host = [&](const std::string& name, double begin, double duration, const std::string& args) {
    program.host("cpu_op", name.c_str(), begin, duration, args);
  };
  host("autograd::engine::evaluate_function: AddmmBackward0", start, 20, R"("Sequence number":7,"Fwd thread id":1)");
  host("AddmmBackward0", start + 1, 18, R"("Sequence number":7,"Fwd thread id":1)");
  host(op, start + 2, 10, sequence);
  program.work(gemmKernel, start + 3, start + 30, 50);
}

TEST(RecomputationAdvice, knowsWhatBackwardComputesAgainByItsSequenceNumber) {
  AdviceProgram program;
  program.host("cpu_op", "aten::linear", 0, 10, R"("Sequence number":7,"Fwd thread id":0)");
  program.work(gemmKernel, 2, 10, 100);
  backward(program, 100, "aten::linear", R"("Sequence number":9,"Fwd thread id":0)");
  backward(program, 200, "aten::mm", "");
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Recomputation);
  EXPECT_THAT(evidenceOf(row), mentions("recomputation-takes", "50.00 µs", "18.00 µs", anyValue));
  EXPECT_GE(row.bound, Duration{50'000}) << "and the gap before it";
  EXPECT_LE(row.bound, Duration{50'000 + 120'000});
}

/// Two parts that are computed again, each with an operator with these args.
void recomputingProgram(AdviceProgram& program, const std::string& shapes) {
  program.host("cpu_op", "aten::linear", 0, 10, R"("Sequence number":7,"Fwd thread id":0)");
  program.work(gemmKernel, 2, 10, 100);
  backward(program, 100, "aten::linear", R"("Sequence number":9,"Fwd thread id":0)" + shapes);
  backward(program, 200, "aten::linear", R"("Sequence number":11,"Fwd thread id":0)" + shapes);
}

TEST(RecomputationAdvice, estimatesTheMemoryThatItSavesByShapes) {
  AdviceProgram program;
  recomputingProgram(program, R"(,"Input Dims":[[512,1024],[8,1024]],"Input type":["c10::BFloat16","c10::BFloat16"])");
  const Advice advice = adviceOf(program.trace());
  EXPECT_THAT(evidenceOf(rowOf(advice, AdviceKind::Recomputation)),
              mentions("estimated-by-shapes", "1.000 MiB", "2.000 MiB", "1.000 MiB"));
}

TEST(RecomputationAdvice, takesTheMemoryThatItSavesFromRecords) {
  AdviceProgram program;
  recomputingProgram(program, "");
  program.memory(103, 0x1000, 1 << 20, 1 << 24);  // outlives the first part
  program.memory(104, 0x2000, 1 << 20, 1 << 24);
  program.memory(105, 0x2000, -(1 << 20), 1 << 24);  // does not
  program.memory(203, 0x3000, 3 << 20, 1 << 24);
  program.memory(230, 0x3000, -(3 << 20), 1 << 24);
  const Advice advice = adviceOf(program.trace());
  EXPECT_THAT(evidenceOf(rowOf(advice, AdviceKind::Recomputation)),
              mentions("by-memory-records", "1.000 MiB", "4.000 MiB", "3.000 MiB"));
}

TEST(RecomputationAdvice, admitsThatTheMemoryIsUnknown) {
  AdviceProgram program;
  recomputingProgram(program, "");
  EXPECT_THAT(evidenceOf(rowOf(adviceOf(program.trace()), AdviceKind::Recomputation)),
              mentions("memory-that-checkpointing-saves"));
}

TEST(RecomputationAdvice, isSilentOnOrdinaryBackwardPasses) {
  AdviceProgram program;
  program.host("cpu_op", "aten::linear", 0, 10, R"("Sequence number":7,"Fwd thread id":0)");
  program.work(gemmKernel, 2, 10, 100);
  backward(program, 200, "aten::mm", "");
  EXPECT_FALSE(hasRow(adviceOf(program.trace()), AdviceKind::Recomputation));
}

/// One step of an optimizer, of six kernels of three operators, without gaps.
std::string optimizerStep(AdviceProgram& program, const char* annotation, const std::string& ending) {
  program.host("user_annotation", annotation, 0, 100);
  double host = 1;
  double device = 200;
  for (const char* op : {"mul_", "lerp_", "addcdiv_", "mul_", "lerp_", "addcdiv_"}) {
    const std::string name = "aten::" + ending + op;
    const double us = op == std::string("addcdiv_") ? 40 : 20;
    program.op(name.c_str(), host, 4, "[[4096]]", "[\"float\"]");
    program.work(addKernel, host + 1, device, us);
    host += 5;
    device += us;
  }
  return "aten::" + ending + "addcdiv_";
}

TEST(OptimizerAdvice, claimsAllButTheOperatorThatTakesLongest) {
  AdviceProgram program;
  const std::string longest = optimizerStep(program, "Optimizer.step#AdamW.step", "");
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Optimizer);
  EXPECT_THAT(row.title, says("use-fused-kernel", "AdamW"));
  EXPECT_EQ(row.bound, Duration{80'000});
  EXPECT_THAT(evidenceOf(row), mentions("kernels-tensor-by-tensor", "6", "160.0 µs", anyValue));
  EXPECT_THAT(evidenceOf(row), HasSubstr(longest + " does: 80.00 µs"));
}

TEST(OptimizerAdvice, isSilentOnFusedKernelsAndOnOptimizersThatHaveNone) {
  AdviceProgram fused;
  optimizerStep(fused, "Optimizer.step#AdamW.step", "_fused_");
  EXPECT_FALSE(hasRow(adviceOf(fused.trace()), AdviceKind::Optimizer));
  AdviceProgram none;
  optimizerStep(none, "Optimizer.step#LBFGS.step", "");
  EXPECT_FALSE(hasRow(adviceOf(none.trace()), AdviceKind::Optimizer));
}

/// Ten times a kernel of 100 µs and what the host waits for it in; then `own` µs of its own.
std::shared_ptr<const Trace> waitingProgram(AdviceProgram& program, const char* op, const char* call, double own) {
  double time = 0;
  for (int i = 0; i < 10; ++i) {
    program.op("aten::mm", time, 4, squares, twoHalves);
    program.work(gemmKernel, time + 1, time + 5, 100);
    if (*op != '\0') {
      program.host("cpu_op", op, time + 5, 105);
    }
    program.host("cuda_runtime", call, time + 6, 102, R"("correlation":900)");
    time += 110 + own;
  }
  return program.trace();
}

TEST(SynchronizationAdvice, blamesTheOperatorThatWaitsWhereTheHostWouldRunAhead) {
  AdviceProgram program;
  const Advice advice = adviceOf(waitingProgram(program, "aten::item", "cudaStreamSynchronize", 40));
  const AdviceRow& row = rowOf(advice, AdviceKind::Synchronization);
  EXPECT_EQ(row.rule, "read_value");
  EXPECT_THAT(evidenceOf(row), mentions("host-spends-in-calls", anyValue, "aten::item", "10"));
}

TEST(SynchronizationAdvice, knowsCallsThatFreeMemory) {
  AdviceProgram program;
  const Advice advice = adviceOf(waitingProgram(program, "", "cudaFree", 40));
  EXPECT_THAT(rowOf(advice, AdviceKind::Synchronization).title, says("keep-memory-allocated", "cudaFree"));
}

TEST(SynchronizationAdvice, isOneOfTwoWhereTheHostIsSlowAnyway) {
  AdviceProgram program;
  const Advice advice = adviceOf(waitingProgram(program, "aten::item", "cudaStreamSynchronize", 400));
  EXPECT_LE(rowOf(advice, AdviceKind::Synchronization).bound, Duration{1'060'000}) << "no more than it waits";
  EXPECT_TRUE(hasRow(advice, AdviceKind::HostBound));
}

TEST(LikelySavings, areBelowTheBoundOfAHostThatTheProfilerSlows) {
  AdviceProgram program;
  double time = 0;
  for (int i = 0; i < 40; ++i) {
    program.op("aten::add", time, 8, "[[64]]", "[\"float\"]");
    program.work(addKernel, time + 1, time + 9, 3);
    time += 12;
  }
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Launch);
  EXPECT_GT(row.likely, Duration{});
  EXPECT_LT(row.likely, row.bound);
  EXPECT_LT(advice.withoutProfiler, advice.elapsed);
}

TEST(AdviceOfStacks, namesTheLineThatTheHostIsIn) {
  const auto trace = load(fixture("recordings/torch-lines.json.gz")).value();
  const Advice advice = adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
  const AdviceRow host = rowOf(advice, AdviceKind::HostBound);
  ASSERT_FALSE(host.causes.empty());
  EXPECT_EQ(host.causes.front().name, "torch_lines.py(16): load_batch") << "though the gap follows aten::item";
  EXPECT_NEAR(static_cast<double>(advice.mean(host.causes.front().bound).ns), 2.3e6, 0.2e6);
  const AdviceRow waits = rowOf(advice, AdviceKind::Synchronization);
  EXPECT_THAT(waits.evidence.back(), says("longest-is-called", "torch_lines.py(20): largest_weights"));
}

}  // namespace
}  // namespace kernline::test
