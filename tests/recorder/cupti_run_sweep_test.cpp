// SPDX-License-Identifier: Apache-2.0
// Where which limit takes over in a sweep.
#include "app/recorder/run/run_sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

using testing::HasSubstr;

const std::vector<Parameter>& parametersOfSweep() {
  static const std::vector<Parameter> parameters{wholeNumber("n", 16, {1, 1024}, "", ""),
                                                 wholeNumber("m", 1, {1, 1024}, "", "")};
  return parameters;
}

MeasuredRun runOf(const char* m, const char* n, double dram, double tensor) {
  MeasuredRun run;
  run.values.emplace(parametersOfSweep(), std::vector<Setting>{{"m", m}, {"n", n}});
  run.samples.add(1000);
  run.profile.emplace();
  run.profile->use.dram = dram;
  run.profile->use.tensor = tensor;
  return run;
}

TEST(SweepLimits, sayWhichTakesOverWhere) {
  std::vector<MeasuredRun> runs{runOf("1", "16", 0.2, 0), runOf("1", "32", 0.9, 0.1), runOf("1", "64", 0.8, 0.5),
                                runOf("1", "128", 0.5, 0.9)};
  const std::vector<LimitStretch> stretches = limitStretches(runs, "n");
  ASSERT_EQ(stretches.size(), 3U);
  EXPECT_EQ(stretches[1].limit, "DRAM");
  EXPECT_EQ(stretches[1].first, 1U);
  EXPECT_EQ(stretches[1].last, 2U);
  const std::string text = limitsText(runs, "n");
  EXPECT_THAT(text, HasSubstr("n=16: limited by latency\n"));
  EXPECT_THAT(text, HasSubstr("n=32 to 64: limited by DRAM\n"));
  EXPECT_THAT(text, HasSubstr("n=128: limited by tensor pipe\n"));
  EXPECT_THAT(text, HasSubstr("90.0 %"));
  EXPECT_EQ(limitsJson(stretches)[2]["last"], 3);
}

TEST(SweepLimits, beginAnewWithEachValueOfAnotherParameter) {
  const std::vector<MeasuredRun> runs{runOf("1", "16", 0.9, 0), runOf("1", "32", 0.9, 0), runOf("2", "16", 0.9, 0),
                                      runOf("2", "32", 0.9, 0)};
  const std::vector<LimitStretch> stretches = limitStretches(runs, "n");
  ASSERT_EQ(stretches.size(), 2U);
  EXPECT_EQ(stretches[1].first, 2U);
  EXPECT_THAT(limitsText(runs, "n"), HasSubstr("m=2 n=16 to 32: limited by DRAM"));
}

TEST(SweepLimits, areNoneOfRunsThatWereNotCounted) {
  std::vector<MeasuredRun> runs{runOf("1", "16", 0.9, 0), runOf("1", "32", 0.9, 0)};
  runs[0].profile.reset();
  runs[1].profile->problem = "no permission";
  EXPECT_TRUE(limitStretches(runs, "n").empty());
  EXPECT_EQ(limitsText(runs, "n"), "");
}

}  // namespace
}  // namespace kernline::recorder
