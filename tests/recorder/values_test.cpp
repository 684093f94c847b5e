// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {
namespace {

std::vector<Parameter> someParameters() {
  return {wholeNumber("seq_len", 4096, {16, 65536, 16}, "tokens", "Length"),
          choice("type", {"bf16", "fp16"}, "Element"), flag("causal", true, "Masked")};
}

std::string refusalOfValue(std::vector<Setting> settings) {
  try {
    const Values values(someParameters(), settings);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::wrongUsage);
    return failure.what();
  }
  return "taken";
}

TEST(Values, AreStandardWhereNothingIsSaid) {
  const Values values(someParameters(), {});
  EXPECT_EQ(values.whole("seq_len"), 4096);
  EXPECT_EQ(values.choice("type"), "bf16");
  EXPECT_TRUE(values.flag("causal"));
}

TEST(Values, TakeWhatIsSetAndTheLaterOfTwo) {
  const std::vector<Setting> settings{{"seq_len", "32"}, {"type", "fp16"}, {"causal", "false"}, {"seq_len", "64"}};
  const Values values(someParameters(), settings);
  EXPECT_EQ(values.whole("seq_len"), 64);
  EXPECT_EQ(values.choice("type"), "fp16");
  EXPECT_EQ(values.text(values.parameters()[2]), "false");
}

TEST(Values, RefuseWhatIsOutsideTheLimitsWithWhatIsAllowed) {
  EXPECT_EQ(refusalOfValue({{"seq_len", "8"}}), "seq_len must be from 16 to 65536, not 8");
  EXPECT_EQ(refusalOfValue({{"seq_len", "17"}}), "seq_len must be a multiple of 16, not 17");
  EXPECT_EQ(refusalOfValue({{"seq_len", "1e3"}}), "seq_len must be a whole number, not \"1e3\"");
  EXPECT_EQ(refusalOfValue({{"seq_len", "99999999999999999999"}}),
            "seq_len must be a whole number, not \"99999999999999999999\"");
  EXPECT_EQ(refusalOfValue({{"type", "fp8"}}), "type must be one of bf16, fp16, not \"fp8\"");
  EXPECT_EQ(refusalOfValue({{"causal", "maybe"}}), "causal must be true or false, not \"maybe\"");
  EXPECT_EQ(refusalOfValue({{"heads", "8"}}), "unknown parameter heads; available: seq_len, type, causal");
}

TEST(Sweeps, AreTakenApartAtTheCommas) {
  const Sweep sweep = sweepOf("seq_len=16,32,64");
  EXPECT_EQ(sweep.name, "seq_len");
  EXPECT_THAT(sweep.values, testing::ElementsAre("16", "32", "64"));
  EXPECT_THROW(sweepOf("seq_len"), Failure);
  EXPECT_THROW(sweepOf("seq_len="), Failure);
  EXPECT_THROW(sweepOf("seq_len=1,,2"), Failure);
  EXPECT_THROW(sweepOf("=1"), Failure);
}

TEST(Sweeps, RunEveryCombinationTheLastFastest) {
  const std::vector<Setting> settings{{"type", "fp16"}};
  const std::vector<Sweep> sweeps{{"seq_len", {"16", "32"}}, {"causal", {"0", "1"}}};
  const auto runs = combinations(settings, sweeps);
  ASSERT_EQ(runs.size(), 4U);
  const Values second(someParameters(), runs[1]);
  EXPECT_EQ(second.whole("seq_len"), 16);
  EXPECT_TRUE(second.flag("causal"));
  EXPECT_EQ(second.choice("type"), "fp16");
  EXPECT_EQ(Values(someParameters(), runs[2]).whole("seq_len"), 32);
}

TEST(Sweeps, ThatWouldNeverEndAreRefused) {
  const Sweep hundred{"seq_len", std::vector<std::string>(101, "16")};
  const std::vector<Sweep> sweeps{hundred, hundred};
  EXPECT_THROW(combinations({}, sweeps), Failure);
}

}  // namespace
}  // namespace kernline::recorder
