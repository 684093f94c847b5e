// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/inference_iteration.h"

#include "core/analysis/steps/inference_batches.h"

#include <gtest/gtest.h>

#include <vector>

namespace kernline::test {
namespace {

using enum InferenceKind;
using Number = std::optional<std::int64_t>;
constexpr Number unknown;

InferenceIteration iteration(InferenceKind kind, Number requests, Number contextRequests, Number tokens,
                             Number contextTokens, Number kvTokens) {
  return {.kind = kind,
          .requests = requests,
          .contextRequests = contextRequests,
          .tokens = tokens,
          .contextTokens = contextTokens,
          .kvTokens = kvTokens};
}

TEST(InferenceIteration, ofVllm) {
  EXPECT_EQ(inferenceIteration("execute_context_3(96)_generation_29(29)"), iteration(Mixed, 32, 3, 125, 96, unknown));
  EXPECT_EQ(inferenceIteration("execute_context_0(0)_generation_29(58)"), iteration(Decode, 29, 0, 58, 0, unknown));
  EXPECT_EQ(inferenceIteration("execute_context_1(888_788544)_generation_0(0)"),
            iteration(Prefill, 1, 1, 888, 888, unknown));
  EXPECT_EQ(inferenceIteration("execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk55086sqsq32sqsk55086)"),
            iteration(Decode, 32, 0, 32, 0, 55086));
  EXPECT_EQ(inferenceIteration("execute_1025_context_1(sq1024sk2048sqsq1sqsk1)_generation_1(sq1sk300sqsq1sqsk300)"),
            iteration(Mixed, 2, 1, 1025, 1024, 2348));
  EXPECT_EQ(inferenceIteration("execute_new_2_cached_0"), iteration(Prefill, 2, 2, unknown, unknown, unknown));
  EXPECT_EQ(inferenceIteration("execute_new_0_cached_7"), iteration(Decode, 7, 0, unknown, 0, unknown));
  EXPECT_EQ(inferenceIteration("execute_new_2_cached_7"), iteration(Mixed, 9, 2, unknown, unknown, unknown));
}

TEST(InferenceIteration, ofSglang) {
  EXPECT_EQ(inferenceIteration("step[DECODE bs=32]"), iteration(Decode, 32, 0, 32, 0, unknown));
  EXPECT_EQ(inferenceIteration("step[DECODE bs=2 g_sqsq=2 g_sqsk=30 g_sk=30]"), iteration(Decode, 2, 0, 2, 0, 30));
  EXPECT_EQ(inferenceIteration("step[EXTEND bs=2 toks=4096]"), iteration(Prefill, 2, 2, 4096, 4096, unknown));
  EXPECT_EQ(inferenceIteration("step[EXTEND bs=2 toks=12 c_sqsq=80 c_sqsk=120 c_sk=20]"),
            iteration(Prefill, 2, 2, 12, 12, 20));
  EXPECT_EQ(inferenceIteration("step[MIXED bs=2 c=1 g=1 c_sq=5 c_sk=8 c_sqsq=25 c_sqsk=40 g_sq=1 g_sk=12 g_sqsq=1 "
                               "g_sqsk=12]"),
            iteration(Mixed, 2, 1, 6, 5, 20));
  EXPECT_EQ(inferenceIteration("step[MIXED bs=9]"), iteration(Mixed, 9, unknown, unknown, unknown, unknown));
  EXPECT_EQ(inferenceIteration("step[TARGET_VERIFY bs=4]"), iteration(Decode, 4, 0, unknown, 0, unknown));
}

TEST(InferenceIteration, ofTensorRtAndAtom) {
  EXPECT_EQ(inferenceIteration("[Executor] _forward_step 600: 0 ctx reqs, 0 ctx tokens, 32 gen reqs"),
            iteration(Decode, 32, 0, unknown, 0, unknown));
  EXPECT_EQ(inferenceIteration("[Executor] _forward_step 601: 2 ctx reqs, 512 ctx tokens, 0 gen reqs"),
            iteration(Prefill, 2, 2, 512, 512, unknown));
  EXPECT_EQ(inferenceIteration("[Executor] _forward_step: 1 ctx reqs, 3 gen reqs"),
            iteration(Mixed, 4, 1, unknown, unknown, unknown));
  EXPECT_EQ(inferenceIteration("prefill[bs=2 tok=14721 ctx=[7803, 6918]]"),
            iteration(Prefill, 2, 2, 14721, 14721, unknown));
  EXPECT_EQ(inferenceIteration("decode[bs=117/128 tok=117 d=117]"), iteration(Decode, 117, 0, 117, 0, unknown));
}

TEST(InferenceIteration, isNothingElse) {
  for (const char* name :
       {"", "execute_", "execute_model", "execute_context_x(1)_generation_2(2)", "execute_context_0(0)_generation_0(0)",
        "execute_context_1(5)_generation_2(2) and more", "step[IDLE bs=0]", "step[DECODE bs=]", "step[DECODE]",
        "step 3", "train_step", "prefill", "draft[bs=3]", "execute_context_99999999999999999999(1)_generation_0(0)"}) {
    EXPECT_EQ(inferenceIteration(name), std::nullopt) << name;
  }
}

StepStats figures(std::string_view name, std::int64_t duration, std::int64_t device) {
  StepStats made;
  made.onDevice = {{0}, {duration}};
  made.device = {device};
  made.inference = inferenceIteration(name);
  return made;
}

TEST(InferenceBatches, areOfOneKindAndSize) {
  const std::vector<InferenceBatches> batches =
      inferenceBatches({figures("step[DECODE bs=32]", 100, 64), figures("step[DECODE bs=33]", 300, 66),
                        figures("step[DECODE bs=4]", 50, 8), figures("step[EXTEND bs=1 toks=1000]", 900, 500),
                        figures("anything else", 1, 1)});
  ASSERT_EQ(batches.size(), 3U);
  EXPECT_EQ(batches[0].kind, Prefill);
  EXPECT_EQ(batches[0].devicePerToken(), 0.5);
  EXPECT_EQ(batches[1].requests->most, 4);
  EXPECT_EQ(batches[2].iterations, 2U);
  EXPECT_EQ(batches[2].requests->least, 32);
  EXPECT_EQ(batches[2].requests->most, 33);
  EXPECT_EQ(batches[2].medianDuration.ns, 200);
  EXPECT_EQ(batches[2].devicePerToken(), 2.0);
  EXPECT_EQ(batches[2].durationPerToken(), 400.0 / 65.0);
}

}  // namespace
}  // namespace kernline::test
