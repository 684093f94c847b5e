// SPDX-License-Identifier: GPL-3.0-or-later
// Files of tracers inside of kernels: what they hold as launches with blocks.
#include "core/import/events/traced_blocks.h"

#include "core/analysis/blocks/block_figures.h"
#include "core/analysis/blocks/warp_phases.h"
#include "core/model/trace/block_spans.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

std::size_t multiprocessorRows(const Trace& trace) {
  return static_cast<std::size_t>(
      std::ranges::count_if(trace.tracks(), [&](const Track& track) { return isMultiprocessor(trace, track); }));
}

TEST(TracedBlocks, ofProtonAreLaunchesOfItsKernel) {
  const auto trace = load(fixture("proton-inside-kernels.json")).value();
  EXPECT_EQ(trace->spanCount(), 2U * 16 + 2 + 2 * 4) << "the file's events, two launches, their blocks";
  EXPECT_EQ(multiprocessorRows(*trace), 2U);
  const std::vector<KernelBlocks> launches = kernelBlocks(*trace);
  ASSERT_EQ(launches.size(), 2U) << "block 0 comes twice";
  EXPECT_EQ(trace->nameText(launches[0].kernel), "matmul_kernel");
  EXPECT_EQ(trace->start(launches[1].kernel).ns - trace->start(launches[0].kernel).ns, 10'000);
  EXPECT_TRUE(launches[0].isInCycles);
  const BlockFigures figures = blockFigures(*trace, launches[0]);
  EXPECT_TRUE(figures.isInCycles);
  EXPECT_EQ(figures.blocks, 4U);
  EXPECT_EQ(figures.used, 2U);
  EXPECT_EQ(figures.resident, 2U);
  EXPECT_EQ(figures.waves(), 2);
  EXPECT_EQ(figures.durations.min.ns, 1'100);
  EXPECT_EQ(figures.range.length().ns, 2'400);
  ASSERT_EQ(figures.phases.size(), 2U);
  EXPECT_EQ(figures.phases[0].name, "dot");
  EXPECT_EQ(figures.phases[0].count, 8U);
  const std::vector<WarpLane> lanes = warpsOfBlock(*trace, launches[0], launches[0].blocks[0].span);
  ASSERT_EQ(lanes.size(), 2U);
  EXPECT_EQ(lanes[1].warp, 4U);
}

TEST(TracedBlocks, ofFlashInferAreInNanoseconds) {
  const auto trace = load(fixture("perfetto/flashinfer-blocks.pftrace")).value();
  const std::vector<KernelBlocks> launches = kernelBlocks(*trace);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_FALSE(launches[0].isInCycles);
  const BlockFigures figures = blockFigures(*trace, launches[0]);
  EXPECT_EQ(figures.blocks, 3U);
  EXPECT_EQ(figures.used, 2U);
  EXPECT_EQ(figures.multiprocessors, 2U) << "as many as are seen";
  EXPECT_FALSE(figures.isDeviceKnown);
  EXPECT_EQ(figures.unused.ns, 0) << "nobody says how many there are";
  EXPECT_EQ(figures.durations.median.ns, 992 + 1'600 + 800 + 1'472);
  EXPECT_EQ(figures.phases.size(), 5U);
  const std::vector<WarpRole> roles = warpRoles(*trace, launches[0]);
  ASSERT_EQ(roles.size(), 2U) << "the group that loads and the one that computes";
  EXPECT_EQ(roles[0].phases[0].name, "issue-load-kv");
  EXPECT_EQ(roles[1].phases.size(), 3U);
}

TEST(TracedBlocks, ofOlderFlashInferHaveNoSms) {
  const auto trace = load(fixture("perfetto/flashinfer-blocks-without-sms.pftrace")).value();
  const std::vector<KernelBlocks> launches = kernelBlocks(*trace);
  ASSERT_EQ(launches.size(), 1U);
  const BlockFigures figures = blockFigures(*trace, launches[0]);
  EXPECT_FALSE(figures.areSmsKnown);
  EXPECT_EQ(figures.blocks, 3U);
  EXPECT_EQ(figures.resident, 2U);
  EXPECT_EQ(figures.waves(), 1.5);
  EXPECT_EQ(figures.durations.median.ns, 4'864);
  EXPECT_EQ(figures.multiprocessors, 0U);
  EXPECT_EQ(figures.used, 0U);
  EXPECT_EQ(figures.busy.ns, 0);
  EXPECT_EQ(figures.partlyFull.ns, 0);
  EXPECT_TRUE(blockFinding(figures).isEmpty()) << "of SMs nothing is known";
  EXPECT_EQ(trace->text(trace->track(trace->trackOf(launches[0].blocks[2].span)).title), "block 2 (SM unknown)");
  const std::vector<WarpRole> roles = warpRoles(*trace, launches[0]);
  ASSERT_EQ(roles.size(), 2U);
  ASSERT_EQ(roles[1].phases.size(), 4U);
  EXPECT_EQ(roles[1].phases[3].name, "compute");
  EXPECT_EQ(roles[1].phases[3].share, 0) << "all of it is in its inner phases";
}

TEST(TracedBlocks, areNotDrawnAgainOfAnExport) {
  const TemporaryFile again(
      R"({"traceEvents":[{"ph":"M","name":"process_name","pid":1000000000,"args":{"name":"GPU 0 blocks"}},)"
      R"({"ph":"X","cat":"block","name":"block 3","pid":1000000000,"tid":0,"ts":0,"dur":1.5},)"
      R"~({"ph":"X","name":"load","pid":"matmul Core0 CTA3","tid":"warp 0 (line 0)","ts":0,"dur":1}]})~");
  EXPECT_EQ(load(again.path()).value()->spanCount(), 2U);
}

}  // namespace
}  // namespace kernline::test
