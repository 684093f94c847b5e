// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string recordedSource() {
  return fixture("recordings/source.json.gz");
}

TEST(Source, showsTheHotLineOfARecordingFirst) {
  const json answer = json::parse(kernline({"source", recordedSource(), "--json"}).out);
  EXPECT_EQ(answer["samples"], 660861);
  ASSERT_EQ(answer["kernels"].size(), 1);
  EXPECT_EQ(answer["kernels"][0]["short_name"], "hotLine");
  EXPECT_EQ(answer["kernels"][0]["instructions"], 64);
  const json& hottest = answer["rows"][0];
  EXPECT_EQ(hottest["file"], "/src/hot_line.cu");
  EXPECT_EQ(hottest["line"], 9);
  EXPECT_THAT(hottest["text"].get<std::string>(), HasSubstr("// hot"));
  EXPECT_NEAR(hottest["share"].get<double>(), 0.957, 0.001);
  EXPECT_TRUE(hottest["offset"].is_null());
  const ProgramRun text = kernline({"source", recordedSource()});
  EXPECT_THAT(text.out, HasSubstr("hot_line.cu:9"));
  EXPECT_THAT(text.out, HasSubstr("samples in 1 kernel"));
}

TEST(Source, showsInstructionsWithTheirTextAndStates) {
  const json answer =
      json::parse(kernline({"source", recordedSource(), "--by", "instruction", "--limit", "3", "--json"}).out);
  ASSERT_EQ(answer["rows"].size(), 3);
  for (const json& row : answer["rows"]) {
    EXPECT_TRUE(row["offset"].is_number_unsigned());
    EXPECT_EQ(row["line"], 9);
    EXPECT_TRUE(row["text"].is_string());
    std::int64_t samples = 0;
    for (const json& state : row["states"]) {
      samples += state["samples"].get<std::int64_t>();
    }
    EXPECT_EQ(samples, row["samples"]);
  }
}

TEST(Source, saysWhyWarpsStall) {
  const ProgramRun run = kernline({"source", recordedSource(), "--by", "stall"});
  EXPECT_THAT(run.out, HasSubstr("Fixed latency"));
  EXPECT_THAT(run.out, HasSubstr("Waiting for an instruction of fixed latency"));
}

TEST(Source, refusesWhatHasNoSamplesAndKernelsThatThereAreNot) {
  const ProgramRun none = kernline({"source", fixture("recordings/torch-step.json.gz")});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("no sampled program counters; record with kernline record --source"));
  const ProgramRun unknown = kernline({"source", recordedSource(), "--kernel", "cold"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no sampled kernel has \"cold\" in its name"));
}

}  // namespace
}  // namespace kernline::test
