// SPDX-License-Identifier: GPL-3.0-or-later
// The step without the profiler and the step with a change, held against the same programs timed without a profiler.
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/quality/data_quality.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/analysis/work/reference_device.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

/// Without changes, or with one.
Expected<WhatIfAnswer> ask(const std::string& run, const char* change = nullptr) {
  const auto trace = load(shared("pairs/" + run + ".json")).value();
  TraceAnalysis analysis(trace);
  const std::vector<WhatIfChange> changes =
      change == nullptr ? std::vector<WhatIfChange>{} : std::vector{parseWhatIf(change).value()};
  const auto model = analysis.work();
  return whatIf(analysis, WorkMeter(*trace, *model, referenceDevice(*trace).ceilings), changes);
}

nlohmann::json truths() {
  return nlohmann::json::parse(readFile(shared("pairs/truth.json")));
}

double inMs(Duration time) {
  return static_cast<double>(time.ns) / 1e6;
}

TEST(ReplayPairs, areThemselvesAndAsLongAsWithoutAProfiler) {
  if (!hasShared("pairs/truth.json")) {
    GTEST_SKIP() << lacks("pairs/truth.json");
  }
  double errors = 0;
  double worst = 0;
  std::size_t inside = 0;
  std::size_t count = 0;
  const nlohmann::json all = truths();
  for (const auto& [name, pair] : all.items()) {
    for (const char* side : {"before", "after"}) {
      const auto answer = ask(name + "." + side);
      ASSERT_TRUE(answer) << name << " " << answer.error().message.english();
      EXPECT_LT(answer->replayError, 0.01) << name;
      const nlohmann::json& truth = pair.at(side);
      const double least = std::min(truth.at("min_ms").get<double>(), truth.at("again_ms").get<double>());
      const double most = std::max(truth.at("max_ms").get<double>(), truth.at("again_ms").get<double>());
      const double median = truth.at("median_ms").get<double>();
      if (most - least > median / 10) {
        continue;  // the program itself takes one time or the other
      }
      const double error = std::abs(inMs(answer->undisturbed.likely) / median - 1);
      errors += error;
      worst = std::max(worst, error);
      inside += inMs(answer->undisturbed.low) <= most && inMs(answer->undisturbed.high) >= least ? 1 : 0;
      ++count;
    }
  }
  ASSERT_GT(count, 20U);
  EXPECT_LT(errors / static_cast<double>(count), 0.03);
  EXPECT_LT(worst, 0.12);
  EXPECT_GE(inside * 10, count * 9);
}

TEST(ReplayPairs, haveAFindingThatSaysHowBusyTheDeviceIs) {
  if (!hasShared("pairs/batch.before.json")) {
    GTEST_SKIP() << lacks("pairs/batch.before.json");
  }
  const auto trace = load(shared("pairs/batch.before.json")).value();
  TraceAnalysis analysis(trace);
  const DataQuality quality = DataQuality::of(*trace).withRecording(analysis);
  const DataIssue* issue = quality.find("recording_slows_host");
  ASSERT_NE(issue, nullptr);
  const std::string text = issue->example.english();
  std::smatch shares;
  ASSERT_TRUE(
      std::regex_match(text, shares, std::regex(phrase("gpu-busy-without-profiler", "([0-9.]+) %", "([0-9.]+) %"))))
      << text;
  EXPECT_NEAR(std::stod(shares[1]), 57, 2) << "of a step of 25.6 ms";
  EXPECT_NEAR(std::stod(shares[2]), 92, 6) << "of a step of 15.9 ms";
}

TEST(ReplayPairs, rangeToAQuickHostWhereItWasSlow) {
  if (!hasShared("pairs/checkpoint.before.json")) {
    GTEST_SKIP() << lacks("pairs/checkpoint.before.json");
  }
  const auto slow = ask("checkpoint.before", "advice:1=follow");
  ASSERT_TRUE(slow) << slow.error().message.english();
  EXPECT_GT(slow->hostSlowness, 1.25);
  const double after = truths().at("checkpoint").at("after").at("median_ms").get<double>();
  EXPECT_NEAR(inMs(slow->changed->low), after, after * 0.03);
  EXPECT_GT(inMs(slow->changed->likely), after * 1.1) << "by the host as it was recorded";
  EXPECT_EQ(ask("checkpoint.after")->hostSlowness, 1);
}

struct Predicted {
  const char* name;
  const char* change;
  double error;  ///< largest error compared with the run after
};

class ReplayPredictions : public ::testing::TestWithParam<Predicted> {};

TEST_P(ReplayPredictions, comeTrue) {
  const auto& [name, change, error] = GetParam();
  if (!hasShared("pairs/" + std::string(name) + ".before.json")) {
    GTEST_SKIP() << lacks("pairs/" + std::string(name) + ".before.json");
  }
  const auto answer = ask(std::string(name) + ".before", change);
  ASSERT_TRUE(answer) << answer.error().message.english();
  const double after = truths().at(name).at("after").at("median_ms").get<double>();
  EXPECT_NEAR(inMs(answer->changed->likely), after, after * error);
}

INSTANTIATE_TEST_SUITE_P(Measured, ReplayPredictions,
                         ::testing::Values(Predicted{"graph", "launch=graph", 0.1},
                                           Predicted{"item", "op:aten::item=none", 0.1},
                                           Predicted{"pinned", "copy:pageable=async", 0.1},
                                           Predicted{"loader", "host:prepare_batch=none", 0.1}),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace kernline::test
