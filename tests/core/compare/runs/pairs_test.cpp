// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of runs whose true times are known: bare, without the profiler (tests/data/pairs/truth.json).
#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_series.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

std::string fileOf(const std::string& pair, const std::string& side) {
  return shared("pairs/" + pair + "." + side + ".json");
}

double bareMs(const std::string& pair, const std::string& side) {
  return nlohmann::json::parse(readFile(shared("pairs/truth.json")))[pair][side]["median_ms"];
}

RunComparison comparisonOf(const std::string& pair) {
  auto made = compareRuns({{.path = "before", .trace = load(fileOf(pair, "before")).value()},
                           {.path = "after", .trace = load(fileOf(pair, "after")).value()}},
                          {});
  return std::move(made.value());
}

/// Runs whose device is the limit, bare and traced.
class GpuBoundRuns : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(GpuBoundRuns, takeTheirBareTimePerStep) {
  const auto& [pair, side] = GetParam();
  if (!hasShared("pairs/" + pair + "." + side + ".json")) {
    GTEST_SKIP() << "pairs/" << pair << "." << side << ".json";
  }
  const auto trace = load(fileOf(pair, side)).value();
  const auto made = compareRuns({{.path = "a", .trace = trace}, {.path = "b", .trace = trace}}, {}).value();
  const double traced = made.differences[0].baseStep / 1e6;
  EXPECT_NEAR(traced / bareMs(pair, side), 1, 0.02);
}

TEST(Pairs, nameStepsByTheNumbersOfTheTrace) {
  const RunComparison made = comparisonOf("precision_bf16");
  EXPECT_EQ(made.runs[0].steps.warmUp, 0U) << "the first step waits for work of earlier ones, which is none of its own";
  EXPECT_EQ(made.runs[0].steps.names.front(), "ProfilerStep#3");
}

INSTANTIATE_TEST_SUITE_P(Pairs, GpuBoundRuns,
                         testing::Values(std::pair{"precision_tf32", "before"}, std::pair{"precision_bf16", "before"},
                                         std::pair{"fusion", "before"}, std::pair{"pinned", "after"},
                                         std::pair{"padding", "before"}, std::pair{"padding", "after"},
                                         std::pair{"attention", "before"}, std::pair{"attention", "after"},
                                         std::pair{"layers", "before"}, std::pair{"layers", "after"},
                                         std::pair{"loader", "after"}, std::pair{"item", "after"},
                                         std::pair{"checkpoint", "after"}, std::pair{"batch", "after"}),
                         [](const auto& run) { return testName(run.param.first + "_" + run.param.second); });

TEST(Pairs, ofAFasterRunAreNeverSlower) {
  for (const std::string pair : {"precision_tf32", "precision_bf16", "fusion", "pinned"}) {
    const RunComparison made = comparisonOf(pair);
    const Verdict& verdict = made.differences[0].verdict;
    EXPECT_EQ(verdict.faster, Faster::Other) << pair;
    EXPECT_LT(verdict.ratio, 0.5) << pair;
    EXPECT_GT(*verdict.confidence, 0.99) << pair;
    EXPECT_THAT(verdict.reasons, testing::Contains(saysInEnglish(testing::StartsWith("Largest change")))) << pair;
  }
}

TEST(Pairs, haveAboutTheirTrueRatioWithoutTheProfiler) {
  constexpr double allowed = 0.15;
  for (const std::string pair : {"precision_tf32", "precision_bf16", "fusion"}) {
    const Verdict verdict = comparisonOf(pair).differences[0].verdict;
    ASSERT_TRUE(verdict.withoutProfiler) << pair << ": the host of the run after is traced as the limit";
    EXPECT_NEAR(verdict.withoutProfiler->ratio * bareMs(pair, "before") / bareMs(pair, "after"), 1, allowed) << pair;
    EXPECT_LT(verdict.withoutProfiler->low, verdict.withoutProfiler->ratio);
    EXPECT_THAT(sentenceOn(verdict),
                testing::AnyOf(mentions("without-profiler-slower", anyValue, anyValue, anyValue, anyValue, anyValue),
                               mentions("without-profiler-faster", anyValue, anyValue, anyValue, anyValue, anyValue),
                               mentions("without-profiler-no-difference", anyValue, anyValue, anyValue, anyValue)))
        << pair;
  }
  EXPECT_FALSE(comparisonOf("pinned").differences[0].verdict.withoutProfiler) << "the device is the limit of both";
}

TEST(Pairs, doubtThatOneRankShowsTheRun) {
  const std::string before = "pairs/two/ddp_buckets.before.rank0.json";
  if (!hasShared(before)) {
    GTEST_SKIP() << before;
  }
  const auto trace = load(shared(before)).value();
  const auto made = compareRuns({{.path = "a", .trace = trace}, {.path = "b", .trace = trace}}, {}).value();
  EXPECT_THAT(made.differences[0].verdict.doubts, testing::Contains(says("each-file-is-one", "2")));
  EXPECT_THAT(comparisonOf("padding").differences[0].verdict.doubts,
              testing::Not(testing::Contains(says("each-file-is-one", "2"))));
}

TEST(Pairs, areASeriesOfStepsWithoutTheProfiler) {
  for (const std::string pair : {"precision_tf32", "batch"}) {
    const RunComparison made = comparisonOf(pair);
    const RunSeries series = runSeries(made);
    EXPECT_TRUE(series.isWithoutProfiler) << pair;
    ASSERT_EQ(series.changes.size(), 1U) << pair;
    EXPECT_NEAR(series.changes[0].ratio * bareMs(pair, "before") / bareMs(pair, "after"), 1, 0.15) << pair;
    EXPECT_GE(series.points[0].recordedStep, series.points[0].step) << pair;
    EXPECT_GT(*series.points[1].noise, 0) << pair;
  }
  EXPECT_FALSE(runSeries(comparisonOf("padding")).isWithoutProfiler);
}

TEST(Pairs, haveRowsThatAddUpToTheBusyTimeOfAStep) {
  for (const std::string pair : {"precision_bf16", "fusion"}) {  // pairs on one stream
    const RunComparison made = comparisonOf(pair);
    EXPECT_EQ(made.by, RunKey::Op) << pair;
    double ofRows = 0;
    for (const RunRow& row : made.rows) {
      ofRows += row.sides[1].perStep - row.sides[0].perStep;
    }
    double ofParts = 0;
    for (const WaterfallPart& part : made.differences[0].waterfall) {
      ofParts += part.isIdle() || part.overlap ? 0 : part.delta();
    }
    EXPECT_NEAR(ofRows, ofParts, 1) << pair;
  }
}

TEST(Pairs, haveNoWorkOutsideOfTheirSteps) {
  const RunComparison made = comparisonOf("precision_bf16");
  for (const ComparedRun& run : made.runs) {
    EXPECT_EQ(run.account.ranElsewhere.ns, 0);
    EXPECT_LT(run.account.launchedElsewhere.ns, run.account.wall.ns / 100);
  }
}

}  // namespace
}  // namespace kernline::test
