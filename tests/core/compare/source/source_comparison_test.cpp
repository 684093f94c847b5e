// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/source_comparison.h"

#include "core/compare/source/source_comparison_text.h"
#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

namespace kernline {
namespace {

/// A recording with launches of a kernel, its source and instructions.
std::string recordingOf(int launches, int period, const std::string& source, const std::string& instructions,
                        const std::string& kernel = "_Z4workv") {
  std::string text = "[";
  for (int i = 0; i < launches; ++i) {
    text += fmt::format(
        R"x({{"ph":"X","cat":"kernel","name":"work()","pid":0,"tid":7,"ts":{},"dur":10,"args":{{"registers per thread":{},"est. achieved occupancy %":50}}}},)x",
        20 * i, 16 + launches);
  }
  text += fmt::format(
      R"x({{"ph":"i","s":"p","cat":"kernel_source","name":"[source file]","pid":5,"tid":5,"ts":900,"args":{{"path":"/a/k.cu","text":"{}"}}}},
{{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{{"kernel":"{}",
"period (cycles)":{},"reasons":["stall_wait","stall_long_sb"],"files":["/a/k.cu"],"instructions":[{}]}}}}])x",
      source, kernel, period, instructions);
  return text;
}

SampledRun runOf(const std::string& text) {
  const auto loaded = chrome::readChromeText(text, {});
  EXPECT_TRUE(loaded);
  return sampledRunOf(**loaded);
}

constexpr const char* sourceBefore = R"(load();\nold();\nstore();)";
constexpr const char* sourceAfter = R"(// faster\nload();\nstore();)";

TEST(SourceComparison, matchesLinesByWhatTheySayAndCountsPerLaunch) {
  const SampledRun before =
      runOf(recordingOf(2, 4096, sourceBefore, R"([0,0,1,"LDG",1,800],[16,0,2,"FADD",0,400],[32,0,3,"STG",0,10])"));
  const SampledRun after = runOf(recordingOf(4, 4096, sourceAfter, R"([0,0,2,"LDG",1,400,0,40],[16,0,3,"STG",0,22])"));
  const SourceComparison comparison = compareSources(before, after);
  ASSERT_EQ(comparison.kernels.size(), 1);
  const ComparedKernel& kernel = comparison.kernels[0];
  EXPECT_TRUE(kernel.isPerLaunch);
  EXPECT_DOUBLE_EQ(kernel.valueBefore(kernel.samples), 605);
  EXPECT_DOUBLE_EQ(kernel.valueAfter(kernel.samples), 115.5);
  ASSERT_EQ(kernel.lines.size(), 3);
  const ComparedLine& load = kernel.lines[0];
  EXPECT_EQ(load.lineBefore, 1);
  EXPECT_EQ(load.lineAfter, 2);
  EXPECT_EQ(load.how, LineMatch::Same);
  EXPECT_DOUBLE_EQ(kernel.change(load.samples), 110 - 400);
  EXPECT_TRUE(kernel.isClear(load.samples));
  EXPECT_EQ(load.states[0].state, "long_scoreboard");
  const ComparedLine& gone = kernel.lines[1];
  EXPECT_EQ(gone.lineBefore, 2);
  EXPECT_EQ(gone.lineAfter, 0);
  EXPECT_FALSE(gone.how);
  const ComparedLine& store = kernel.lines[2];
  EXPECT_FALSE(kernel.isClear(store.samples)) << "5 and 5.5 of so few";
  EXPECT_EQ(kernel.states[0].state, "long_scoreboard");
}

TEST(SourceComparison, takesSamplesOfAnotherPeriodForAsManyAsTheFirstWouldHave) {
  const SampledRun before = runOf(recordingOf(1, 4096, sourceBefore, R"([0,0,1,"LDG",1,100])"));
  const SampledRun after = runOf(recordingOf(1, 1024, sourceBefore, R"([0,0,1,"LDG",1,400])"));
  const ComparedKernel kernel = compareSources(before, after).kernels.at(0);
  EXPECT_DOUBLE_EQ(kernel.change(kernel.samples), 0);
}

TEST(SourceComparison, comparesSharesWhereLaunchesAreNotKnown) {
  const SampledRun before = runOf(recordingOf(0, 4096, sourceBefore, R"([0,0,1,"LDG",1,50],[16,0,3,"STG",0,50])"));
  const SampledRun after = runOf(recordingOf(3, 4096, sourceBefore, R"([0,0,1,"LDG",1,900],[16,0,3,"STG",0,100])"));
  const ComparedKernel kernel = compareSources(before, after).kernels.at(0);
  EXPECT_FALSE(kernel.isPerLaunch);
  EXPECT_NEAR(kernel.change(kernel.lines[0].samples), 0.4, 1e-9);
}

TEST(SourceComparison, saysChangesInFigures) {
  const ComparedKernel launches{.scaleBefore = 0.5, .scaleAfter = 0.25, .isPerLaunch = true};
  EXPECT_EQ(comparedValue(launches, 12.34), "12.3");
  EXPECT_EQ(comparedValue(launches, 1234.5), "1235");
  EXPECT_EQ(comparedChange(launches, {.before = 1000, .after = 1000}), "-50.0 %");
  EXPECT_EQ(comparedChange(launches, {.before = 10, .after = 21}), "≈") << "so few differ by chance";
  EXPECT_EQ(comparedChange(launches, {.before = 0, .after = 1000}), "+250");
  const ComparedKernel shares{.scaleBefore = 0.001, .scaleAfter = 0.0001};
  EXPECT_EQ(comparedValue(shares, 0.25), "25.0 %");
  EXPECT_EQ(comparedChange(shares, {.before = 100, .after = 4000}), "+30.0 pp");
}

TEST(SourceComparison, knowsRegistersOccupancyAndDurationOfTheLaunches) {
  const SampledRun run = runOf(recordingOf(2, 4096, sourceBefore, R"([0,0,1,"LDG",1,50])"));
  ASSERT_EQ(run.facts.size(), 1);
  EXPECT_EQ(run.facts[0].launches, 2);
  EXPECT_EQ(run.facts[0].registersPerThread, 18);
  EXPECT_EQ(run.facts[0].occupancy, 0.5);
  EXPECT_EQ(run.facts[0].durationNs, 10'000);
}

TEST(SourceComparison, pairsKernelsWhoseParametersChangedAndNamesTheOthers) {
  const SampledRun before = runOf(recordingOf(1, 4096, sourceBefore, R"([0,0,1,"LDG",1,50])"));
  const SampledRun after = runOf(recordingOf(1, 4096, sourceBefore, R"([0,0,1,"LDG",1,50])", "_Z4worki"));
  EXPECT_EQ(compareSources(before, after).kernels.size(), 1);
  const SampledRun other = runOf(recordingOf(1, 4096, sourceBefore, R"([0,0,1,"LDG",1,50])", "_Z5otherv"));
  const SourceComparison none = compareSources(before, other);
  EXPECT_TRUE(none.kernels.empty());
  EXPECT_THAT(none.onlyBefore, testing::ElementsAre(0));
  EXPECT_THAT(none.onlyAfter, testing::ElementsAre(0));
}

TEST(SourceComparison, addsLaunchesOfAReportUp) {
  const auto document = openDocument(test::shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz"));
  ASSERT_TRUE(document);
  const SampledRun run = sampledRunOf(*std::get<std::shared_ptr<const Log>>(*document));
  ASSERT_EQ(run.sources.kernels.size(), 2) << "of four launches";
  EXPECT_EQ(run.facts[0].launches, 2);
  EXPECT_EQ(run.facts[0].registersPerThread, 16);
  EXPECT_GT(run.facts[0].executedInstructions, 1000);
  const SourceComparison same = compareSources(run, run);
  ASSERT_EQ(same.kernels.size(), 2);
  for (const ComparedLine& line : same.kernels[0].lines) {
    EXPECT_EQ(line.lineBefore, line.lineAfter);
    EXPECT_EQ(line.samples.before, line.samples.after);
  }
}

}  // namespace
}  // namespace kernline
