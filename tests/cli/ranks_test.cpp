// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/median.h"
#include "tests/cli/program_run.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Checks the answer with a program that shares no code with Kernline: independent_ranks.py. Empty: nothing is wrong.
std::string wrongWithRanks(const std::vector<std::string>& paths) {
  std::vector<std::string> arguments{"ranks", "--json"};
  arguments.insert(arguments.end(), paths.begin(), paths.end());
  const ProgramRun run = kernline(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  const TemporaryFile answer(run.out);
  std::vector<std::string> check{"python3", KERNLINE_SOURCE_DIR "/tests/cli/independent_ranks.py", answer.path()};
  check.insert(check.end(), paths.begin(), paths.end());
  const ProgramRun checked = kernline(check, {.program = "/usr/bin/env"});
  return checked.code == 0 ? "" : checked.out + checked.err;
}

std::vector<std::string> ranksOf(const std::string& name, int count = 2) {
  std::vector<std::string> paths;
  for (int rank = 0; rank < count; ++rank) {
    paths.push_back(fixture("ranks/" + name + "/rank" + std::to_string(rank) + ".json.gz"));
  }
  return paths;
}

TEST(Ranks, areCountedAsAnIndependentProgramDoes) {
  EXPECT_EQ(wrongWithRanks({fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank1.json.gz")}), "");
  for (const char* name : {"ddp_straggler", "collectives", "send_recv"}) {
    EXPECT_EQ(wrongWithRanks(ranksOf(name)), "") << name;
  }
  EXPECT_EQ(wrongWithRanks(ranksOf("grid", 4)), "");
}

TEST(Ranks, ofTheSharedCollectionAreCountedAsAnIndependentProgramDoes) {
  EXPECT_EQ(wrongWithRanks({shared("h200/ddp_rank0.pt.trace.json.gz"), shared("h200/ddp_rank1.pt.trace.json.gz")}), "");
}

/// Rank 1 slept 3 ms on its GPU in each of six steps, between forward and backward.
TEST(Ranks, nameTheStragglerOfARecordingThatHasOne) {
  const auto answer = answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"});
  const auto& worst = answer["stragglers"][0];
  EXPECT_EQ(worst["rank"], 1);
  EXPECT_EQ(worst["times_last"], 18);
  EXPECT_THAT(worst["because"][0]["name"].get<std::string>(), HasSubstr("spin_kernel"));
  EXPECT_NEAR(worst["because"][0]["excess_ns"].get<double>(), 6 * 3.0e6, 0.5e6);
  EXPECT_EQ(answer["stragglers"][1]["wait_caused_ns"], 0);
  std::size_t longWaits = 0;
  for (const auto& collective : answer["collectives"]) {
    longWaits += collective["parts"][0]["wait_ns"] > 2'900'000 ? 1 : 0;
  }
  EXPECT_EQ(longWaits, 6U) << "the first all-reduce of each step";
}

/// They wait for each other in every step, so none can be longer than another's; their marks end when all is launched.
TEST(Ranks, areInStepThoughTheirMarksEndBeforeTheirWork) {
  const auto answer = answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"});
  for (std::size_t step = 1; step < 5; ++step) {
    const auto& lengths = answer["steps"][step]["ranks"];
    ASSERT_EQ(lengths.size(), 2U) << answer["steps"][step];
    for (const auto& length : lengths) {
      EXPECT_NEAR(length["duration_ns"].get<double>(), 8.5e6, 0.1e6) << answer["steps"][step];
    }
  }
}

TEST(Ranks, haveMedianStepsWithoutTheProfilerWhereTheyDiffer) {
  const std::string folder = fixture("ranks/profiler_later");
  std::map<int, std::vector<std::int64_t>> lengths;
  for (const auto& step : answerOf({"steps", folder, "--json"})["steps"]) {
    lengths[step["rank"]].push_back(step["undisturbed_ns"]);
  }
  for (const auto& rank : answerOf({"ranks", folder, "--json"})["ranks"]) {
    EXPECT_EQ(rank["median_step_without_profiler_ns"], medianOf(lengths[rank["rank"]])) << rank;
  }
  EXPECT_THAT(kernline({"ranks", folder}).out, HasSubstr("median step  without profiler\n"));
  EXPECT_THAT(kernline({"ranks", fixture("ranks/ddp_straggler")}).out, Not(HasSubstr("without profiler")));
}

/// Rank 3 slept 2 ms before its pair's all-reduce; so rank 2 waited for it, and then rank 0 for rank 2 in the other
/// pair.
TEST(Ranks, inGroupsWaitForThoseOfTheirGroupOnly) {
  const auto answer = answerOf({"ranks", fixture("ranks/grid"), "--json"});
  ASSERT_EQ(answer["collectives"].size(), 16U);
  for (const auto& collective : answer["collectives"]) {
    ASSERT_EQ(collective["parts"].size(), 2U);
    const int first = collective["parts"][0]["rank"];
    const int second = collective["parts"][1]["rank"];
    EXPECT_TRUE(second - first == 2 || (first % 2 == 0 && second - first == 1)) << first << " and " << second;
  }
  EXPECT_EQ(answer["stragglers"][0]["rank"], 3);
  EXPECT_EQ(answer["stragglers"][0]["times_last"], 8);
  EXPECT_NEAR(answer["stragglers"][0]["because"][0]["excess_ns"].get<double>(), 4 * 2.0e6, 0.2e6);
  const auto& second = answer["stragglers"][1];
  EXPECT_EQ(second["rank"], 2);
  EXPECT_EQ(second["because"][0]["waits_for_rank"], 3) << second;
  EXPECT_NEAR(second["because"][0]["excess_ns"].get<double>(), second["delay_ns"].get<double>(), 0.5e6);
}

/// Rank 0 waits for rank 2, rank 2 waited before for rank 3, which is to blame for all.
TEST(Ranks, layWaitsOnTheRankThatWasLateFirst) {
  const auto answer = answerOf({"ranks", fixture("ranks/grid"), "--json"});
  const auto& root = answer["stragglers"][0];
  const auto& between = answer["stragglers"][1];
  ASSERT_EQ(root["rank"], 3);
  ASSERT_EQ(between["rank"], 2);
  EXPECT_GT(between["wait_caused_ns"], 7'000'000);
  EXPECT_LT(between["root_caused_ns"], 50'000);
  EXPECT_EQ(root["through"][0]["rank"], 2);
  EXPECT_EQ(root["through"][0]["group"], "3");
  EXPECT_GT(root["through"][0]["wait_ns"], 7'000'000);
  EXPECT_EQ(root["chain"][0]["rank"], 3);
  EXPECT_EQ(root["chain"][1]["rank"], 2);
  const auto& cause = root["causes"][0];
  EXPECT_THAT(cause["name"].get<std::string>(), HasSubstr("spin_kernel"));
  EXPECT_EQ(cause["times"], 4);
  EXPECT_NEAR(cause["excess_ns"].get<double>(), 4 * 2.0e6, 0.1e6);
  EXPECT_NEAR(cause["end_ns"].get<double>() - cause["start_ns"].get<double>(), 2.0e6, 0.1e6);
  EXPECT_EQ(cause["step"], "ProfilerStep#1");
  const std::string sentence = answer["verdict"]["root_sentence"];
  EXPECT_THAT(sentence, HasSubstr("began on rank 3. On rank 3, spin_kernel takes"));
  const ProgramRun text = kernline({"ranks", fixture("ranks/grid")});
  EXPECT_THAT(text.out, HasSubstr(sentence));
  EXPECT_THAT(text.out, HasSubstr("rank 3 in 2 → rank 2 in 3"));
  EXPECT_TRUE(answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"})["verdict"]["root_sentence"].is_null());
}

/// The recording of rank 2 begins a step after the others: its first all-reduce is the third of theirs.
TEST(Ranks, areMatchedWhereOneRecordedLater) {
  const auto answer = answerOf({"ranks", fixture("ranks/profiler_later"), "--json"});
  ASSERT_EQ(answer["collectives"].size(), 8U);
  for (const auto& collective : answer["collectives"]) {
    const bool isBefore = collective["number"].get<int>() <= 2;
    EXPECT_EQ(collective["parts"].size(), isBefore ? 3U : 4U);
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
    for (const auto& part : collective["parts"]) {
      EXPECT_FALSE(isBefore && part["rank"] == 2);
      earliest = std::min(earliest, part["end_ns"].get<std::int64_t>());
      latest = std::max(latest, part["end_ns"].get<std::int64_t>());
    }
    EXPECT_LT(latest - earliest, 20'000) << "an all-reduce ends on all ranks at once";
  }
}

TEST(Ranks, ofAFolderAreOneTraceForOtherCommands) {
  const auto summary = answerOf({"summary", fixture("ranks/send_recv"), "--json"});
  EXPECT_EQ(summary["devices"].size(), 2U);
  EXPECT_EQ(summary["devices"][1]["rank"], 1);
  const auto events = answerOf({"events", fixture("ranks/send_recv"), "--name", "SendRecv", "--json"});
  EXPECT_EQ(events["events"].size(), 24U);
  EXPECT_TRUE(events["events"][0]["args"].contains("correlation"));
}

TEST(Ranks, takeClocksByHand) {
  const auto answer = answerOf({"ranks", fixture("ranks/send_recv"), "--clock", "1=+2.5us", "--json"});
  EXPECT_EQ(answer["clocks"][1]["correction_ns"], 2500);
  EXPECT_EQ(answer["clocks"][1]["by_hand_ns"], 2500);
  EXPECT_EQ(kernline({"ranks", fixture("ranks/send_recv"), "--clock", "1:3"}).code, 2);
  const ProgramRun unknown = kernline({"ranks", fixture("ranks/send_recv"), "--clock", "7=3"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, mentions("no-such-rank-for-clock", "7"));
}

TEST(Ranks, asTextAndCsvSayTheSame) {
  const ProgramRun text = kernline({"ranks", fixture("ranks/collectives"), "--limit", "3"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("27 collectives, longest waits first (3 of them)"));
  EXPECT_THAT(text.out, HasSubstr("stragglers\n"));
  const ProgramRun csv = kernline({"ranks", fixture("ranks/collectives"), "--csv"});
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 1 + 2 * 27);
}

/// Their clocks may be off by 12 µs, and they wait for each other by 17 µs a collective.
TEST(Ranks, areNotBlamedForWaitsThatClocksMayHaveMade) {
  const ProgramRun text = kernline({"ranks", fixture("ranks/collectives")});
  EXPECT_THAT(text.out, mentions("waits-inconclusive", anyValue, anyValue, anyValue));
  EXPECT_THAT(text.out, HasSubstr("not adjusted: single collectives scatter as much"));
  EXPECT_THAT(text.out, Not(HasSubstr("wait caused"))) << "a table that begins with a straggler";
  const auto answer = answerOf({"ranks", fixture("ranks/collectives"), "--json"});
  EXPECT_EQ(answer["verdict"]["finding"], "within_clocks");
  EXPECT_TRUE(answer["verdict"]["straggler_rank"].is_null());
  EXPECT_THAT(answer["doubts"].dump(), HasSubstr("no straggler can be named"));
  EXPECT_EQ(answer["stragglers"].size(), 2U);
}

TEST(Ranks, areBlamedInTextAndJsonAlike) {
  const ProgramRun text = kernline({"ranks", fixture("ranks/ddp_straggler")});
  const auto answer = answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"});
  EXPECT_EQ(answer["verdict"]["finding"], "one_holds_up");
  EXPECT_EQ(answer["verdict"]["straggler_rank"], 1);
  EXPECT_THAT(text.out, HasSubstr(answer["verdict"]["sentence"].get<std::string>()));
}

TEST(Ranks, ofAClockWithoutCorrectionSayWhyThereIsNone) {
  const auto answer = answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"});
  const auto& clock = answer["clocks"][1];
  EXPECT_EQ(clock["correction_ns"], 0);
  EXPECT_EQ(clock["source"], "within_ends");
  EXPECT_EQ(clock["error_ns"].get<std::int64_t>(), -clock["estimate_ns"].get<std::int64_t>()) << "more than its spread";
  EXPECT_LT(clock["spread_ns"], clock["error_ns"]);
  const ProgramRun text = kernline({"ranks", fixture("ranks/ddp_straggler")});
  EXPECT_THAT(text.out, HasSubstr("not adjusted: even on one clock, ends are up to 50 µs apart"));
}

/// Groups of a grid each have a first collective; numbers tell them apart all the same.
TEST(Ranks, haveCollectivesWithTheSameNumbersInTextJsonAndCsv) {
  const auto answer = answerOf({"ranks", fixture("ranks/grid"), "--json"});
  std::size_t longest = 0;
  for (std::size_t i = 0; i < answer["collectives"].size(); ++i) {
    EXPECT_EQ(answer["collectives"][i]["number"], i + 1);
    longest = answer["collectives"][i]["wait_ns"] > answer["collectives"][longest]["wait_ns"] ? i : longest;
  }
  const auto& longestEntry = answer["collectives"][longest];
  const ProgramRun text = kernline({"ranks", fixture("ranks/grid"), "--limit", "1"});
  EXPECT_THAT(text.out,
              testing::ContainsRegex(longestEntry["name"].get<std::string>() + " +" +
                                     longestEntry["group"].get<std::string>() + " +" + std::to_string(longest + 1)));
  const ProgramRun csv = kernline({"ranks", fixture("ranks/grid"), "--csv"});
  EXPECT_THAT(csv.out, HasSubstr(longestEntry["name"].get<std::string>() + "," +
                                 longestEntry["group"].get<std::string>() + "," + std::to_string(longest + 1) + ","));
}

/// Cells of a CSV, line by line.
std::vector<std::vector<std::string>> cellsOf(const std::string& csv) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  for (const char c : csv) {
    if (c == '\n') {
      lines.emplace_back(1);
    } else if (c == ',') {
      lines.back().emplace_back();
    } else {
      lines.back().back() += c;
    }
  }
  lines.pop_back();
  return lines;
}

TEST(Ranks, sayOfEachStepWhatTheStepsOfTheirTracesSay) {
  const std::string folder = fixture("ranks/ddp_straggler");
  for (const auto& [metric, field] : {std::pair{"step_time", "duration_ns"},
                                      {"exposed_communication", "exposed_communication_ns"},
                                      {"idle", "idle_ns"}}) {
    const ProgramRun run = kernline({"ranks", folder, "--csv", "--metric", metric});
    ASSERT_EQ(run.code, 0) << run.err;
    const auto lines = cellsOf(run.out);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0][1], "ProfilerStep#0");
    for (const std::size_t rank : {0U, 1U}) {
      const auto steps = answerOf({"steps", folder + "/rank" + std::to_string(rank) + ".json.gz", "--json"})["steps"];
      ASSERT_EQ(lines[rank + 1].size(), steps.size() + 1);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(lines[rank + 1][i + 1], std::to_string(steps[i][field].get<std::int64_t>())) << metric << " " << i;
      }
    }
  }
  EXPECT_EQ(kernline({"ranks", folder, "--metric", "idle"}).code, 2) << "text shows no steps";
  const json heat = answerOf({"ranks", folder, "--json", "--metric", "idle"});
  const auto lines = cellsOf(kernline({"ranks", folder, "--csv", "--metric", "idle"}).out);
  EXPECT_EQ(heat["unit"], "ns");
  EXPECT_GE(heat["rows"][0]["mean_excess"], heat["rows"][1]["mean_excess"]) << "the worst first";
  for (const json& row : heat["rows"]) {
    const std::size_t rank = row["rank"];
    for (std::size_t i = 0; i < heat["steps"].size(); ++i) {
      EXPECT_EQ(lines[rank + 1][i + 1], std::to_string(row["values"][i].get<std::int64_t>()));
    }
  }
  EXPECT_THAT(kernline({"ranks", folder, "--csv", "--metric", "idel"}).err, HasSubstr("idle"));
}

/// The two ranks of a recording with counters "load 0", "load 1" and so on: on rank 0 they are 10.5 in the first step
/// and 1 more in each further one; rank 1 has only the first of them, from 20.5 on.
void addSampled(const TemporaryFolder& folder, int counters) {
  for (const int rank : {0, 1}) {
    auto text = nlohmann::json::parse(readDecoded(fixture(fmt::format("ranks/ddp_straggler/rank{}.json.gz", rank))));
    auto& events = text["traceEvents"];
    std::map<double, double> steps;  // durations by start
    for (const auto& event : events) {
      if (event.value("cat", "") == "user_annotation" && event.value("name", "").starts_with("ProfilerStep#")) {
        steps.emplace(event["ts"].get<double>(), event["dur"].get<double>());
      }
    }
    double value = 10.5 + 10 * rank;
    for (const auto& [start, duration] : steps) {
      for (int sample = 0; sample < 10; ++sample) {
        for (int counter = 0; counter < (rank == 0 ? counters : 1); ++counter) {
          const std::string name = fmt::format("load {}", counter);
          events.push_back({{"ph", "C"},
                            {"name", name},
                            {"pid", 0},
                            {"ts", start + duration * sample / 10},
                            {"args", {{name, value}}}});
        }
      }
      value += 1;
    }
    folder.add(fmt::format("rank{}.json", rank), text.dump());
  }
}

TEST(Ranks, sayOfEachStepWhatACounterWas) {
  const TemporaryFolder folder;
  addSampled(folder, 2);
  const ProgramRun run = kernline({"ranks", folder.path(), "--csv", "--metric", "counter:load 0"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto lines = cellsOf(run.out);
  ASSERT_EQ(lines.size(), 3U);
  ASSERT_GT(lines[0].size(), 2U);
  for (const std::size_t rank : {0U, 1U}) {
    ASSERT_EQ(lines[rank + 1].size(), lines[0].size());
    for (std::size_t step = 0; step + 1 < lines[0].size(); ++step) {
      EXPECT_EQ(lines[rank + 1][step + 1], fmt::format("{}.5", 10 * (rank + 1) + step)) << rank;
    }
  }
  const auto other = cellsOf(kernline({"ranks", folder.path(), "--csv", "--metric", "counter:load 1"}).out);
  ASSERT_EQ(other.size(), 3U);
  EXPECT_EQ(other[1][1], "10.5");
  EXPECT_EQ(other[2][1], "") << "rank 1 was not sampled";
}

TEST(Ranks, sayWhichCountersTheyHave) {
  const auto refusal = [](const std::string& folder, const std::string& metric) {
    const ProgramRun run = kernline({"ranks", folder, "--csv", "--metric", metric});
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.code, 1);
    return run.err;
  };
  const TemporaryFolder two;
  addSampled(two, 2);
  EXPECT_THAT(refusal(two.path(), "counter:lode"),
              mentions("ranks-have-other-subjects", "counter:lode", "counter:load 0, counter:load 1\n"));
  const TemporaryFolder twelve;
  addSampled(twelve, 12);
  const std::string ofMany = refusal(twelve.path(), "counter:lode");
  EXPECT_THAT(ofMany, HasSubstr("counter:load 9 and 2 more\n")) << "nearest first: 10 has a digit more";
  EXPECT_THAT(ofMany, Not(HasSubstr("counter:load 10")));
  EXPECT_THAT(refusal(twelve.path(), "counter:AD 11"), HasSubstr("they have: counter:load 11, "));
  EXPECT_THAT(refusal(fixture("ranks/send_recv"), "counter:load"), mentions("ranks-without-counters", anyValue));
  EXPECT_EQ(kernline({"ranks", fixture("ranks/ddp_straggler"), "--csv", "--metric", "counter:"}).code, 2);
  EXPECT_THAT(kernline({"ranks", fixture("ranks/ddp_straggler"), "--csv", "--metric", "idel"}).err,
              HasSubstr("counter:NAME"));
}

TEST(Ranks, haveNoMetricWithoutValues) {
  const ProgramRun run = kernline({"ranks", fixture("ranks/ddp_straggler"), "--csv", "--metric", "expert_load"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, mentions("ranks-have-other-subjects", "expert_load", anyValue));
  EXPECT_THAT(kernline({"ranks", fixture("ranks/ddp_straggler"), "--csv", "--metric", "exposed"}).err,
              HasSubstr("did you mean exposed_communication?"));
}

TEST(Ranks, ofDifferentRunsAreRefused) {
  const ProgramRun run =
      kernline({"ranks", fixture("h200-ring-rank0.json.gz"), fixture("ranks/send_recv/rank0.json.gz")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("are both rank 0"));
}

}  // namespace
}  // namespace kernline::test
