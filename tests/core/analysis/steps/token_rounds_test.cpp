// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_batches.h"
#include "tests/core/analysis/steps/figures_of.h"
#include "tests/core/analysis/steps/made_loop.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

/// What a generating transformer runs on its device: calls of one long pass over the prompt, then of a token each.
/// Nothing of the host is recorded. `last` ends each pass.
std::shared_ptr<const Trace> generation(int calls, int tokens, std::string_view last) {
  MadeLoop loop;
  std::int64_t now = 1000;
  const auto kernel = [&](std::string_view name, std::int64_t length) {
    loop.made.span(loop.stream, SpanKind::Kernel, name, now, length);
    now += length + 5;
  };
  for (int call = 0; call < calls; ++call) {
    kernel("fill_mask", 2);
    for (int token = 0; token < tokens; ++token) {
      kernel("cos_kernel", 3);
      for (int layer = 0; layer < 4; ++layer) {
        kernel(token == 0 ? "gemm_256x128" : "gemv_splitK", token == 0 ? 90 : 10);
        kernel(token == 0 ? "flash_fwd" : "flash_decode", token == 0 ? 40 : 5);
      }
      if (token > 0) {
        kernel("cat_kernel", 2);
      }
      kernel(last, 4);
    }
  }
  return loop.build();
}

TEST(TokenRounds, areStepsOfEachTokenWithPrefillApart) {
  const auto trace = generation(2, 12, "reduce_kernel<ArgMaxOps<float>>");
  const FoundSteps found = foundSteps(*trace).value();
  EXPECT_EQ(found.source, StepSource::Rounds);
  EXPECT_EQ(found.name, "cos_kernel") << "which prefill has, too";
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_EQ(steps.size(), 24U);
  std::size_t prefills = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    ASSERT_TRUE(steps[i].inference);
    const bool isPrefill = steps[i].inference->kind == InferenceKind::Prefill;
    EXPECT_EQ(isPrefill, i == 0 || i == 12) << i;
    prefills += isPrefill ? 1 : 0;
  }
  EXPECT_EQ(prefills, 2U);
}

TEST(TokenRounds, areOfRoundsThatChooseTokensAlone) {
  const auto trace = generation(2, 12, "reduce_kernel<MeanOps<float>>");
  for (const StepStats& step : figuresOf(*trace)) {
    EXPECT_FALSE(step.inference);
  }
}

TEST(TokenRounds, takeASlowRoundForDecodeIfItRunsTheSameKernels) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 10; ++i) {
    loop.made.span(loop.stream, SpanKind::Kernel, "gemv", 1000 * i, i == 5 ? 900 : 100);
    loop.made.span(loop.stream, SpanKind::Kernel, "ArgMax", 1000 * i + 950, 20);
  }
  const auto trace = loop.build();
  const std::vector<StepStats> steps = figuresOf(*trace);
  ASSERT_FALSE(steps.empty());
  for (const StepStats& step : steps) {
    ASSERT_TRUE(step.inference);
    EXPECT_EQ(step.inference->kind, InferenceKind::Decode);
  }
}

}  // namespace
}  // namespace kernline::test
