// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

namespace kernline::test {
namespace {

/// Four steps of 1 ms, each with a kernel of 300 µs and the calls that `add` makes from its start on.
Advice adviceOfSteps(AdviceProgram& program, const std::function<void(double start, int step)>& add) {
  for (int step = 0; step < 4; ++step) {
    const double start = 1000.0 * step;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), start, 990);
    program.op("aten::mm", start + 5, 30, squares, twoHalves);
    program.work("gemm", start + 10, start + 40, 300);
    add(start, step);
  }
  const std::shared_ptr<const Trace> trace = program.trace();
  return adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
}

void allocate(AdviceProgram& program, double start, double duration) {
  program.host("cpu_op", "aten::empty_strided", start, duration + 2);
  program.host("cuda_runtime", "cudaMalloc", start + 1, duration);
}

TEST(AllocationAdvice, knowsProgramsThatEmptyTheCache) {
  AdviceProgram program;
  const Advice advice = adviceOfSteps(program, [&](double start, int) {
    allocate(program, start + 350, 200);
    program.host("cuda_runtime", "cudaFree", start + 600, 300);
  });
  const AdviceRow& row = rowOf(advice, AdviceKind::Allocation);
  EXPECT_THAT(row.title, says("do-not-empty-memory"));
  EXPECT_THAT(evidenceOf(row), mentions("per-step-program-releases", "1", "1"));
  EXPECT_LE(row.bound, Duration{4 * 1'000'000}) << "no more than the calls take, and as much behind them";
  EXPECT_FALSE(hasRow(advice, AdviceKind::Synchronization)) << "the calls are in one row";
}

TEST(AllocationAdvice, knowsAllocationsThatFail) {
  AdviceProgram program;
  const Advice advice = adviceOfSteps(program, [&](double start, int step) {
    if (step == 2) {
      program.host("cpu_op", "aten::empty_strided", start + 350, 620);
      program.host("cuda_runtime", "cudaMalloc", start + 351, 100);
      program.host("cuda_runtime", "cudaFree", start + 460, 300);
      program.host("cuda_runtime", "cudaMalloc", start + 770, 190);
    }
  });
  const AdviceRow& row = rowOf(advice, AdviceKind::Allocation);
  EXPECT_THAT(row.title, says("leave-memory-free-allocations"));
  EXPECT_THAT(evidenceOf(row), mentions("in-operators-memory", "1"));
}

TEST(AllocationAdvice, isSilentOnConvolutionsThatTryWorkspaces) {
  AdviceProgram program;
  const Advice advice = adviceOfSteps(program, [&](double start, int step) {
    if (step == 2) {
      program.host("cpu_op", "aten::cudnn_convolution", start + 350, 620);
      program.host("cuda_runtime", "cudaFree", start + 460, 300);
      program.host("cuda_runtime", "cudaMalloc", start + 770, 190);
    }
  });
  EXPECT_FALSE(hasRow(advice, AdviceKind::Allocation));
}

TEST(AllocationAdvice, knowsSegmentsThatAreAdded) {
  AdviceProgram program;
  const Advice advice = adviceOfSteps(program, [&](double start, int step) {
    allocate(program, start + 350, 400);
    program.memory(start + 760, 0x1000 + step, 1 << 20, (step + 2) << 20);
  });
  const AdviceRow& row = rowOf(advice, AdviceKind::Allocation);
  EXPECT_THAT(row.title, says("let-memory-segments-grow"));
  EXPECT_THAT(evidenceOf(row), mentions("operators-allocate-segments", "1"));
  EXPECT_THAT(evidenceOf(row), mentions("reserved-memory-grows", anyValue, "5.000 MiB"));
}

TEST(AllocationAdvice, knowsProgramsWithBuffersOfTheirOwn) {
  AdviceProgram program;
  const Advice advice = adviceOfSteps(program, [&](double start, int) {
    program.host("cuda_runtime", "cudaMalloc", start + 350, 200);
    program.host("cuda_runtime", "cudaFree", start + 600, 300);
  });
  EXPECT_THAT(rowOf(advice, AdviceKind::Allocation).title, says("allocate-device-memory-once"));
}

TEST(AllocationAdvice, isSilentOnWarmUp) {
  AdviceProgram program;
  const Advice advice = adviceOfSteps(program, [&](double start, int step) {
    if (step == 0) {
      allocate(program, start + 350, 500);
    }
  });
  EXPECT_FALSE(hasRow(advice, AdviceKind::Allocation));
}

}  // namespace
}  // namespace kernline::test
