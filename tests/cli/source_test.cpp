// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
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
  EXPECT_THAT(run.out, mentions("waiting-for-fixed-latency"));
}

TEST(Source, refusesWhatHasNoSamplesAndKernelsThatThereAreNot) {
  const ProgramRun none = kernline({"source", fixture("recordings/torch-step.json.gz")});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("no sampled program counters; record with kernline record --source"));
  const std::string log = fixture("logs/two-ranks.log");
  EXPECT_EQ(kernline({"source", log}).err, "kernline: " + log + " is a log; kernline tables " + log + " reads it\n");
  const ProgramRun unknown = kernline({"source", recordedSource(), "--kernel", "cold"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no sampled kernel has \"cold\" in its name"));
}

/// A recording of four launches, whose line 2 has these samples.
std::string recordingWith(int samples, const char* source) {
  std::string text = "[";
  for (const char* ts : {"10", "20", "30", "40"}) {
    text += std::string(R"x({"ph":"X","cat":"kernel","name":"work()","pid":0,"tid":7,"dur":5,"ts":)x") + ts +
            R"(,"args":{"registers per thread":24}},)";
  }
  return text +
         fmt::format(R"x({{"ph":"i","s":"p","cat":"kernel_source","name":"[source file]","pid":5,"tid":5,"ts":900,
"args":{{"path":"/a/k.cu","text":"{}"}}}},{{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,
"tid":5,"ts":900,"args":{{"kernel":"_Z4workv","period (cycles)":4096,"reasons":["stall_wait"],"files":["/a/k.cu"],
"instructions":[[0,0,1,"S2R",0,40],[16,0,2,"LDG",0,{}]]}}}}])x",
                     source, samples);
}

TEST(Source, comparesTwoRecordingsPerLaunch) {
  const TemporaryFile before(recordingWith(4000, R"(start();\nload();)"));
  const TemporaryFile after(recordingWith(1000, R"(start();\n  load();\nmore();)"));
  const json answer = json::parse(kernline({"source", before.path(), after.path(), "--json"}).out);
  const json& kernel = answer["kernels"].at(0);
  EXPECT_EQ(kernel["measure"], "samples_per_launch");
  EXPECT_EQ(kernel["kernel_before"]["launches"], 4);
  EXPECT_EQ(kernel["kernel_before"]["registers_per_thread"], 24);
  const json& line = kernel["lines"].at(0);
  EXPECT_EQ(line["match"], "same");
  EXPECT_EQ(line["before"], 1000);
  EXPECT_EQ(line["after"], 250);
  EXPECT_EQ(line["change"], -750);
  EXPECT_EQ(line["is_clear"], true);
  EXPECT_EQ(kernel["lines"].at(1)["is_clear"], false);
  const ProgramRun text = kernline({"source", before.path(), after.path(), "--limit", "1"});
  EXPECT_THAT(text.out, HasSubstr("-75.0 %"));
  EXPECT_THAT(text.out, HasSubstr("load();"));
  EXPECT_THAT(text.out, HasSubstr("registers per thread"));
  EXPECT_THAT(text.out, HasSubstr("--limit 0 shows all"));
}

TEST(Source, saysWhatBecameCheaperInAKernelOfAnH100) {
  const json answer = json::parse(kernline({"source", fixture("recordings/source-before.json.gz"),
                                            fixture("recordings/source-after.json.gz"), "--json"})
                                      .out);
  ASSERT_EQ(answer["kernels"].size(), 2);
  const json& transpose = answer["kernels"][0];
  EXPECT_EQ(transpose["short_name"], "transpose");
  EXPECT_NEAR(transpose["before"].get<double>(), 481784 / 6.0, 1e-6);
  EXPECT_NEAR(transpose["after"].get<double>(), 94083 / 8.0, 1e-6);
  const double ratio = transpose["before"].get<double>() / transpose["after"].get<double>();
  const auto duration = [&](const char* side) { return transpose[side]["mean_duration_ns"].get<double>(); };
  EXPECT_NEAR(ratio / (duration("kernel_before") / duration("kernel_after")), 1, 0.05) << "samples per launch are time";
  EXPECT_EQ(transpose["kernel_after"]["instructions"], 64);
  std::int64_t before = 0;
  std::int64_t after = 0;
  for (const json& line : transpose["lines"]) {
    before += line["samples_before"].get<std::int64_t>();
    after += line["samples_after"].get<std::int64_t>();
  }
  EXPECT_EQ(before, 481784);
  EXPECT_EQ(after, 94083);
  const json& most = transpose["lines"][0];
  EXPECT_THAT(most["text_before"].get<std::string>(), HasSubstr("out[x * n + y + row] = in[(y + row) * n + x];"));
  EXPECT_LT(most["change"], 0);
}

TEST(Source, refusesToCompareWhatCannotBe) {
  const TemporaryFile good(recordingWith(10, "a();"));
  EXPECT_EQ(kernline({"source", good.path(), good.path(), good.path()}).code, 2);
  EXPECT_EQ(kernline({"source", good.path(), good.path(), "--by", "line"}).code, 2);
  const ProgramRun none = kernline({"source", good.path(), fixture("recordings/torch-step.json.gz")});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("torch-step.json.gz: no sampled program counters"));
  const ProgramRun unknown = kernline({"source", good.path(), good.path(), "--kernel", "cold"});
  EXPECT_EQ(unknown.code, 1);
}

}  // namespace
}  // namespace kernline::test
