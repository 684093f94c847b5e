// SPDX-License-Identifier: Apache-2.0
// CUPTI plans counters of kernels without a GPU; where its libraries cannot be loaded, the sentence that says so is
// what is tested.
#include "app/recorder/cupti/range_plan.h"

#include "app/recorder/io/profile_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::recorder {
namespace {

#ifdef KERNLINE_HAVE_PM_SAMPLING

using testing::HasSubstr;

TEST(RangePlan, fitsTheSetsOfProgramsIntoOnePass) {
  for (const char* set : {"basic", "memory"}) {
    for (const char* chip : {"GH100", "GA100", "AD102"}) {
      const auto plan = RangePlan::makeForOnePass(chip, readMetricSet(set).value());
      if (!profilerLibrary().hasRanges()) {
        EXPECT_THAT(plan.error(), testing::AnyOf(HasSubstr("CUPTI"), HasSubstr("CUDA 12.6")));
        continue;
      }
      ASSERT_TRUE(plan.has_value()) << chip << ": " << plan.error();
      EXPECT_EQ(plan->passes(), 1U) << chip;
      EXPECT_FALSE(plan->configuration().empty()) << chip;
    }
  }
}

TEST(RangePlan, refusesWhatALaunchCannotCountAtOnce) {
  if (!profilerLibrary().hasRanges()) {
    EXPECT_FALSE(RangePlan::make("GH100", {}).has_value());
    return;
  }
  const auto problem = [](std::vector<std::string> metrics) {
    return RangePlan::makeForOnePass("GH100", std::move(metrics)).error();
  };
  EXPECT_THAT(problem({"lts__t_sector_hit_rate.pct"}), HasSubstr("2 passes on a GH100"));
  EXPECT_THAT(problem({"lts__t_sector_hit_rate.pct"}), HasSubstr("basic and memory fit"));
  EXPECT_THAT(problem({"dram__byte_read.sum"}), HasSubstr("did you mean dram__bytes_read.sum?"));
  EXPECT_THAT(problem({"dram__bytes_read"}), HasSubstr("needs an ending"));
  EXPECT_THAT(RangePlan::make("no such chip", {"dram__bytes_read.sum"}).error(), HasSubstr("no such chip"));
}

TEST(RangePlan, leavesOutOfACardWhatTheChipHasNot) {
  if (!profilerLibrary().hasRanges()) {
    return;
  }
  std::vector<std::string> metrics = cardMetrics().back();
  metrics.emplace_back("sm__nonsense.sum");
  const auto plan = RangePlan::make("GH100", metrics, RangePlan::Unknown::LeftOut);
  ASSERT_TRUE(plan.has_value()) << plan.error();
  EXPECT_EQ(plan->metrics().size() + 1, metrics.size());
  EXPECT_GT(plan->passes(), 10U);
}

#endif

}  // namespace
}  // namespace kernline::recorder
