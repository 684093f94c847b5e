// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/kernel_card.h"

#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

std::shared_ptr<const Log> openedNcu(const std::string& path) {
  auto document = openDocument(path);
  return document && std::holds_alternative<std::shared_ptr<const Log>>(*document)
             ? std::get<std::shared_ptr<const Log>>(*document)
             : nullptr;
}

std::vector<KernelCard> cardsOf(const Log& log) {
  std::vector<KernelCard> cards;
  for (const LogTable& table : log.tables()) {
    if (isNcuLaunch(table)) {
      cards.push_back(kernelCard(log, table));
    }
  }
  return cards;
}

/// A page of ncu as CSV, with one launch of these metrics.
std::shared_ptr<const Log> reportOf(const std::string& rows) {
  const TemporaryFolder folder;
  const std::string path = folder / "details.csv";
  std::ofstream(path)
      << "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block "
         "Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
         "Value\"\n"
      << rows;
  return openedNcu(path);
}

std::string rowOf(const std::string& metric, const std::string& unit, const std::string& value) {
  return "\"0\",\"1\",\"p\",\"h\",\"saxpy\",\"1\",\"7\",\"(256, 1, 1)\",\"(40, 1, 1)\",\"0\",\"9.0\",\"S\",\"" +
         metric + "\",\"" + unit + "\",\"" + value + "\"\n";
}

TEST(KernelCard, saysOfAReportWhatHeldItsLaunchesBack) {
  const auto log = openedNcu(shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz"));
  ASSERT_NE(log, nullptr);
  const std::vector<KernelCard> cards = cardsOf(*log);
  ASSERT_EQ(cards.size(), 4U);
  const KernelCard& rms = cards.front();
  EXPECT_EQ(rms.units.front().unit.english(), "L2 cache");
  EXPECT_NEAR(rms.units.front().share, 0.620241, 1e-6);
  EXPECT_EQ(rms.states.front().state.english(), "Long scoreboard");
  // Share of all states of smsp__pcsamp_warps_issue_stalled_*, which add up to the samples that ncu counted.
  EXPECT_NEAR(rms.states.front().share, 11300.0 / 12881, 1e-9);
  EXPECT_EQ(rms.warpSamples, 12881);
  EXPECT_EQ(rms.limits.front().resource.english(), "warps");
  EXPECT_EQ(rms.limits.front().blocks, 8);
  EXPECT_EQ(rms.registersPerThread, 16);
  EXPECT_EQ(rms.sharedBytesPerBlock, 1152);
  EXPECT_NEAR(rms.waves.value_or(0), 3.8788, 1e-4);
  EXPECT_FALSE(rms.advice.empty());
  EXPECT_THAT(rms.verdict(), says("busiest-unit", "L2 cache", "62.0 %"));
  EXPECT_THAT(cards[1].verdict(),
              saysInEnglish(testing::StartsWith(phrase("limited-by-latency", "18.8 %", "L2 cache"))));
}

TEST(KernelCard, isTheSameOfThePagesThatNcuPrints) {
  const auto details = openedNcu(shared("formats/ncu_rep/two_kernels_details.csv.xz"));
  const auto report = openedNcu(shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz"));
  ASSERT_NE(details, nullptr);
  ASSERT_NE(report, nullptr);
  const std::vector<KernelCard> printed = cardsOf(*details);
  const std::vector<KernelCard> whole = cardsOf(*report);
  ASSERT_EQ(printed.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(printed[i].limits.size(), whole[i].limits.size());
    EXPECT_EQ(printed[i].registersPerThread, whole[i].registersPerThread);
    ASSERT_TRUE(printed[i].theoreticalOccupancy);
    EXPECT_NEAR(*printed[i].theoreticalOccupancy, *whole[i].theoreticalOccupancy, 1e-4);
    ASSERT_FALSE(printed[i].units.empty());
    EXPECT_EQ(printed[i].units.front().unit.english(), whole[i].units.front().unit.english());
    EXPECT_NEAR(printed[i].units.front().share, whole[i].units.front().share, 1e-4);
  }
}

TEST(KernelCard, namesTheLimitThatTheFiguresShow) {
  const std::string tensor = rowOf("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", "%", "91.5");
  const std::string low = rowOf("sm__throughput.avg.pct_of_peak_sustained_elapsed", "%", "20");
  const std::string waiting = rowOf("smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", "inst", "3") +
                              rowOf("smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", "inst", "5");
  const auto verdict = [](const std::string& rows) {
    const auto log = reportOf(rows);
    return log == nullptr ? std::string() : cardsOf(*log).at(0).verdict().english();
  };
  EXPECT_THAT(verdict(low + tensor), says("limited-by-unit", "Tensor pipe", "91.5 %"));
  EXPECT_THAT(verdict(low + waiting), says("limited-by-latency-and-waits", "20.0 %", "SM", "Barrier", "37.5 %"));
  EXPECT_THAT(verdict(low + rowOf("launch__waves_per_multiprocessor", "", "0.25")),
              mentions("grid-too-small", "25.0 %", anyValue, anyValue));
  EXPECT_THAT(verdict(rowOf("gpu__time_duration.sum", "ns", "1000")), mentions("no-throughput-metrics"));
}

}  // namespace
}  // namespace kernline::test
