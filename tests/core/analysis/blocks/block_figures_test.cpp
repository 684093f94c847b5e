// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/blocks/block_figures.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/blocks/kernel_blocks.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

/// A device of four SMs and one stream.
class FourSms {
 public:
  FourSms() {
    made.builder.addDevice({.id = 0, .name = "NVIDIA H100", .memoryBytes = 0, .multiprocessors = 4});
    gpu = made.process("0", 0);
    sms = made.process("1000000000", 0);
    stream = made.track(gpu, "7", TrackKind::Stream);
    for (int sm = 0; sm < 4; ++sm) {
      rows.push_back(made.track(sms, std::to_string(sm), TrackKind::DeviceOther));
    }
  }

  void block(std::size_t sm, std::int64_t start, std::int64_t duration) {
    made.span(rows[sm], SpanKind::Other, "block " + std::to_string(m_blocks++), start, duration).category =
        category("block");
  }
  CategoryId category(std::string_view name) { return made.builder.addCategory(made.builder.intern(name)); }

  HandMadeTrace made;
  ProcessId gpu = ProcessId::none;
  ProcessId sms = ProcessId::none;
  TrackId stream = TrackId::none;
  std::vector<TrackId> rows;

 private:
  int m_blocks = 0;
};

void expectWhole(const BlockFigures& figures) {
  EXPECT_EQ(figures.busy + figures.ramp + figures.gaps + figures.tail + figures.unused, figures.whole());
}

TEST(BlockFigures, countTheTimeOfEverySm) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "gemm", 1'000, 1'000);
  four.block(0, 1'010, 400);
  four.block(0, 1'410, 400);
  four.block(1, 1'020, 400);
  four.block(1, 1'500, 500);
  four.block(2, 1'000, 400);
  const auto trace = four.made.build();
  const std::vector<KernelBlocks> launches = kernelBlocks(*trace);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(trace->nameText(launches[0].kernel), "gemm");
  const BlockFigures figures = blockFigures(*trace, launches[0]);
  EXPECT_EQ(figures.blocks, 5U);
  EXPECT_EQ(figures.multiprocessors, 4U);
  EXPECT_EQ(figures.used, 3U);
  EXPECT_EQ(figures.blocksOfSm.min, 1U);
  EXPECT_EQ(figures.blocksOfSm.median, 2U);
  EXPECT_EQ(figures.blocksOfSm.max, 2U);
  EXPECT_EQ(figures.durations.min.ns, 400);
  EXPECT_EQ(figures.durations.median.ns, 400);
  EXPECT_EQ(figures.durations.max.ns, 500);
  EXPECT_EQ(figures.resident, 3U);
  EXPECT_NEAR(figures.waves(), 5.0 / 3, 1e-9);
  EXPECT_NEAR(figures.quantization(), 1 - 5.0 / 6, 1e-9);
  EXPECT_EQ(figures.busy.ns, 800 + 900 + 400);
  EXPECT_EQ(figures.ramp.ns, 10 + 20 + 0);
  EXPECT_EQ(figures.gaps.ns, 80);
  EXPECT_EQ(figures.tail.ns, 190 + 0 + 600);
  EXPECT_EQ(figures.unused.ns, 1'000);
  EXPECT_EQ(figures.partlyFull.ns, 1'000);  // the fourth SM never had one
  EXPECT_NEAR(figures.imbalance, 900 / 700.0, 1e-9);
  expectWhole(figures);
  EXPECT_THAT(blockFinding(figures), says("sms-without-block", "1", "4"));
}

TEST(BlockFigures, takeBlocksOfOneSmAtOnceAsOneBusyTime) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "gemm", 0, 300);
  for (std::size_t sm = 0; sm < 4; ++sm) {
    four.block(sm, 0, 200);
    four.block(sm, 100, 200);
    four.block(sm, 150, 50);
  }
  const auto trace = four.made.build();
  const BlockFigures figures = blockFigures(*trace, kernelBlocks(*trace).at(0));
  EXPECT_EQ(figures.busy, figures.whole());
  EXPECT_EQ(figures.partlyFull.ns, 0);
  EXPECT_EQ(figures.resident, 12U);
  EXPECT_EQ(figures.quantization(), 0);
  EXPECT_TRUE(blockFinding(figures).isEmpty());
  EXPECT_EQ(trace->report()[IssueKind::PartialOverlap].count, 0U);  // an SM has several blocks at once
  expectWhole(figures);
}

TEST(BlockFigures, nameTheWavesThatDoNotFillTheDevice) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "gemm", 0, 200);
  for (std::size_t sm = 0; sm < 4; ++sm) {
    four.block(sm, 0, 100);
  }
  four.block(0, 100, 100);
  const auto trace = four.made.build();
  const BlockFigures figures = blockFigures(*trace, kernelBlocks(*trace).at(0));
  EXPECT_NEAR(figures.shareOf(figures.tail), 300.0 / 800, 1e-9);
  EXPECT_EQ(figures.partlyFull.ns, 100);
  EXPECT_NEAR(figures.waves(), 1.25, 1e-9);
  const std::string finding = blockFinding(figures).english();
  EXPECT_NE(finding.find("37.5 %"), std::string::npos) << finding;
  EXPECT_THAT(finding, mentions("tail-of-waves", anyValue, "1.25")) << finding;
  expectWhole(figures);
}

TEST(BlockFigures, blameALongBlockWhereWavesDoNotExplainTheTail) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "gemm", 0, 1'000);
  for (std::size_t sm = 0; sm < 4; ++sm) {
    four.block(sm, 0, 100);
    four.block(sm, 100, sm == 0 ? 900 : 100);
  }
  four.made.span(four.stream, SpanKind::Kernel, "one wave", 2'000, 1'000);
  for (std::size_t sm = 0; sm < 4; ++sm) {
    four.block(sm, 2'000, sm == 0 ? 1'000 : 100);
  }
  const auto trace = four.made.build();
  const auto finding = [&](std::size_t launch) {
    return blockFinding(blockFigures(*trace, kernelBlocks(*trace).at(launch))).english();
  };
  EXPECT_THAT(finding(0), mentions("tail-start-long-blocks-first", anyValue)) << finding(0);
  EXPECT_THAT(finding(1), mentions("tail-split-long-blocks", anyValue)) << "all start at once: " << finding(1);
}

TEST(BlockFigures, adviseNothingWhereAFewSmsOfAnUnknownDeviceAreSeen) {
  BlockFigures figures;
  figures.range = {{0}, {100}};
  figures.blocks = 24;
  figures.multiprocessors = 15;
  figures.used = 15;
  figures.resident = 15;
  figures.tail = {std::int64_t{15} * 20};
  EXPECT_TRUE(blockFinding(figures).isEmpty()) << "nothing says how many SMs there are";
  figures.isDeviceKnown = true;
  EXPECT_FALSE(blockFinding(figures).isEmpty());
  figures.isDeviceKnown = false;
  figures.multiprocessors = 132;
  figures.used = 132;
  figures.tail = {std::int64_t{132} * 20};
  EXPECT_FALSE(blockFinding(figures).isEmpty()) << "as many as a GPU has";
}

TEST(BlockFigures, countPhasesByName) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "gemm", 0, 200);
  four.block(0, 0, 100);
  const CategoryId mark = four.category("block_mark");
  four.made.span(four.rows[0], SpanKind::Other, "load", 0, 30).category = mark;
  four.made.span(four.rows[0], SpanKind::Other, "work", 30, 70).category = mark;
  four.made.span(four.rows[0], SpanKind::Other, "load", 10, 20).category = mark;
  const auto trace = four.made.build();
  const BlockFigures figures = blockFigures(*trace, kernelBlocks(*trace).at(0));
  EXPECT_EQ(figures.blocks, 1U);
  ASSERT_EQ(figures.phases.size(), 2U);
  EXPECT_EQ(figures.phases[0].name, "work");
  EXPECT_EQ(figures.phases[1].count, 2U);
  EXPECT_EQ(figures.phases[1].total.ns, 50);
}

TEST(KernelBlocks, belongToTheKernelThatRunsThen) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "first", 0, 100);
  four.made.span(four.stream, SpanKind::Kernel, "second", 100, 100);
  four.block(0, 0, 100);
  four.block(1, 100, 100);
  four.block(2, 150, 100);  // block of no kernel
  const auto trace = four.made.build();
  const std::vector<KernelBlocks> launches = kernelBlocks(*trace);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].blocks.size(), 1U);
  EXPECT_EQ(launches[1].blocks.size(), 1U);
}

TEST(KernelBlocks, areNoWorkOfTheirDevice) {
  FourSms four;
  four.made.span(four.stream, SpanKind::Kernel, "gemm", 0, 100);
  four.block(0, 0, 100);
  four.block(1, 0, 50);
  const auto trace = four.made.build();
  const auto activities = deviceActivity(*trace);
  ASSERT_EQ(activities.size(), 1U);
  EXPECT_EQ(activities[0].times.busy.ns, 100);
  EXPECT_EQ(activities[0].kernels, 1U);
}

/// The figures were counted by another program.
TEST(KernelBlocks, ofARecordingAreThoseOfItsFlashAttention) {
  const auto trace = load(fixture("recordings/blocks.json.gz")).value();
  const std::vector<KernelBlocks> launches = kernelBlocks(*trace);
  ASSERT_EQ(launches.size(), 1U);
  const BlockFigures figures = blockFigures(*trace, launches[0]);
  EXPECT_EQ(figures.blocks, 1'408U);
  EXPECT_EQ(figures.used, 132U);
  EXPECT_EQ(figures.blocksOfSm.min, 10U);
  EXPECT_EQ(figures.blocksOfSm.max, 11U);
  EXPECT_EQ(figures.durations.min.ns, 57'344);
  EXPECT_EQ(figures.durations.max.ns, 69'088);
  EXPECT_EQ(figures.resident, 132U);
  EXPECT_EQ(figures.busy.ns, 86'139'552);
  EXPECT_EQ(figures.ramp.ns, 118'168);
  EXPECT_EQ(figures.gaps.ns, 584'000);
  EXPECT_EQ(figures.tail.ns, 3'321'276);
  EXPECT_NEAR(figures.waves(), 10.667, 0.001);
  EXPECT_TRUE(blockFinding(figures).isEmpty()) << "3.7 % of tail";
  expectWhole(figures);
}

}  // namespace
}  // namespace kernline::test
