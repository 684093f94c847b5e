// SPDX-License-Identifier: GPL-3.0-or-later
// Phases that the warps of a kernel marked: which rows they are on.
#include "core/import/events/warp_tracks.h"

#include "core/analysis/blocks/kernel_blocks.h"
#include "core/model/trace/block_spans.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

std::vector<std::string> blockRows(const Trace& trace) {
  std::vector<std::string> rows;
  for (const Track& track : trace.tracks()) {
    if (isMultiprocessor(trace, track)) {
      rows.emplace_back(trace.text(track.title));
    }
  }
  return rows;
}

TEST(WarpTracks, giveEachWarpOfASmItsRow) {
  const auto trace = load(fixture("recordings/pipeline.json")).value();
  EXPECT_THAT(blockRows(*trace), testing::ElementsAre("SM 0", "SM 0 warp 0", "SM 0 warp 1", "SM 0 warp 2", "SM 1",
                                                      "SM 1 warp 0", "SM 1 warp 1", "SM 1 warp 2"));
  for (const Track& track : trace->tracks()) {
    EXPECT_EQ(track.laneCount, 1U) << trace->text(track.title);
    EXPECT_EQ(isWarpOfMultiprocessor(*trace, track), trace->text(track.title).contains("warp"));
  }
  const KernelBlocks launch = kernelBlocks(*trace).at(0);
  EXPECT_EQ(launch.blocks.size(), 2U);
  EXPECT_EQ(launch.phases.size(), 24U);
  EXPECT_EQ(launch.multiprocessors, 2U);
}

TEST(WarpTracks, areInTheOrderOfWarps) {
  const auto trace = load(fixture("recordings/phases.json.gz")).value();
  const std::vector<std::string> rows = blockRows(*trace);
  EXPECT_EQ(rows.size(), 40U * 9);
  EXPECT_EQ(rows[1], rows[0] + " warp 0");
  EXPECT_EQ(rows[8], rows[0] + " warp 7");
}

std::string blockTrace(const std::string& tid, const std::string& args) {
  return R"({"traceEvents":[{"ph":"M","name":"process_name","pid":1000000000,"args":{"name":"GPU 0 blocks"}},)"
         R"({"ph":"M","name":"process_labels","pid":1000000000,"args":{"labels":"GPU 0"}},)"
         R"({"ph":"X","cat":"block","name":"block 3","pid":1000000000,"tid":0,"ts":0,"dur":1.5},)"
         R"({"ph":"X","cat":"block_mark","name":"load","pid":1000000000,"tid":)" +
         tid + R"(,"ts":0,"dur":1,"args":)" + args + "}]}";
}

TEST(WarpTracks, areNotMadeForWhatIsNoWarp) {
  for (const char* const args : {"{}", R"({"warp":64})", R"({"warp":-1})", R"({"warp":1.5})"}) {
    const TemporaryFile file(blockTrace("0", args));
    EXPECT_EQ(load(file.path()).value()->tracks().size(), 1U) << args;
  }
}

TEST(WarpTracks, areNotMadeAgainOfAnExport) {
  const TemporaryFile file(blockTrace(R"("0 warp 05")", R"({"warp":5})"));
  EXPECT_THAT(blockRows(*load(file.path()).value()), testing::ElementsAre("row 0", "0 warp 05"));
}

}  // namespace
}  // namespace kernline::test
