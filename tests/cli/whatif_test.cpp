// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const char* const replayedTrace = "h200-profiler-steps.json.gz";

TEST(WhatIfCommand, givesTheStepItsRangeAndTheCriticalPath) {
  const json answer = answerOf({"whatif", "--json", "--limit", "0", fixture(replayedTrace)});
  const json& step = answer.at("step");
  EXPECT_EQ(step.at("recorded_ns"), step.at("replayed_ns"));
  EXPECT_LE(step.at("low_ns"), step.at("undisturbed_ns"));
  EXPECT_LE(step.at("undisturbed_ns"), step.at("high_ns"));
  EXPECT_LE(step.at("undisturbed_ns"), step.at("recorded_ns"));
  EXPECT_FALSE(step.at("doubtful").get<bool>());
  EXPECT_TRUE(answer.at("scenario").is_null());
  double share = 0;
  for (const json& row : answer.at("critical_path")) {
    share += row.at("share").get<double>();
  }
  EXPECT_NEAR(share, 1, 1e-6);
}

TEST(WhatIfCommand, takesSeveralChanges) {
  const json one = answerOf({"whatif", "--json", "--set", "launch=graph;kernel=x0.5", fixture(replayedTrace)});
  const json two =
      answerOf({"whatif", "--json", "--set", "launch=graph", "--set", "kernel=x0.5", fixture(replayedTrace)});
  EXPECT_EQ(one, two);
  const json& scenario = one.at("scenario");
  ASSERT_EQ(scenario.at("changes").size(), 2U);
  EXPECT_EQ(scenario.at("changes")[1].at("change"), "kernel=x0.5");
  EXPECT_EQ(scenario.at("saved_ns"),
            one.at("step").at("undisturbed_ns").get<std::int64_t>() - scenario.at("step_ns").get<std::int64_t>());
  EXPECT_GT(scenario.at("saved_ns"), 0);
}

TEST(WhatIfCommand, writesAsPeopleRead) {
  const ProgramRun run = kernline({"whatif", fixture(replayedTrace), "--set", "launch=graph", "--limit", "3"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("without the profiler  "));
  EXPECT_THAT(run.out, HasSubstr("with the changes      "));
  EXPECT_THAT(run.out, HasSubstr("    launch=graph changes 0 device operations and "));
  EXPECT_THAT(run.out, HasSubstr("critical path, changed, without the profiler, in 2 steps\n"));
  EXPECT_THAT(run.out, HasSubstr(" more; --limit 0 shows all"));
  const ProgramRun slower = kernline({"whatif", fixture(replayedTrace), "--set", "kernel=x9"});
  EXPECT_THAT(slower.out, HasSubstr("), costs "));
  EXPECT_THAT(slower.out, Not(HasSubstr("saves")));
}

TEST(WhatIfCommand, writesOneTableForPrograms) {
  const json answer = answerOf({"whatif", "--json", "--limit", "2", "--set", "launch=graph", fixture(replayedTrace)});
  const ProgramRun csv = kernline({"whatif", "--csv", "--limit", "2", "--set", "launch=graph", fixture(replayedTrace)});
  EXPECT_EQ(csv.code, 0) << csv.err;
  EXPECT_THAT(csv.out, StartsWith("part,kind,name,ns,share,count,low_ns,high_ns,slack_ns,median_slack_ns\n"));
  const json& step = answer.at("step");
  EXPECT_THAT(csv.out, HasSubstr("step,,recorded," + step.at("recorded_ns").dump() + ",,,,,,\n"));
  EXPECT_THAT(csv.out, HasSubstr("step,,undisturbed," + step.at("undisturbed_ns").dump() + ",,," +
                                 step.at("low_ns").dump() + "," + step.at("high_ns").dump() + ",,\n"));
  EXPECT_THAT(csv.out, HasSubstr("step,,changed," + answer.at("scenario").at("step_ns").dump() + ","));
  EXPECT_THAT(csv.out, HasSubstr("," + answer.at("critical_path")[0].at("ns").dump() + ","));
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 1 + 3 + 2 + std::ssize(answer.at("hidden")));
  const ProgramRun markdown = kernline({"whatif", "--markdown", "--limit", "2", fixture(replayedTrace)});
  EXPECT_THAT(markdown.out, StartsWith("| part | kind | name | ns | share | count |"));
  EXPECT_EQ(kernline({"whatif", "--csv", "--markdown", fixture(replayedTrace)}).code, 2);
}

TEST(WhatIfCommand, sumsTheCriticalPathByWhatIsAsked) {
  for (const char* by : {"name", "kind", "op", "module", "phase", "rank"}) {
    SCOPED_TRACE(by);
    const json answer = answerOf({"whatif", "--json", "--limit", "0", "--by", by, fixture("ranks/ddp_straggler")});
    EXPECT_EQ(answer.at("critical_path_by"), by);
    double share = 0;
    double time = 0;
    for (const json& row : answer.at("critical_path")) {
      share += row.at("share").get<double>();
      time += row.at("ns").get<double>();
    }
    EXPECT_NEAR(share, 1, 1e-6);
    const double step = answer.at("step").at("undisturbed_ns").get<double>();
    EXPECT_NEAR(time, step, step / 10);  // of both ranks together: these begin and end a step at other times
  }
  const ProgramRun run = kernline({"whatif", "--by", "rank", fixture("ranks/ddp_straggler")});
  EXPECT_THAT(run.out, HasSubstr(" steps of 2 ranks, mean "));
  EXPECT_THAT(run.out, HasSubstr("count  rank    why\n"));
  const json ranks = answerOf({"whatif", "--json", "--by", "rank", fixture("ranks/ddp_straggler")});
  for (const json& row : ranks.at("critical_path")) {
    EXPECT_TRUE(row.at("reason").is_string()) << row;
  }
  EXPECT_EQ(kernline({"whatif", "--by", "color", fixture(replayedTrace)}).code, 2);
}

TEST(WhatIfCommand, saysWhatIsHiddenAndHowMuchLaterItCouldBe) {
  const json answer = answerOf({"whatif", "--json", "--limit", "0", fixture("ranks/ddp_straggler")});
  ASSERT_FALSE(answer.at("hidden").empty());
  for (const json& row : answer.at("hidden")) {
    EXPECT_GT(row.at("slack_ns"), 0);
    EXPECT_GE(row.at("median_slack_ns"), row.at("slack_ns"));
  }
}

TEST(WhatIfCommand, refusesAdviceThatNoReplayCanFollow) {
  const json advice = answerOf({"advise", "--json", "--limit", "0", fixture(replayedTrace)});
  std::size_t number = 1;
  while (advice.at("rows").at(number - 1).at("kind") != "small_kernels") {
    ++number;
  }
  const std::string change = "advice:" + std::to_string(number) + "=follow";
  const ProgramRun run = kernline({"whatif", fixture(replayedTrace), "--set", change});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr(phrase("no-replay-can-follow", change)));
}

TEST(WhatIfCommand, givesWhatIsHiddenPerStepOfTheFasterHalf) {
  const json answer = answerOf({"whatif", "--json", "--limit", "0", fixture(replayedTrace)});
  ASSERT_LT(answer.at("critical_path_steps"), answer.at("step").at("count"));
  const auto isOptimizer = [](const json& row) {
    return row.at("kind") == "kernel" && row.at("name").get<std::string>().contains("FusedAdam");
  };
  const json& hidden = answer.at("hidden");
  const auto row = std::ranges::find_if(hidden, isOptimizer);
  ASSERT_NE(row, hidden.end());
  EXPECT_EQ(row->at("count"), answer.at("critical_path_steps")) << "once a step";
  EXPECT_NEAR(row->at("ns").get<double>(), 27'700, 300) << "as long as each takes";
}

TEST(WhatIfCommand, writesTheRunAtItsNewTimes) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/graph.json.gz";
  const json asked = answerOf({"whatif", "--json", "--set", "launch=graph", "-o", file, fixture(replayedTrace)});
  const json written = answerOf({"whatif", "--json", file});
  const double step = asked.at("scenario").at("step_ns").get<double>();
  EXPECT_NEAR(written.at("step").at("recorded_ns").get<double>(), step, step / 20);
  EXPECT_EQ(written.at("step").at("recorded_ns"), written.at("step").at("undisturbed_ns")) << "nothing was recorded";
  const ProgramRun refused = kernline({"whatif", fixture(replayedTrace), "-o", folder.path() + "/no/such/folder.json"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("folder.json"));
}

TEST(WhatIfCommand, refusesInOneLineWhatCannotBeReplayed) {
  const std::string file = fixture("chrome-trivial.json");
  const ProgramRun run = kernline({"whatif", file});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "kernline: " + file + ": " + phrase("no-steps-found") +
                         ": none recorded, and nothing repeats; choose spans with --steps-by NAME\n");
  const ProgramRun nothing = kernline({"whatif", fixture(replayedTrace), "--set", "kernel:zzz=none"});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_THAT(nothing.err, mentions("selector-matches-nothing", "kernel:zzz=none"));
  const ProgramRun wrong = kernline({"whatif", fixture(replayedTrace), "--set", "kernel"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, StartsWith("kernline: --set: \"kernel\" is no change; write SELECTOR=CHANGE"));
}

}  // namespace
}  // namespace kernline::test
