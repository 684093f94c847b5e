// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay.h"
#include "core/analysis/steps/device_progress.h"
#include "core/analysis/steps/found_steps.h"
#include "core/import/chrome_json/read_chrome.h"
#include "core/open/open_ranks.h"
#include "tests/core/compare/ranks/made_ranks.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <tuple>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const RankSet> mergedSet(std::vector<std::shared_ptr<const Trace>> traces,
                                         const RankCorrections& corrections = {}) {
  auto set = rankSetOfTraces("run", std::move(traces), corrections);
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
  return set ? *set : nullptr;
}

std::shared_ptr<const RankSet> opened(const std::vector<std::string>& paths) {
  Progress progress;
  auto set = openRanks(paths, {}, {}, {}, progress);
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
  return set ? *set : nullptr;
}

std::int32_t rankOf(const Trace& trace, SpanId span) {
  return trace.process(trace.track(trace.trackOf(span)).process).rank;
}

MadeRank twoKernels(int rank) {
  MadeRank made(rank);
  made.kernel("first", 100, 10);
  made.kernel("second", 120, 5);
  made.step(1, 90, 60);
  return made;
}

TEST(MergeRanks, putsAllRowsOnOneAxis) {
  MadeRank later(1, 2, 1'000'000'000'000'000'000 + 7'000);  // its time 0 is 7 µs later
  later.kernel("first", 100, 10);
  const auto set = mergedSet({twoKernels(0).trace(), later.trace()});
  const Trace& trace = *set->trace;
  EXPECT_EQ(brokenPromise(trace), "");
  const std::vector<SpanId> firsts = spansNamed(trace, "first");
  ASSERT_EQ(firsts.size(), 2U);
  EXPECT_EQ(rankOf(trace, firsts[0]), 0);
  EXPECT_EQ(rankOf(trace, firsts[1]), 1);
  EXPECT_EQ(trace.start(firsts[0]).ns, 100'000);
  EXPECT_EQ(trace.start(firsts[1]).ns, 107'000);
  EXPECT_EQ(trace.baseTimeNs(), 1'000'000'000'000'000'000);
}

TEST(MergeRanks, letsWorkOfOneRankEndNoStepOfAnotherInAReplay) {
  const auto rank = [](int number) {
    MadeRank made(number);
    for (int s = 1; s <= 4; ++s) {
      made.step(s, s * 1000, 900);
      made.kernel("first", s * 1000 + 100, 50);
    }
    return made;
  };
  MadeRank late = rank(1);
  late.add(
      R"({"ph":"X","cat":"kernel","name":"not launched","pid":0,"tid":9,"ts":2300,"dur":1500,"args":{"device":0,"stream":9}})");
  const auto set = mergedSet({rank(0).trace(), late.trace()});
  const FoundSteps steps = foundSteps(*set->trace).value();
  const auto graph = RunGraph::of(*set->trace);
  ASSERT_TRUE(graph);
  const std::vector<TimeRange> made = replay(*graph, steps).steps;
  const std::vector<TimeRange> recorded = stepsOnDevices(*set->trace, steps);
  ASSERT_EQ(made.size(), 8U);
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (set->trace->process(steps.steps[i].process).rank == 0) {
      EXPECT_EQ(made[i], recorded[i]) << i;
    }
  }
}

TEST(MergeRanks, saysOfWhichRankRowsAre) {
  const auto set = mergedSet({twoKernels(0).trace(), twoKernels(1).trace()});
  std::vector<std::string> titles;
  for (const Process& process : set->trace->processes()) {
    titles.emplace_back(set->trace->text(process.title));
  }
  EXPECT_THAT(titles, ElementsAre("rank 0 · GPU 0", "rank 1 · GPU 0", "rank 0 · process 500", "rank 1 · process 500"));
}

TEST(MergeRanks, keepsLaunchesWithinRanks) {
  const auto set = mergedSet({twoKernels(0).trace(), twoKernels(1).trace()});  // both have the same correlation ids
  const Trace& trace = *set->trace;
  ASSERT_EQ(trace.launches().size(), 4U);
  for (const Launch& launch : trace.launches()) {
    EXPECT_EQ(rankOf(trace, launch.call), rankOf(trace, launch.activity));
  }
}

TEST(MergeRanks, readsArgsFromTheFileOfTheRank) {
  const auto set = mergedSet({twoKernels(0).trace(), twoKernels(1).trace()});
  const Trace& trace = *set->trace;
  for (const SpanId span : spansNamed(trace, "second")) {
    const EventDetails details = trace.details(span);
    ASSERT_NE(details.args.find("of rank"), nullptr);
    EXPECT_EQ(details.args.find("of rank")->text, std::to_string(rankOf(trace, span)));
    constexpr std::string_view key = "of rank";
    EXPECT_EQ(trace.args(span, {&key, 1}).find(key)->text, std::to_string(rankOf(trace, span)));
    EXPECT_THAT(trace.placeText(trace.offset(span)),
                saysInEnglish(HasSubstr("rank " + std::to_string(rankOf(trace, span)) + ", byte")));
  }
}

TEST(MergeRanks, keepsWhatTheImportFoundOddInEachFile) {
  MadeRank broken(1);
  broken.kernel("first", 100, 10);
  broken.add(R"({"ph":"X","name":"no time","pid":1,"tid":1,"dur":3})");
  const auto set = mergedSet({twoKernels(0).trace(), broken.trace()});
  const Issue& issue = set->trace->report()[IssueKind::MissingTimestamp];
  EXPECT_EQ(issue.count, 1U);
  EXPECT_THAT(set->trace->placeText(issue.firstOffset), saysInEnglish(HasSubstr("rank 1, byte")));
}

TEST(MergeRanks, saysOnceWhatAllSayTheSame) {
  const auto set = mergedSet({twoKernels(0).trace(), twoKernels(1).trace()});
  std::vector<std::string> keys;
  for (const MetadataEntry& entry : set->trace->metadata()) {
    keys.push_back(entry.key);
  }
  EXPECT_THAT(keys, ElementsAre("rank 0: distributedInfo", "baseTimeNanoseconds", "rank 1: distributedInfo"));
}

/// Everything of the parts is in the whole, with its links, and nothing else.
void expectSum(const RankSet& set) {
  const Trace& all = *set.trace;
  std::size_t spans = 0;
  std::size_t launches = 0;
  std::size_t flows = 0;
  std::size_t instants = 0;
  std::size_t memory = 0;
  std::size_t samples = 0;
  std::size_t steps = 0;
  std::size_t operators = 0;
  for (const RankFile& file : set.files) {
    const Trace& own = *file.trace;
    spans += own.spanCount();
    launches += own.launches().size();
    flows += own.flows().size();
    instants += own.instants().size();
    memory += own.memoryEvents().size();
    samples += own.counterSampleCount();
    steps += own.steps().size();
    for (std::uint32_t i = 0; i < own.spanCount(); ++i) {
      operators += own.opOf(SpanId{i}) != SpanId::none ? 1 : 0;
    }
  }
  EXPECT_EQ(brokenPromise(all), "");
  EXPECT_EQ(all.spanCount(), spans);
  EXPECT_EQ(all.launches().size(), launches);
  EXPECT_EQ(all.flows().size(), flows + set.messages.size());
  EXPECT_EQ(all.instants().size(), instants);
  EXPECT_EQ(all.memoryEvents().size(), memory);
  EXPECT_EQ(all.counterSampleCount(), samples);
  EXPECT_EQ(all.steps().size(), steps);
  std::size_t foundOperators = 0;
  for (std::uint32_t i = 0; i < all.spanCount(); ++i) {
    const SpanId op = all.opOf(SpanId{i});
    foundOperators += op != SpanId::none ? 1 : 0;
    EXPECT_TRUE(op == SpanId::none || rankOf(all, op) == rankOf(all, SpanId{i}));
  }
  EXPECT_EQ(foundOperators, operators);
  for (const Launch& launch : all.launches()) {
    EXPECT_EQ(rankOf(all, launch.call), rankOf(all, launch.activity));
  }
}

/// Each span of a rank is in the whole, so much later.
void expectShifted(const RankSet& set) {
  const Trace& all = *set.trace;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    std::multiset<std::tuple<std::string, std::int64_t, std::int64_t>> own;
    const Trace& trace = *set.files[p].trace;
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      own.emplace(trace.nameText(SpanId{i}), (trace.start(SpanId{i}) + set.clocks[p].shift()).ns,
                  trace.duration(SpanId{i}).ns);
    }
    std::multiset<std::tuple<std::string, std::int64_t, std::int64_t>> found;
    for (std::uint32_t i = 0; i < all.spanCount(); ++i) {
      if (rankOf(all, SpanId{i}) == set.files[p].rank) {
        found.emplace(all.nameText(SpanId{i}), all.start(SpanId{i}).ns, all.duration(SpanId{i}).ns);
      }
    }
    EXPECT_EQ(own, found) << "rank " << set.files[p].rank;
  }
}

TEST(MergeRanks, ofRecordedRanksIsTheirSum) {
  const auto set = opened({fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank1.json.gz")});
  ASSERT_NE(set, nullptr);
  expectSum(*set);
  expectShifted(*set);
}

TEST(MergeRanks, ofTheSharedCollectionIsTheirSum) {
  for (const char* run : {"h200/ddp_rank{}.pt.trace.json.gz", "traces/torch/hta_two_ranks_of_128/rank-{}.json.gz"}) {
    std::vector<std::string> paths;
    for (const char* rank : {"0", "1"}) {
      std::string path = run;
      paths.push_back(shared(path.replace(path.find("{}"), 2, rank)));
    }
    const auto set = opened(paths);
    ASSERT_NE(set, nullptr);
    expectSum(*set);
    expectShifted(*set);
  }
}

TEST(OpenRanks, refusesWhatCannotBeOneRun) {
  const auto refusal = [](std::vector<std::shared_ptr<const Trace>> traces) {
    const auto set = rankSetOfTraces("run", std::move(traces));
    return set ? std::string() : set.error().message.english();
  };
  EXPECT_THAT(refusal({twoKernels(1).trace(), twoKernels(1).trace()}),
              mentions("two-files-of-one-rank", anyValue, anyValue, "1"));
  MadeRank ofFour(1, 4);
  ofFour.kernel("first", 100, 10);
  EXPECT_THAT(refusal({twoKernels(0).trace(), ofFour.trace()}),
              mentions("of-another-world-size", anyValue, "2", anyValue, anyValue));
  const auto unnamed = chrome::readChromeText(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])", {});
  EXPECT_THAT(refusal({twoKernels(0).trace(), *unnamed}), mentions("no-rank-in-file", anyValue));
}

TEST(OpenRanks, saysWhatIsOddAboutASet) {
  MadeRank ofFour(1, 4);
  ofFour.kernel("first", 100, 10);
  MadeRank later(3, 4, 1'000'000'060'000'000'000);  // a minute later
  later.kernel("first", 100, 10);
  const auto set = mergedSet({ofFour.trace(), later.trace()});
  EXPECT_THAT(set->doubts,
              testing::IsSupersetOf({says("ranks-missing", "2", "4", "0, 2"), says("ranks-do-not-overlap", "3", "1"),
                                     says("rank-clock-not-checked", "3", "1")}));
}

}  // namespace
}  // namespace kernline::test
