// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/experiment.h"
#include "core/open/experiment/file_names.h"
#include "core/open/open_ranks.h"
#include "tests/core/open/experiment/made_experiment.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr std::string_view printedNumbers = "Config: batch_size=8\nTime: 3.5 ms\nMemory: 12 MB\n";
constexpr std::string_view results = "n,time_ms,gb\n1,2.5,3\n2,3.5,4\n";

/// The same, with what says the rank behind more events than are looked at to recognize a file: a member of the
/// document, or the name of a process.
std::string traceOfLateRank(int rank, bool isProcessName) {
  constexpr std::size_t beyondHead = 1000;
  const std::string text = traceOf(std::vector<std::string>(beyondHead, "a"), rank, 2);
  const nlohmann::json document = nlohmann::json::parse(text);
  nlohmann::json events = document.at("traceEvents");
  if (isProcessName) {
    events.push_back(
        {{"ph", "M"}, {"name", "process_name"}, {"pid", 77}, {"args", {{"name", fmt::format("Rank {}", rank)}}}});
    events.push_back({{"ph", "X"}, {"name", "step"}, {"pid", 77}, {"tid", 1}, {"ts", 5}, {"dur", 90}});
    return R"({"schemaVersion": 1, "traceEvents": )" + events.dump() + "}";
  }
  return R"({"schemaVersion": 1, "traceEvents": )" + events.dump() + R"(, "distributedInfo": )" +
         document.at("distributedInfo").dump() + "}";
}

std::string refusal(const std::string& path) {
  Progress progress;
  const auto place = openPlace(path, {}, {}, progress);
  EXPECT_FALSE(place);
  return place ? std::string() : place.error().message.english();
}

/// "name: reason" of each file of the group that has this file.
std::vector<std::string> groupWith(const Experiment& experiment, const std::string& name) {
  for (const ExperimentGroup& group : experiment.groups) {
    std::vector<std::string> lines;
    bool hasIt = false;
    for (const GroupedFile& member : group.files) {
      hasIt = hasIt || experiment.files[member.file].name == name;
      lines.push_back(fmt::format("{}: {}{}", experiment.files[member.file].name, toText(member.reason),
                                  member.isGuess ? "?" : ""));
    }
    if (hasIt) {
      return lines;
    }
  }
  return {};
}

TEST(Experiment, stemsOfNamesLeaveOutWhatSaysTheKind) {
  EXPECT_EQ(stemOf("a/attn_seq256_trace.json.gz"), "attn_seq256");
  EXPECT_EQ(stemOf("attn-seq256.memory_snapshot.pickle"), "attn_seq256");
  EXPECT_EQ(stemOf("trace.json"), "");
  EXPECT_EQ(distanceBetween("a/b.json", "a/c.json"), 0U);
  EXPECT_EQ(distanceBetween("a/b.json", "ab/c.json"), 2U);
  EXPECT_EQ(distanceBetween("b.json", "a/x/c.json"), 2U);
}

TEST(Experiment, ofRanksAloneIsTheFolderItself) {
  const TemporaryFolder folder;
  folder.add("rank0.json", traceOf({"a", "b"}, 0, 2));
  folder.add("rank1.json", traceOf({"a", "b"}, 1, 2));
  folder.add("README.md", "How to.");
  EXPECT_EQ(opened(folder.path() + "/").document, folder.path());
  folder.add("train.log", printedNumbers);
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "train.log"),
              ElementsAre("rank0.json: first", "rank1.json: rank", "train.log: folder?"));
  EXPECT_EQ(place.experiment->groups.front().runs.front().path, folder.path() + "/rank#.json");
}

TEST(Experiment, ofRanksThatOnlyTheirContentsTellIsOneRun) {
  for (const bool isProcessName : {false, true}) {
    const TemporaryFolder folder;
    folder.add("left.json", traceOfLateRank(0, isProcessName));
    folder.add("right.json", traceOfLateRank(1, isProcessName));
    folder.add("train.log", printedNumbers);
    const OpenedPlace place = opened(folder.path());
    ASSERT_NE(place.experiment, nullptr);
    EXPECT_THAT(groupWith(*place.experiment, "left.json"),
                ElementsAre("left.json: first", "right.json: rank", "train.log: folder?"))
        << isProcessName;
    const ExperimentRun& run = place.experiment->groups.front().runs.front();
    EXPECT_EQ(run.files.size(), 2U);
    Progress progress;
    const auto ranks = openRanks({run.path}, {}, {}, {}, progress);
    EXPECT_TRUE(ranks) << ranks.error().message.english();
  }
}

TEST(Experiment, ofOneFileIsThatFile) {
  const TemporaryFolder folder;
  folder.add("sub/trace.json", traceOf({"a"}));
  folder.add("README.md", "How to.");
  EXPECT_EQ(opened(folder.path()).document, folder / "sub/trace.json");
  EXPECT_EQ(opened(folder / "sub/trace.json").document, folder / "sub/trace.json");
}

TEST(Experiment, saysWhatIsDamagedInsteadOfOpeningTheRest) {
  const TemporaryFolder folder;
  folder.add("rank0.json", traceOf({"a"}, 0, 2));
  folder.add("rank1.sqlite", std::string("SQLite format 3\0", 16) + std::string(200, 'x'));
  folder.add("train.log", printedNumbers);
  folder.add("picture.png", "\x89PNG\r\n\x1A\n");
  folder.add("empty.json", "");
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  std::vector<std::string> unread;
  for (const std::size_t i : place.experiment->unread) {
    unread.push_back(place.experiment->files[i].name + ": " + place.experiment->files[i].what.english());
  }
  EXPECT_THAT(unread, Contains("picture.png: a PNG picture"));
  EXPECT_THAT(unread, Contains(HasSubstr("rank1.sqlite: ")));
  EXPECT_THAT(unread, Contains(HasSubstr("is empty")));
}

TEST(Experiment, ofNothingSaysSo) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal(folder.path()), mentions("folder-is-empty", anyValue));
  folder.add("script.py", "import torch\nprint(3)\n");
  EXPECT_THAT(refusal(folder.path()), mentions("no-profile-and-no-log-among-files", anyValue, anyValue, "script.py",
                                               phrase("looks-like-python-source")));
}

TEST(Experiment, joinsALogByItsKernelsAndByTheFilesItNames) {
  const TemporaryFolder folder;
  folder.add("one.json", traceOf({"alpha", "beta", "gamma"}));
  folder.add("two.json", traceOf({"delta", "epsilon", "zeta"}));
  folder.add("kernels.txt", nsysTable({"delta", "epsilon"}));
  folder.add("run.log", "Config: batch_size=8\nTime: 3.5 ms\n  Trace saved:  ./somewhere/one.json\n");
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "kernels.txt"), ElementsAre("two.json: first", "kernels.txt: contents"));
  EXPECT_THAT(groupWith(*place.experiment, "run.log"), ElementsAre("one.json: first", "run.log: named"));
}

TEST(Experiment, doesNotTakeOneCommonKernelForAProof) {
  const TemporaryFolder folder;
  folder.add("one.json", traceOf({"alpha", "beta"}));
  folder.add("two.json", traceOf({"alpha", "gamma"}));
  folder.add("kernels.txt", nsysTable({"alpha", "other"}));
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_EQ(place.experiment->groups.size(), 3U);
}

TEST(Experiment, guessesByTheFolderOnlyWhatContentsDoNotDeny) {
  const TemporaryFolder folder;
  folder.add("a/trace.json", traceOf({"alpha", "beta", "gamma"}));
  folder.add("a/kernels.txt", nsysTable({"delta", "epsilon"}));
  folder.add("a/notes.log", printedNumbers);
  folder.add("b/trace.json", traceOf({"eta"}));
  folder.add("train.log", printedNumbers);
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "a/notes.log"), ElementsAre("a/trace.json: first", "a/notes.log: folder?"));
  EXPECT_THAT(groupWith(*place.experiment, "a/kernels.txt"), ElementsAre("a/kernels.txt: first"));
  EXPECT_THAT(groupWith(*place.experiment, "train.log"), ElementsAre("train.log: first")) << "two runs are as near";
}

TEST(Experiment, joinsByNameAndByRank) {
  const TemporaryFolder folder;
  for (const int rank : {0, 1}) {
    folder.add(fmt::format("ddp_rank{}.json", rank), traceOf({"a"}, rank, 2));
    folder.add(fmt::format("snapshot_rank{}.pickle", rank), readFile(fixture("memory/training-protocol-0.pickle")));
  }
  folder.add("base_trace.json", traceOf({"b"}));
  folder.add("base.log", printedNumbers);
  folder.add("base_trace.json.notes.json", "[]");
  folder.add("results.csv", results);
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "ddp_rank0.json"),
              ElementsAre("ddp_rank0.json: first", "ddp_rank1.json: rank", "snapshot_rank0.pickle: rank",
                          "snapshot_rank1.pickle: rank"));
  EXPECT_THAT(groupWith(*place.experiment, "base.log"),
              ElementsAre("base_trace.json: first", "base.log: name", "base_trace.json.notes.json: named"));
  EXPECT_THAT(groupWith(*place.experiment, "results.csv"), ElementsAre("results.csv: first"));
}

TEST(Experiment, joinsAnExecutionTraceByItsProcess) {
  const TemporaryFolder folder;
  folder.add("x/kineto.json.gz", readFile(shared("formats/execution_trace/execution_trace_kineto.json.gz")));
  folder.add("y/execution_trace.json.gz", readFile(shared("formats/execution_trace/execution_trace.json.gz")));
  folder.add("y/other.json", traceOf({"a"}));
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "y/execution_trace.json.gz"),
              ElementsAre("x/kineto.json.gz: first", "y/execution_trace.json.gz: contents"));
}

/// A dump of NCCL's flight recorder whose only collective is in this state.
std::string flightDump(std::string_view state) {
  return fmt::format(R"({{"version":"2.10","pg_config":{{"0":{{"name":"0","desc":"default_pg","ranks":"[0, 1]"}}}},)"
                     R"("pg_status":{{"0":{{"last_enqueued_collective":"1"}}}},"entries":[{}]}})",
                     state.empty()
                         ? std::string()
                         : fmt::format(R"({{"collective_seq_id":7,"pg_id":0,"process_group":["0","default_pg"],)"
                                       R"("profiling_name":"nccl:all_reduce","state":"{}","is_p2p":false,)"
                                       R"("input_sizes":[[4]],"input_dtypes":["Float"],"output_sizes":[[4]],)"
                                       R"("output_dtypes":["Float"]}})",
                                       state));
}

TEST(Experiment, joinsDumpsOfTheFlightRecorderToTheRanksTheyAreOf) {
  const TemporaryFolder folder;
  for (const int rank : {0, 1}) {
    folder.add(fmt::format("train_rank{}.json", rank), traceOf({"a"}, rank, 2));
    folder.add(fmt::format("nccl_trace_rank_{}", rank), flightDump(rank == 0 ? "started" : ""));
  }
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "nccl_trace_rank_0"),
              ElementsAre("train_rank0.json: first", "train_rank1.json: rank", "nccl_trace_rank_0: rank",
                          "nccl_trace_rank_1: rank"));
  Progress progress;
  const auto ranks = openRanks({folder.path()}, {}, {}, {}, progress);
  ASSERT_TRUE(ranks) << ranks.error().message.english();
  std::vector<std::string> doubts;
  for (const Message& doubt : (*ranks)->doubts) {
    doubts.push_back(doubt.english());
  }
  EXPECT_THAT(doubts, Contains(testing::AllOf(testing::StartsWith("Flight recorder: "), HasSubstr("all_reduce 7"),
                                              HasSubstr("default_pg"), HasSubstr("rank 1 never came"))));
}

TEST(Experiment, ofAnArchiveIsThatOfItsMembers) {
  const TemporaryFile archive(archived({{"run/one_trace.json", traceOf({"alpha", "beta"})},
                                        {"run/one.log", std::string(printedNumbers)},
                                        {"run/results.csv", std::string(results)}},
                                       "zip"),
                              ".zip");
  const OpenedPlace place = opened(archive.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_TRUE(place.experiment->isArchive);
  EXPECT_THAT(groupWith(*place.experiment, "run/one.log"),
              ElementsAre("run/one_trace.json: first", "run/one.log: name"));
  const TemporaryFile logs(
      archived({{"a.log", std::string(printedNumbers)}, {"b.log", std::string(printedNumbers)}}, "zip"), ".zip");
  EXPECT_EQ(opened(logs.path()).document, logs.path()) << "all of them open together";
}

TEST(Experiment, ofADamagedArchiveSaysThatMoreIsMissing) {
  std::string whole =
      archived({{"a.json", traceOf({"alpha"})}, {"b.csv", std::string(results)}, {"c.log", "x"}}, "ustar");
  whole.resize(whole.find("c.log") + 50);
  const TemporaryFile archive(whole, ".tar");
  const OpenedPlace place = opened(archive.path());
  ASSERT_NE(place.experiment, nullptr);
  ASSERT_EQ(place.experiment->unread.size(), 1U);
  EXPECT_THAT(place.experiment->files[place.experiment->unread.front()].what, mentions("rest-of-archive", anyValue));
}

TEST(Experiment, takesArchivesInAFolderApart) {
  const TemporaryFolder folder;
  folder.add("more.zip", archived({{"a.json", traceOf({"alpha"})}, {"b.json", traceOf({"beta"})}}, "zip"));
  folder.add("checkpoint.pt", archived({{"data/0", std::string(100, '\xFE')}, {"version", "3\n"}}, "zip"));
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(groupWith(*place.experiment, "more.zip/a.json"), ElementsAre("more.zip/a.json: first"));
  ASSERT_EQ(place.experiment->unread.size(), 1U);
  EXPECT_EQ(place.experiment->files[place.experiment->unread.front()].name, "checkpoint.pt");
}

TEST(Experiment, leavesOutNothingWithoutSayingSo) {
  const TemporaryFolder folder;
  folder.add("a.log", printedNumbers);
  folder.add("1/2/3/4/5/6/7/8/9/b.log", printedNumbers);
  folder.add(".git/c.log", printedNumbers);
  ASSERT_EQ(::symlink("/nowhere", (folder / "link.json").c_str()), 0);
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr) << "there may be more below";
  EXPECT_THAT(place.experiment->closed, UnorderedElementsAre(".git", "1/2/3/4/5/6/7/8"));
  ASSERT_EQ(place.experiment->unread.size(), 1U);
  EXPECT_EQ(place.experiment->files[place.experiment->unread.front()].what.english(), "a broken link");
}

TEST(Experiment, ofManyFilesIsReadAtOnce) {
  const TemporaryFolder folder;
  for (int i = 0; i < 10'000; ++i) {
    folder.add(fmt::format("d{}/{}.{}", i % 100, i, i % 2 == 0 ? "json" : "log"),
               i % 2 == 0 ? traceOf({"a"}) : std::string(printedNumbers));
  }
  const auto begin = std::chrono::steady_clock::now();
  const OpenedPlace place = opened(folder.path());
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_EQ(place.experiment->files.size(), 10'000U);
  constexpr double generous = 20;  // limit for sanitizers on a busy machine; usually 0.5 s
  EXPECT_LT(taken.count(), generous);
}

TEST(Experiment, saysWhichFilesMemoryDidNotAllow) {
  const TemporaryFolder folder;
  folder.add("train.log", printedNumbers);
  folder.add("one_trace.json", traceOf({"gemm"}));
  const auto opened = [&](const LoadOptions& options) {
    Progress progress;
    const auto place = openPlace(folder.path(), options, {}, progress);
    return place ? place->experiment : nullptr;
  };
  const auto whole = opened({});
  ASSERT_NE(whole, nullptr);
  EXPECT_TRUE(missingPart(*whole).isEmpty());
  const auto none = opened({.onPreview = {}, .maxMemory = 1});
  ASSERT_NE(none, nullptr);
  EXPECT_THAT(missingPart(*none), says("limit-reached-files-not-read", "2", "2"));
  EXPECT_FALSE(none->contents[1].isSeen);
  EXPECT_THAT(none->contents[1].missing, mentions("needs-more-than-memory-limit", anyValue, "1 B"));
}

}  // namespace
}  // namespace kernline::test
