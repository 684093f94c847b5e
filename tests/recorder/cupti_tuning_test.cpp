// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/tuning.h"

#include "app/recorder/parameters/failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace kernline::recorder {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Values> blocks(std::initializer_list<int> sizes) {
  const std::vector<Parameter> parameters{wholeNumber("BLOCK", 128, {.minimum = 1, .maximum = 4096}, "", "")};
  std::vector<Values> all;
  for (const int size : sizes) {
    const std::vector<Setting> settings{{.name = "BLOCK", .text = std::to_string(size)}};
    all.emplace_back(parameters, settings);
  }
  return all;
}

/// Takes as long as the table says; what is not in it fails.
struct Measured {
  std::map<std::int64_t, double> times;
  std::vector<double> told;

  MeasuredRun operator()(const Values& values, double best) {
    told.push_back(best);
    const auto time = times.find(values.whole("BLOCK"));
    if (time == times.end()) {
      throw Failure(ExitCode::kernelFailed, "too many resources requested for launch");
    }
    MeasuredRun run;
    run.values = values;
    run.samples.add(time->second);
    return run;
  }
};

TEST(Tuning, findsTheFastestAndKeepsWhatFailed) {
  Measured measured{.times = {{128, 3000}, {256, 1000}, {512, 2000}}, .told = {}};
  const Tuning tuning = tune(blocks({128, 256, 2048, 512}), std::ref(measured), [] { return true; });
  ASSERT_EQ(tuning.runs.size(), 3U);
  EXPECT_EQ(tuning.best, 1U);
  EXPECT_THAT(measured.told, ElementsAre(0, 3000, 1000, 1000));
  ASSERT_EQ(tuning.failed.size(), 1U);
  EXPECT_EQ(tuning.failed[0].values.whole("BLOCK"), 2048);
  const nlohmann::json json = tuningJson(tuning);
  EXPECT_EQ(json["best"], 1);
  EXPECT_EQ(json["failed"][0]["parameters"]["BLOCK"], 2048);
  EXPECT_EQ(json["failed"][0]["error"], "too many resources requested for launch");
  const std::string text = toText(tuning);
  EXPECT_LT(text.find("BLOCK=256"), text.find("BLOCK=512"));
  EXPECT_LT(text.find("BLOCK=512"), text.find("BLOCK=128"));
  EXPECT_THAT(text, HasSubstr("3.00x  BLOCK=128"));
  EXPECT_THAT(text, HasSubstr("BLOCK=2048: too many resources"));
}

TEST(Tuning, endsWhereTheGpuIsNoLongerUsable) {
  Measured measured{.times = {{128, 3000}}, .told = {}};
  EXPECT_THROW(tune(blocks({128, 2048, 128}), std::ref(measured), [] { return false; }), Failure);
  EXPECT_EQ(measured.told.size(), 2U);
}

TEST(Tuning, hasNoBestWhereEverythingFails) {
  Measured measured;
  const Tuning tuning = tune(blocks({1, 2}), std::ref(measured), [] { return true; });
  EXPECT_FALSE(tuning.best.has_value());
  EXPECT_EQ(tuning.failed.size(), 2U);
  EXPECT_TRUE(tuningJson(tuning)["best"].is_null());
}

}  // namespace
}  // namespace kernline::recorder
