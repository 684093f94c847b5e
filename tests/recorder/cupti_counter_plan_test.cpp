// SPDX-License-Identifier: Apache-2.0
// CUPTI plans counters without a GPU; where its libraries cannot be loaded, the sentence that says so is what is
// tested.
#include "app/recorder/cupti/counter_plan.h"

#include "app/recorder/cupti/cupti_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::recorder {
namespace {

#ifdef KERNLINE_HAVE_PM_SAMPLING

using testing::HasSubstr;

std::expected<CounterPlan, std::string> planned(const std::string& chip, std::string_view counters) {
  return CounterPlan::make(chip, {}, readCounterSet(counters).value());
}

TEST(CounterPlan, fitsAllCountersIntoOnePass) {
  if (!profilerLibrary().isAvailable()) {
    EXPECT_THAT(planned("GH100", "all").error(), testing::AnyOf(HasSubstr("CUPTI"), HasSubstr("CUDA 12.6")));
    return;
  }
  for (const char* chip : {"GH100", "AD102", "GA102"}) {
    const auto plan = planned(chip, "basic,memory");
    ASSERT_TRUE(plan.has_value()) << chip << ": " << plan.error();
    EXPECT_EQ(plan->metrics().size(), 7U) << chip;
    EXPECT_TRUE(plan->leftOut().empty()) << chip;
    EXPECT_FALSE(plan->configuration().empty()) << chip;
  }
}

TEST(CounterPlan, leavesOutWhatTheChipHasNot) {
  if (!profilerLibrary().isAvailable()) {
    EXPECT_FALSE(planned("GH100", "sm").has_value());
    return;
  }
  const auto plan = planned("GH100", "sm,sm__nonsense.sum");
  ASSERT_TRUE(plan.has_value()) << plan.error();
  EXPECT_EQ(plan->metrics().size(), 1U);
  EXPECT_EQ(plan->leftOut().at(0).metric, "sm__nonsense.sum");
  EXPECT_THAT(planned("GH100", "sm__nonsense.sum").error(), HasSubstr("sm__nonsense.sum"));
  EXPECT_FALSE(planned("no such chip", "sm").has_value());
}

#endif

}  // namespace
}  // namespace kernline::recorder
