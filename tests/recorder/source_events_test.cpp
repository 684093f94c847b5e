// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/source_events.h"

#include "app/recorder/io/json_text.h"
#include "app/recorder/io/source_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace kernline::recorder {
namespace {

using testing::HasSubstr;

ProcessSamples madeSamples(const std::string& file) {
  ProcessSamples samples{
      .process = 42,
      .period = 4096,
      .reasons = {"smsp__pcsamp_warps_issue_stalled_wait", "smsp__pcsamp_warps_issue_stalled_wait_not_issued"},
      .files = {file},
      .functions = {}};
  SampledFunction few{.name = "_Z3fewv", .module = 7, .index = 3, .instructions = {}};
  few.instructions[0] = {.samples = {{0, 2}}, .file = 0, .line = 0};
  SampledFunction many{.name = "_Z4manyv", .module = 7, .index = 4, .instructions = {}};
  many.instructions[16] = {.samples = {{0, 5}, {1, 3}}, .file = 0, .line = 2};
  many.instructions[32] = {.samples = {{0, 4}}, .file = 0, .line = 1};
  samples.functions = {few, many};
  return samples;
}

nlohmann::json eventsOf(const SourceEvents& made) {
  return nlohmann::json::parse("[" + made.events.lines.substr(made.events.lines.find('{')) + "]");
}

TEST(SourceSamples, outliveTheirText) {
  const ProcessSamples samples = madeSamples("/a/k.cu");
  const auto read = samplesOf(samplesText(samples));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->process, 42);
  EXPECT_EQ(read->period, 4096);
  ASSERT_EQ(read->functions.size(), 2);
  EXPECT_EQ(read->functions[1].name, "_Z4manyv");
  EXPECT_EQ(read->functions[1].index, 4);
  EXPECT_EQ(read->functions[1].instructions.at(16).samples.at(1), 3);
  EXPECT_EQ(read->functions[1].instructions.at(16).line, 2);
}

TEST(SourceSamples, ofSomethingElseAreNone) {
  EXPECT_FALSE(samplesOf(""));
  EXPECT_FALSE(samplesOf("{}"));
  const std::string whole = samplesText(madeSamples("/a/k.cu"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(samplesOf(std::string_view(whole).substr(0, size)));
  }
}

TEST(SourceSamples, areTakenEveryPowerOfTwoOfCycles) {
  EXPECT_EQ(samplingExponent("32"), 5U);
  EXPECT_EQ(samplingExponent("4096"), 12U);
  EXPECT_EQ(samplingExponent("2147483648"), 31U);
  for (const char* wrong : {"", "0", "16", "1000", "-32", "4294967296", "4096 ", "2^12"}) {
    EXPECT_FALSE(samplingExponent(wrong)) << wrong;
  }
}

TEST(SourceEvents, areAFunctionEachTheMostSampledFirstAndTheTextsOfTheirFiles) {
  const SourceFolder folder;
  const std::string source = folder.path() + "/k.cu";
  std::ofstream(source) << "one\ntwo \"quoted\"\n";
  std::ofstream(folder.path() + "/42-12.json") << samplesText(madeSamples(source));
  const SourceEvents made = sourceEvents(folder.path(), 1500);
  EXPECT_TRUE(areEventLines(made.events.lines));
  EXPECT_EQ(made.events.counts[RecordKind::Source], 3);
  const nlohmann::json events = eventsOf(made);
  ASSERT_EQ(events.size(), 3);
  EXPECT_EQ(events[0]["ts"], 1.5);
  const nlohmann::json& many = events[0]["args"];
  EXPECT_EQ(many["kernel"], "_Z4manyv");
  EXPECT_EQ(many["samples"], 9) << "what is not issued is counted already";
  EXPECT_EQ(many["instructions"], nlohmann::json::parse(R"([[16,0,2,"",0,5,1,3],[32,0,1,"",0,4]])"));
  EXPECT_EQ(events[1]["args"]["kernel"], "_Z3fewv");
  EXPECT_EQ(events[2]["args"]["path"], source);
  EXPECT_EQ(events[2]["args"]["text"], "one\ntwo \"quoted\"\n");
}

TEST(SourceEvents, findTheTextOfWhatWasNeverAFileBesideTheSamples) {
  const SourceFolder folder;
  std::ofstream(folder.path() + "/k.cu") << "one\n";
  std::ofstream(folder.path() + "/42-12.json") << samplesText(madeSamples("/nowhere/k.cu"));
  const SourceEvents made = sourceEvents(folder.path(), 0);
  EXPECT_EQ(eventsOf(made).back()["args"]["path"], "/nowhere/k.cu");
  EXPECT_EQ(eventsOf(made).back()["args"]["text"], "one\n");
}

TEST(SourceEvents, sayWhatIsMissing) {
  const SourceFolder folder;
  std::ofstream(folder.path() + "/42-12.json") << samplesText(madeSamples("/nowhere/k.cu"));
  std::ofstream(folder.path() + "/43-12.json") << "{\"process\":";
  const SourceEvents made = sourceEvents(folder.path(), 0);
  EXPECT_EQ(made.events.counts[RecordKind::Source], 2);
  EXPECT_THAT(made.notes, testing::Contains(HasSubstr("the text of 1 source file is not in the recording")));
  EXPECT_THAT(made.notes, testing::Contains(HasSubstr("the instructions of 2 functions have no text")));
  EXPECT_THAT(made.notes, testing::Contains(HasSubstr("the samples of 1 recorded program cannot be read")));
}

TEST(SourceEvents, ofAnEmptyFolderAreNone) {
  const SourceFolder folder;
  const SourceEvents made = sourceEvents(folder.path(), 0);
  EXPECT_EQ(made.events.lines, "");
  EXPECT_TRUE(made.notes.empty());
  EXPECT_EQ(sourceEvents("/nowhere", 0).events.lines, "");
}

TEST(SourceEvents, leaveOutFunctionsThatAreTooLarge) {
  const SourceFolder folder;
  ProcessSamples samples = madeSamples("/nowhere/k.cu");
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    samples.functions[0].instructions[i * 16] = {.samples = {{0, 1}}, .file = 0, .line = 0};
  }
  std::ofstream(folder.path() + "/42-12.json") << samplesText(samples);
  const SourceEvents made = sourceEvents(folder.path(), 0);
  EXPECT_EQ(made.dropped, 1);
  EXPECT_EQ(made.events.counts[RecordKind::Source], 1);
}

TEST(SourceFolder, isGoneInTheEnd) {
  std::string path;
  {
    const SourceFolder folder;
    path = folder.path();
    std::ofstream(path + "/x") << "x";
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace kernline::recorder
