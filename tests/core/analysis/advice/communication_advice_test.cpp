// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CommunicationAdvice, countsCommunicationThatNothingHides) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 170);
  program.op("nccl:all_reduce", 60, 20, "[[8]]", typesOf({"float"}));
  program.work("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 65, 200, 270, 8);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Communication);
  EXPECT_EQ(row.bound.ns, 100'000) << "no other computation could hide more";
  EXPECT_EQ(row.confidence, Confidence::Low);
  EXPECT_THAT(evidenceOf(row), mentions("communication-not-overlapped", "270.0 µs", "200.0 µs"));
  EXPECT_THAT(evidenceOf(row), Not(HasSubstr("backward"))) << "there is none";
}

/// Three steps of forward, backward and ten all-reduces of so many floats, in backward or behind it.
Advice trained(bool isAfterBackward, int floats) {
  AdviceProgram program;
  const std::string message = fmt::format(
      R"(,"Collective name":"allreduce","In msg nelems":{},"Out msg nelems":{},"dtype":"Float","Group size":2)", floats,
      floats);
  for (int step = 0; step < 3; ++step) {
    const double begin = 2000.0 * step;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), begin, 2000);
    program.op("aten::mm", begin + 10, 20, squares, twoHalves);
    program.work("gemm", begin + 15, begin + 40, 170);
    program.op("autograd::engine::evaluate_function: MmBackward0", begin + 100, isAfterBackward ? 60 : 800, "[]", "[]");
    program.op("aten::mm", begin + 110, 20, squares, twoHalves);
    program.work("gemm_backward", begin + 115, begin + 220, 170);
    for (int i = 0; i < 10; ++i) {
      const double call = begin + 200 + 60.0 * i;
      program.op("c10d::allreduce_", call, 20, "[[8]]", typesOf({"float"}));
      program.work("ncclDevKernel_AllReduce_Sum_f32_RING_LL", call + 5, begin + 450 + 60.0 * i, 50, 8, "kernel",
                   message);
    }
  }
  const std::shared_ptr<const Trace> trace = program.trace();
  return adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
}

TEST(CommunicationAdvice, seesGradientsThatAreReducedAfterBackward) {
  const Advice advice = trained(true, 4 << 20);
  const std::string evidence = evidenceOf(rowOf(advice, AdviceKind::Communication));
  EXPECT_THAT(evidence, mentions("calls-per-step-median", "10", "16.00 MiB"));
  EXPECT_THAT(evidence, mentions("communication-after-backward"));
  EXPECT_THAT(evidence, Not(HasSubstr("larger buckets")));
}

TEST(CommunicationAdvice, seesBucketsThatAreTooSmall) {
  const Advice advice = trained(false, 1 << 10);
  const std::string evidence = evidenceOf(rowOf(advice, AdviceKind::Communication));
  EXPECT_THAT(evidence, mentions("small-messages", "10"));
  EXPECT_THAT(evidence, Not(mentions("communication-after-backward")));
}

}  // namespace
}  // namespace kernline::test
