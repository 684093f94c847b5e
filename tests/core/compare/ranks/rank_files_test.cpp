// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/rank_files.h"
#include "core/open/open_ranks.h"
#include "tests/core/compare/ranks/made_ranks.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string content(int rank) {
  MadeRank made(rank);
  made.collective("allreduce", 100, 10);
  return made.json();
}

std::vector<std::int32_t> ranksOfPaths(const std::vector<std::string>& paths) {
  Progress progress;
  const auto set = openRanks(paths, {}, {}, {}, progress);
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
  std::vector<std::int32_t> ranks;
  for (std::size_t i = 0; set && i < (*set)->files.size(); ++i) {
    ranks.push_back((*set)->files[i].rank);
  }
  return ranks;
}

TEST(RankFiles, areKnownByTheirNames) {
  EXPECT_EQ(rankOfPath("rank0_trace.json"), 0);
  EXPECT_EQ(rankOfPath("runs/ddp-rank-13.pt.trace.json.gz"), 13);
  EXPECT_EQ(rankOfPath("train[rank3].json"), 3);
  EXPECT_EQ(rankOfPath("trace_r2.json"), 2);
  EXPECT_EQ(rankOfPath("run/Rank_7/trace.json"), 7);
  EXPECT_EQ(rankOfPath("dp0_pp0_tp0_dcp0_ep0_rank5.170.pt.trace.json.gz"), 5);
  EXPECT_EQ(rankOfPath("host_4711.170.pt.trace.json"), std::nullopt);
  EXPECT_EQ(rankOfPath("resnet_r50k.json"), std::nullopt);
  EXPECT_EQ(pathWithoutRank("a/ddp_rank12.json"), "a/ddp_rank#.json");
  EXPECT_EQ(pathWithoutRank("a/rank3/trace.json"), "a/rank#/trace.json");
  EXPECT_EQ(pathWithoutRank("a/trace.json"), "a/trace.json");
}

TEST(RankFiles, ofAFolderAreOpenedInTheOrderOfRanks) {
  const TemporaryFolder folder;
  folder.add("trace_rank10.json", content(10));
  folder.add("trace_rank2.json", content(2));
  folder.add("notes.txt", "nothing");
  EXPECT_THAT(ranksOfPaths({folder.path()}), ElementsAre(2, 10));
}

TEST(RankFiles, areNoWorkloadOfRocprofComputeWhoseKernelsAreItsProfile) {
  const TemporaryFolder folder;
  folder.add("MI300X/pmc_perf.csv", "Kernel_Name,Start_Timestamp,End_Timestamp\n");
  folder.add("MI300X/timestamps.csv", "Kernel_Name,Start_Timestamp,End_Timestamp\n");
  EXPECT_EQ(onlyProfileIn(folder.path()), std::nullopt);
  folder.add("MI300X/sysinfo.csv", "gpu_model\nMI300X\n");
  const std::string kernels = folder.path() + "/MI300X/pmc_perf.csv";
  EXPECT_EQ(onlyProfileIn(folder.path()), kernels);
  EXPECT_EQ(onlyProfileIn(folder.path() + "/MI300X"), kernels);
  folder.add("MI200/pmc_perf.csv", "Kernel_Name,Start_Timestamp,End_Timestamp\n");
  folder.add("MI200/sysinfo.csv", "gpu_model\nMI200\n");
  EXPECT_EQ(onlyProfileIn(folder.path()), std::nullopt) << "two devices";
}

TEST(RankFiles, mayLieInFoldersOfTheirOwn) {
  const TemporaryFolder folder;
  folder.add("rank1/trace.json", content(1));
  folder.add("rank0/trace.json", content(0));
  EXPECT_THAT(ranksOfPaths({folder.path() + "/"}), ElementsAre(0, 1));
}

TEST(RankFiles, withoutRanksInTheirNamesSayThemInside) {
  const TemporaryFolder folder;
  folder.add("host_1.pt.trace.json", content(1));
  folder.add("host_2.pt.trace.json", content(0));
  EXPECT_THAT(ranksOfPaths({folder.path()}), ElementsAre(0, 1));
}

TEST(RankFiles, ofAnArchiveAreItsMembers) {
  const TemporaryFile archive(archived({{"r/rank0.json", content(0)}, {"r/rank1.json", content(1)}}, "zip"), ".zip");
  EXPECT_TRUE(canHoldRanks(archive.path()));
  EXPECT_THAT(ranksOfPaths({archive.path()}), ElementsAre(0, 1));
}

TEST(RankFiles, ofTwoRunsAreToldApart) {
  const TemporaryFolder folder;
  for (const char* name : {"ring_rank0.json", "ring_rank1.json", "ddp_rank0.json", "ddp_rank1.json"}) {
    folder.add(name, "{}");
  }
  const auto found = findRankFiles({folder.path()});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message,
              says("folder-has-ranks-of-runs", folder.path(), "2",
                   "ddp_rank#.json (2 files), ring_rank#.json (2 files)", folder.path() + "/ddp_rank#.json"));
}

TEST(RankFiles, ofSeveralRunsInFoldersOfTheirOwnAreOpenedByName) {
  const TemporaryFolder folder;
  for (const int rank : {2, 10}) {
    folder.add(fmt::format("ddp/rank{}.json", rank), content(rank));
    folder.add(fmt::format("ring/rank{}/trace.json", rank), content(rank));
  }
  folder.add("ring/rank2/alone.json", content(2));
  std::vector<std::string> names;
  for (const RankRun& run : runsOfRanks(folder.path() + "/")) {
    names.push_back(run.name);
    EXPECT_EQ(run.files.size(), 2U);
  }
  EXPECT_THAT(names, ElementsAre("ddp/rank#.json", "ring/rank#/trace.json"));
  EXPECT_TRUE(isNameOfRun(folder.path() + "/ring/rank#/trace.json"));
  EXPECT_FALSE(isNameOfRun(folder.path() + "/ring/rank#/other.json"));
  EXPECT_THAT(ranksOfPaths({folder.path() + "/ddp/rank#.json"}), ElementsAre(2, 10));
  EXPECT_THAT(ranksOfPaths({folder.path() + "/ring/rank#/trace.json"}), ElementsAre(2, 10));
}

TEST(RankFiles, ofARunInAnArchiveAreOpenedByName) {
  const TemporaryFile archive(archived({{"a/rank0.json", content(0)},
                                        {"a/rank1.json", content(1)},
                                        {"b/rank0.json", content(0)},
                                        {"b/rank1.json", content(1)}},
                                       "zip"),
                              ".zip");
  EXPECT_EQ(runsOfRanks(archive.path()).size(), 2U);
  EXPECT_THAT(ranksOfPaths({archive.path() + "/b/rank#.json"}), ElementsAre(0, 1));
}

TEST(RankFiles, besideOthersAreTakenAlone) {
  const TemporaryFolder folder;
  folder.add("rank0.json", content(0));
  folder.add("rank1.json", content(1));
  folder.add("before.json", content(0));
  Progress progress;
  const auto set = openRanks({folder.path()}, {}, {}, {}, progress);
  ASSERT_TRUE(set) << set.error().message.english();
  EXPECT_EQ((*set)->files.size(), 2U);
  EXPECT_THAT((*set)->doubts, testing::Contains(saysInEnglish(HasSubstr("before.json"))));
}

TEST(RankFiles, thatAreDigestsOfTwoRunsAreToldApart) {
  const TemporaryFolder folder;
  for (const char* name : {"a_rank0", "a_rank1", "b_rank0", "b_rank1"}) {
    folder.add(std::string(name) + ".json.digest.json.gz", "");
  }
  const auto digests = digestsAt(folder.path());
  ASSERT_TRUE(digests && !*digests);
  EXPECT_EQ(digests->error().message, findRankFiles({folder.path()}).error().message);
  const auto chosen = digestsAt(folder / "b_rank#.json");
  ASSERT_TRUE(chosen && *chosen);
  EXPECT_EQ((*chosen)->files.size(), 2U);
  const TemporaryFolder traces;
  for (const char* name : {"a_rank0.json", "a_rank1.json", "b_rank0.json", "b_rank1.json", "c.digest.json.gz"}) {
    traces.add(name, "");
  }
  EXPECT_FALSE(digestsAt(traces.path())) << "of traces the window shows a list";
}

TEST(RankFiles, thatAreLargeExportsAreReadInParts) {
  const test::TemporaryFolder folder;
  for (const char* file : {"large/rank=0/spans.parquet", "small/rank=0/spans.parquet", "trace.json"}) {
    folder.add(file, "");
  }
  constexpr std::uintmax_t large = std::uintmax_t{33} << 20U;
  for (const char* file : {"large/rank=0/spans.parquet", "trace.json"}) {
    std::filesystem::resize_file(folder / file, large);
  }
  EXPECT_TRUE(isLargeExport(folder / "large/rank=0"));
  EXPECT_TRUE(isLargeExport(folder / "large/rank=0/spans.parquet"));
  for (const char* other : {"small/rank=0", "small/rank=0/spans.parquet", "trace.json", "nothing", ""}) {
    EXPECT_FALSE(isLargeExport(folder / other)) << other;
  }
}

TEST(RankFiles, thatAreNoneAreRefused) {
  const TemporaryFolder folder;
  folder.add("notes.txt", "nothing");
  const auto found = findRankFiles({folder.path()});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, mentions("folder-without-profile", anyValue));
}

}  // namespace
}  // namespace kernline::test
