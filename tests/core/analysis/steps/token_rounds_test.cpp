// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_batches.h"
#include "tests/core/analysis/steps/figures_of.h"
#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

/// Makes the device activities of a generating transformer: calls of one long pass over the prompt, then of a token
/// each. Nothing of the host is recorded. `last` ends each pass.
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

TEST(TokenRounds, areOfNoProgramThatTrains) {
  const auto trace = generation(1, 12, "softmax_backward_with_ArgMax");
  for (const StepStats& step : figuresOf(*trace)) {
    EXPECT_FALSE(step.inference);
  }
}

/// A Python function that is a pass through the model; another one chooses the token behind it.
std::shared_ptr<const Trace> functions(bool choosesToken) {
  MadeLoop loop;
  std::int64_t now = 1000;
  const auto kernel = [&](std::string_view name, std::int64_t length) {
    loop.kernel(now, now + 2, now + 2 + length, name);
    now += length + 5;
  };
  for (int token = 0; token < 10; ++token) {
    if (token % 5 == 0) {
      for (const std::string_view name : {"fill_mask", "cumsum", "where"}) {
        kernel(name, 2);
      }
    }
    const std::int64_t begin = now;
    kernel("cos_kernel", 3);
    kernel(token % 5 == 0 ? "gemm_256x128" : "gemv_splitK", token % 5 == 0 ? 110 : 100);
    loop.function("nn.Module: Model_0", begin - 1, now);
    kernel(choosesToken ? "reduce_kernel<ArgMaxOps<float>>" : "copy", 4);
  }
  return loop.build();
}

TEST(TokenRounds, areFunctionsBehindWhichATokenIsChosen) {
  const std::vector<StepStats> steps = figuresOf(*functions(true));
  ASSERT_EQ(steps.size(), 10U);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    ASSERT_TRUE(steps[i].inference) << i;
    EXPECT_EQ(steps[i].inference->kind == InferenceKind::Prefill, i % 5 == 0) << i;
  }
  for (const StepStats& step : figuresOf(*functions(false))) {
    EXPECT_FALSE(step.inference);
  }
}

/// A recording with shapes: passes that read these many positions of two sequences each.
std::string kindsOfPositions(const std::vector<int>& positions) {
  std::string events;
  int now = 100;
  int correlation = 0;
  const auto kernel = [&](std::string_view op, std::string_view name, std::string_view dims) {
    ++correlation;
    events += fmt::format(
        R"({{"ph":"X","cat":"cpu_op","name":"{0}","pid":1,"tid":1,"ts":{1},"dur":8,"args":{{"Input Dims":{2}}}}},
{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{3},"dur":2,"args":{{"correlation":{4}}}}},
{{"ph":"X","cat":"kernel","name":"{5}","pid":0,"tid":7,"ts":{6},"dur":5,"args":{{"correlation":{4},"stream":7}}}},
)",
        op, now, dims, now + 1, correlation, name, now + 4);
    now += 10;
  };
  for (const int count : positions) {
    kernel("aten::embedding", "indexSelectKernel", fmt::format("[[32000,64],[2,{}],[],[],[]]", count));
    kernel("aten::linear", "gemm", "[]");
    kernel("aten::argmax", "reduce_kernel<ArgMaxOps<float>>", "[]");
  }
  const TemporaryFile file(R"({"traceEvents":[)" + events.substr(0, events.rfind(',')) + "]}");
  std::string kinds;
  for (const StepStats& step : figuresOf(*load(file.path()).value())) {
    kinds += !step.inference ? '-' : step.inference->kind == InferenceKind::Prefill ? 'p' : 'd';
  }
  return kinds;
}

TEST(TokenRounds, readOnePositionOfEachSequence) {
  EXPECT_EQ(kindsOfPositions({200, 1, 1, 1, 1, 900, 1, 1, 1}), "pddddpddd") << "with the same kernels";
  EXPECT_EQ(kindsOfPositions({1, 1, 1, 1, 1}), "ddddd");
  EXPECT_EQ(kindsOfPositions({4, 4, 4, 200, 4, 4}), "dddpdd") << "a few tokens at once are guesses that are checked";
  EXPECT_EQ(kindsOfPositions({256, 256, 256, 256}), "----") << "an evaluation chooses, but generates nothing";
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
