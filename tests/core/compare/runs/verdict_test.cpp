// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/verdict.h"

#include "core/compare/runs/normal_name.h"
#include "core/compare/runs/sequence_alignment.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::vector<Duration> lengths(std::initializer_list<std::int64_t> ns) {
  std::vector<Duration> result;
  for (const std::int64_t length : ns) {
    result.push_back({length});
  }
  return result;
}

// t = 4.47214 with 6.68 degrees of freedom, of which whole numbers leave 6: p = 0.0042278, from a numerical integral of
// the density.
TEST(Verdict, isWelchsTest) {
  const Verdict verdict = verdictOn(lengths({103, 98, 101, 99, 104}), lengths({95, 93, 97, 96, 94}));
  EXPECT_EQ(verdict.faster, Faster::Other);
  EXPECT_DOUBLE_EQ(verdict.ratio, 95.0 / 101);
  EXPECT_NEAR(*verdict.confidence, 1 - 0.0042278, 1e-6);
}

TEST(Verdict, findsNoDifferenceWithinTheNoise) {
  const Verdict verdict = verdictOn(lengths({100, 104, 96, 102}), lengths({101, 103, 97, 102}));
  EXPECT_EQ(verdict.faster, Faster::Neither);
  EXPECT_LT(*verdict.confidence, 0.95);
  EXPECT_GT(*verdict.noise, 0.03);
}

TEST(Verdict, doesNotCallWhatNobodyCanTellNoDifference) {
  const Verdict verdict = verdictOn(lengths({132, 107}), lengths({87, 83}));
  EXPECT_EQ(verdict.faster, Faster::Unknown);
  EXPECT_LT(*verdict.confidence, 0.95);
  EXPECT_EQ(verdictOn(lengths({132}), lengths({87, 83})).faster, Faster::Unknown);
  EXPECT_EQ(verdictOn(lengths({132, 107, 140}), lengths({87, 120, 153})).faster, Faster::Unknown);
  EXPECT_EQ(verdictOn(lengths({132, 107}), lengths({132, 107})).faster, Faster::Neither);
}

TEST(Verdict, saysWhatMayBeNoiseAsItSaysWhatIsCertain) {
  EXPECT_THAT(sentenceOn(verdictOn(lengths({132, 107}), lengths({87, 83}))),
              says("faster-per-step-but", "1.41", anyValue, anyValue));
  EXPECT_THAT(sentenceOn(verdictOn(lengths({87, 83}), lengths({132, 107}))),
              says("slower-per-step-but", "1.41", anyValue, anyValue));
  EXPECT_THAT(sentenceOn(verdictOn(lengths({1000}), lengths({1005, 1001}))),
              says("maybe-noise", "1.000 µs", "1.003 µs"));
}

TEST(Verdict, callsASmallDifferenceSmall) {
  EXPECT_THAT(sentenceOn(verdictOn(lengths({1000, 1001, 999}), lengths({1004, 1005, 1006}))),
              says("slower-per-step", "0.50", "1.000 µs", "1.005 µs"));
}

TEST(Verdict, saysHowSureItIsAndWhatIsNoise) {
  Verdict verdict;
  EXPECT_TRUE(sentenceOnNoise(verdict).isEmpty());
  verdict.confidence = 0.785;
  verdict.noise = 1.2938;
  EXPECT_THAT(sentenceOnNoise(verdict), says("difference-not-significant", "78.5", "129"));
  verdict.confidence = 0.9999;
  verdict.noise = 0.00042;
  EXPECT_THAT(sentenceOnNoise(verdict), says("difference-significant", "> 99.9", "0.042"));
  verdict.withoutProfiler = Verdict::WithoutProfiler{};
  EXPECT_THAT(sentenceOnNoise(verdict), says("as-recorded-difference-is-significant", "> 99.9", "0.042"));
}

TEST(Verdict, isSureOfStepsWithoutAnySpread) {
  EXPECT_EQ(verdictOn(lengths({100, 100}), lengths({101, 101})).faster, Faster::Base);
  EXPECT_EQ(verdictOn(lengths({100, 100, 100}), lengths({100, 100})).faster, Faster::Neither);
}

TEST(Verdict, CallsNoRatioOfOneSlowerOrFaster) {
  Verdict verdict;
  verdict.withoutProfiler =
      Verdict::WithoutProfiler{.baseStep = 2e6, .otherStep = 2e6, .ratio = 1.0, .low = 0.5, .high = 2.0};
  EXPECT_THAT(sentenceOn(verdict), says("without-profiler-no-difference", "0.50", "2.00", "2.000 ms", "2.000 ms"));
  verdict.withoutProfiler->ratio = 0.5;
  EXPECT_THAT(sentenceOn(verdict).english(), testing::HasSubstr("2.00× faster without the profiler (0.50 to 2.00×)"));
}

TEST(Verdict, IsAboutTheRunWithoutTheProfilerWhereRecordingSlowedTheHost) {
  Verdict verdict = verdictOn(lengths({26000, 25000, 26000}), lengths({26200, 26300, 26200}));
  EXPECT_TRUE(sentenceOnRecorded(verdict).isEmpty());
  EXPECT_FALSE(slowdownOf(verdict).isCertain);
  verdict.withoutProfiler =
      Verdict::WithoutProfiler{.baseStep = 15400, .otherStep = 26200, .ratio = 1.7, .low = 1.2, .high = 1.75};
  EXPECT_THAT(sentenceOn(verdict), says("without-profiler-slower", "1.70", anyValue, anyValue, anyValue, anyValue));
  EXPECT_THAT(sentenceOnRecorded(verdict), says("recording-slows-host-as-recorded", anyValue));
  EXPECT_THAT(sentenceOnRecorded(verdict), mentions("no-significant-difference-per", "25.67 µs", anyValue));
  EXPECT_DOUBLE_EQ(slowdownOf(verdict).ratio, 1.7);
  EXPECT_TRUE(slowdownOf(verdict).isCertain);
  verdict.withoutProfiler->low = 0.9;
  EXPECT_FALSE(slowdownOf(verdict).isCertain);
  EXPECT_FALSE(slowdownOf(verdict).isNoise);
}

TEST(Verdict, CallsADifferenceWithoutTheProfilerNoiseIfStepsVaryMore) {
  Verdict verdict = verdictOn(lengths({16000, 16300, 15900}), lengths({19300, 16500, 22100}));
  verdict.withoutProfiler = Verdict::WithoutProfiler{
      .baseStep = 15700, .otherStep = 18000, .ratio = 1.15, .low = 1.11, .high = 1.2, .noise = 0.4};
  EXPECT_FALSE(slowdownOf(verdict).isCertain);
  EXPECT_THAT(sentenceOn(verdict).english(),
              mentions("about-slower-without-profiler", "1.15", anyValue, anyValue, anyValue, anyValue));
  verdict.withoutProfiler->noise = 0.1;
  EXPECT_TRUE(slowdownOf(verdict).isCertain);
}

TEST(AlignSequences, findsALongestCommonSubsequence) {
  const std::vector<std::uint32_t> left{1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> right{1, 9, 3, 5, 8};
  EXPECT_THAT(*alignSequences(left, right), ElementsAre(Pair(0, 0), Pair(2, 2), Pair(4, 3)));
  EXPECT_TRUE(alignSequences({}, right)->empty());
  EXPECT_TRUE(alignSequences(left, {})->empty());
  EXPECT_EQ(alignSequences(left, left)->size(), left.size());
}

TEST(AlignSequences, givesUpBeyondItsBound) {
  const std::vector<std::uint32_t> left(100, 1);
  const std::vector<std::uint32_t> right(100, 2);
  EXPECT_FALSE(alignSequences(left, right, 50));
}

/// The length of a longest common subsequence by the plain table.
std::size_t plainLength(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right) {
  std::vector<std::vector<std::size_t>> best(left.size() + 1, std::vector<std::size_t>(right.size() + 1, 0));
  for (std::size_t i = 1; i <= left.size(); ++i) {
    for (std::size_t j = 1; j <= right.size(); ++j) {
      best[i][j] = left[i - 1] == right[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
    }
  }
  return best[left.size()][right.size()];
}

TEST(AlignSequences, isAsLongAsThePlainTableSays) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> left(random() % 30);
    std::vector<std::uint32_t> right(random() % 30);
    for (auto* sequence : {&left, &right}) {
      for (std::uint32_t& element : *sequence) {
        element = static_cast<std::uint32_t>(random() % 5);
      }
    }
    const auto pairs = *alignSequences(left, right);
    EXPECT_EQ(pairs.size(), plainLength(left, right));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(left[pairs[i].first], right[pairs[i].second]);
      EXPECT_TRUE(i == 0 || (pairs[i - 1].first < pairs[i].first && pairs[i - 1].second < pairs[i].second));
    }
  }
}

TEST(NormalKernelName, leavesTuningOut) {
  EXPECT_EQ(normalKernelName("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x2x1"),
            normalKernelName("sm90_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize64x64x8_stage4_warpsize1x1x1"));
  EXPECT_EQ(normalKernelName("ampere_sgemm_128x64_tn"), normalKernelName("volta_sgemm_32x32_tn"));
  EXPECT_NE(normalKernelName("ampere_sgemm_128x64_tn"), normalKernelName("ampere_sgemm_128x64_nn"));
  EXPECT_EQ(normalKernelName("triton_poi_fused_add_0"), normalKernelName("triton_poi_fused_add_3"));
  EXPECT_EQ(normalKernelName("relu"), "relu");
  EXPECT_EQ(normalKernelName("128x128"), "128x128") << "a name of nothing else stays";
}

}  // namespace
}  // namespace kernline::test
