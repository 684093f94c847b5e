// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string snapshot() {
  return fixture("memory/training-protocol-4.pickle");
}

TEST(Memory, isOneJsonDocument) {
  const json answer = answerOf({"memory", snapshot(), "--by", "phase", "--json"});
  ASSERT_EQ(answer["devices"].size(), 1U);
  const json& device = answer["devices"][0];
  EXPECT_EQ(device["device"], "GPU 0");
  EXPECT_EQ(device["samples"], 8);
  EXPECT_EQ(device["peak_allocated_bytes"], 31500);
  EXPECT_EQ(device["peak_reserved_bytes"], 16384 + 20480);
  EXPECT_EQ(device["live_at_peak"][0], (json{{"name", "backward"}, {"bytes", 20000}, {"count", 1}}));
  EXPECT_EQ(answer["issues"][0]["kind"], "free_of_older");
}

TEST(Memory, saysWhatWasAliveAtAnyTime) {
  const json answer = answerOf({"memory", snapshot(), "--at", "0ns", "--json"});
  EXPECT_EQ(answer["devices"][0]["live_bytes"], 3500);  // before the first record
  EXPECT_FALSE(answer["devices"][0].contains("live_at_peak"));
  EXPECT_EQ(kernline({"memory", snapshot(), "--at", "soon"}).code, 2);
}

TEST(Memory, hasTheCurvesAsCsv) {
  const std::string csv = kernline({"memory", snapshot(), "--csv"}).out;
  EXPECT_THAT(csv, testing::StartsWith("device,time_ns,allocated_bytes,reserved_bytes\nGPU 0,0,"));
  EXPECT_THAT(csv, HasSubstr(",31500,36864\n"));
}

TEST(Memory, isForPeopleToo) {
  const std::string text = kernline({"memory", snapshot(), "--limit", "1"}).out;
  EXPECT_THAT(text, HasSubstr("GPU 0: peak 30.76 KiB at 12.00 µs"));
  EXPECT_THAT(text, HasSubstr("model.py:51 train"));
  EXPECT_THAT(text, HasSubstr("and 2 more; --limit 0 shows all"));
  EXPECT_THAT(kernline({"memory", fixture("memory/out-of-memory.pickle")}).out,
              HasSubstr("out of memory at 2.000 µs: 16.00 GiB asked for, 1.000 GiB free"));
  EXPECT_THAT(kernline({"summary", snapshot()}).out, HasSubstr("peak 30.76 KiB"));
}

TEST(Memory, namesWhatAPickleWantedToRun) {
  EXPECT_THAT(kernline({"memory", fixture("memory/hostile.pickle")}).out, HasSubstr("nothing was run"));
}

TEST(Memory, saysWhatToDoWithAFileThatHasNone) {
  const auto run = kernline({"memory", fixture("chrome-trivial.json")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("profile_memory=True"));
  EXPECT_THAT(kernline({"tables", snapshot()}).err, HasSubstr("kernline memory"));
}

}  // namespace
}  // namespace kernline::test
