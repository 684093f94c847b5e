// SPDX-License-Identifier: GPL-3.0-or-later
// What commands say of sampled counters beside what the model says.
#include "tests/cli/program_run.h"
#include "tests/core/analysis/counters/sampled_device.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

json rowOf(const json& answer, const std::string& kernel) {
  for (const json& row : answer.at("rows")) {
    if (row.at("operator") == kernel) {
      return row;
    }
  }
  return {};
}

TEST(CountersInTables, standBesideWhatIsModeled) {
  const std::string file = fixture("recordings/counters.json.gz");
  const json work = answerOf({"work", "--by", "kernel", "--json", file});
  const json copies = rowOf(work, "Memcpy DtoD (Device -> Device)").at("measured");
  EXPECT_NEAR(copies.at("dram_bytes").get<double>(), 2.0 * (1 << 30), 0.03 * 2 * (1 << 30));
  EXPECT_GT(copies.at("dram_bytes_per_s").get<double>(), 2e12);
  EXPECT_EQ(copies.at("tensor_pipe"), 0);
  EXPECT_GT(copies.at("sampled_share").get<double>(), 0.5);
  const json fills = rowOf(work, "Memset (Device)").at("measured");
  EXPECT_GT(fills.at("launches"), 10);
  EXPECT_EQ(fills.at("sampled_launches"), 0);
  EXPECT_TRUE(fills.at("dram_bytes").is_null());
  const json product = answerOf({"stats", "--json", file}).at("rows").at(0);
  EXPECT_EQ(product.at("measured"), rowOf(work, product.at("name")).at("measured")) << "of the same launches";
  EXPECT_NEAR(product.at("measured").at("tensor_pipe").get<double>(), 0.94, 0.03);
  const std::string text = kernline({"work", "--by", "kernel", file}).out;
  EXPECT_THAT(text, HasSubstr("DRAM/launch"));
  EXPECT_THAT(text, HasSubstr("not sampled"));
  EXPECT_THAT(kernline({"work", "--by", "kernel", "--csv", file}).out, HasSubstr(",dram_bytes_per_s,tensor_pipe\n"));
}

TEST(CountersInTables, standInStatisticsOfEveryForm) {
  const std::string file = fixture("recordings/counters.json.gz");
  const std::string text = kernline({"stats", file}).out;
  EXPECT_THAT(text, HasSubstr("DRAM traffic"));
  EXPECT_THAT(text, HasSubstr("tensor pipe"));
  EXPECT_THAT(text, HasSubstr("counters of the whole GPU"));
  EXPECT_THAT(kernline({"stats", "--csv", file}).out, HasSubstr(",self_ns,dram_bytes,dram_bytes_per_s,tensor_pipe"));
  EXPECT_THAT(kernline({"stats", "--markdown", file}).out,
              HasSubstr(R"(| dram\_bytes | dram\_bytes\_per\_s | tensor\_pipe)"));
}

TEST(CountersInTables, areNotThereWithoutCounters) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  EXPECT_THAT(kernline({"stats", file}).out, Not(HasSubstr("DRAM")));
  EXPECT_THAT(kernline({"stats", "--csv", file}).out, Not(HasSubstr("dram")));
  EXPECT_TRUE(answerOf({"work", "--json", file}).at("rows").at(0).at("measured").is_null());
  EXPECT_FALSE(answerOf({"stats", "--json", file}).at("rows").at(0).contains("measured"));
  EXPECT_THAT(kernline({"work", file}).out, Not(HasSubstr("DRAM")));
  EXPECT_THAT(kernline({"work", "--csv", file}).out, Not(HasSubstr("dram")));
  EXPECT_TRUE(answerOf({"summary", "--json", file}).at("idle_causes").at(0).at("counted").is_null());
}

TEST(CountersInSummaries, sayThatADeviceWorkedWhileTheTraceSaysIdle) {
  SampledDevice device;
  device.kernel("first", 0, 100).kernel("second", 1000, 100);
  device.use(0, 100, 0).use(110, 0, 0).use(310, 40, 0).use(510, 0, 0).use(1010, 100, 0).use(1110, 0, 0);
  const TemporaryFile file(device.text());
  const json counted = answerOf({"summary", "--json", file.path()}).at("idle_causes").at(0).at("counted");
  EXPECT_EQ(counted.at("busy_ns"), 200'000);
  EXPECT_EQ(counted.at("on_sms_ns"), 200'000);
  EXPECT_NEAR(counted.at("sm_active").get<double>(), 0.4, 1e-9);
  const std::string text = kernline({"summary", file.path()}).out;
  EXPECT_THAT(text,
              HasSubstr("counters show activity in 200.0 µs of 788.0 µs of sampled idle time (SMs active 40.0 %)"));
  EXPECT_THAT(kernline({"summary", fixture("recordings/counters.json.gz")}).out, Not(HasSubstr("counters show work")));
}

}  // namespace
}  // namespace kernline::test
