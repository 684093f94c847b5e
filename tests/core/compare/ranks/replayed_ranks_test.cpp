// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks that are replayed together: each collective ends after all of them have begun.
#include "core/analysis/replay/collectives.h"
#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/retimed_trace.h"
#include "core/analysis/replay/slack.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/analysis/work/reference_device.h"
#include "core/open/open_ranks.h"
#include "tests/core/analysis/replay/recorded_program.h"
#include "tests/core/compare/ranks/made_run.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

/// Rank 0 computes for 100 us a step, rank 1 for 200, and all wait for it. Launches are far ahead.
std::shared_ptr<const RankSet> stragglingRun() {
  MadeRun run(2);
  run.setLaunchAhead(500);
  for (int i = 1; i <= 5; ++i) {
    run.step(i, run.now(0) - 501, 219);
    run.compute(0, 100);
    run.compute(1, 200);
    run.meet({0, 1}, "0");
  }
  return setOf(run.ranks());
}

double inUs(Duration time) {
  return static_cast<double>(time.ns) / 1000;
}

/// A step with a change, in us.
double changedStep(const Replayed& replayed, const char* change) {
  const ReplayedRun& run = *replayed.run;
  TraceAnalysis analysis(replayed.trace);
  const WorkModel model;
  const WorkMeter meter(*replayed.trace, model, referenceDevice(*replayed.trace).ceilings);
  const std::vector<WhatIfChange> changes{parseWhatIf(change).value()};
  Expected<Scenario> scenario = scenarioOf(analysis, run, meter, changes);
  EXPECT_TRUE(scenario) << (scenario ? "" : scenario.error().message.english());
  scenario->changes.recording = {};
  return inUs(run.meanStep(replay(run.graph(), run.steps(), scenario->changes)));
}

TEST(ReplayedRanks, areThemselves) {
  for (const char* folder : {"collectives", "ddp_straggler", "grid", "send_recv", "profiler_later", "experts"}) {
    SCOPED_TRACE(folder);
    Progress progress;
    const auto set = openRanks({fixture(std::string("ranks/") + folder)}, {}, {}, {}, progress);
    ASSERT_TRUE(set);
    const Replayed run = replayed((*set)->trace);
    ASSERT_TRUE(run.run);
    EXPECT_LT(run.run->error(), 0.001);
    EXPECT_TRUE(run.run->graph().hasMeetings());
    const RunReplay made = replay(run.run->graph(), *run.steps);
    for (std::uint32_t w = 0; w < made.activities.size(); ++w) {
      EXPECT_EQ(made.activities[w], run.trace->range(run.run->graph().activities()[w].span)) << w;
    }
  }
}

TEST(ReplayedRanks, waitForTheLastOfThem) {
  const auto set = stragglingRun();
  const Replayed run = replayed(set->trace);
  EXPECT_NEAR(inUs(run.run->recorded()), 221, 1);
  EXPECT_NEAR(changedStep(run, "rank:0=x1.5"), 221, 6) << "it still comes first; its part of the transfer takes longer";
  EXPECT_NEAR(changedStep(run, "kernel:gemm=x0.5"), 121, 1);
  EXPECT_NEAR(changedStep(run, "collective=x5"), 301, 1) << "of the transfer, not of the wait";
  EXPECT_LT(changedStep(run, "collective=none"), 170) << "ranks go on alone: 201, and as quick as the host launches";
}

TEST(ReplayedRanks, goOnAloneWhereNobodyKnowsTheirCollectives) {
  const auto set = stragglingRun();
  const std::shared_ptr<const Trace> trace = withCollectives(set->trace, {});
  const Replayed run = replayed(trace);
  EXPECT_FALSE(run.run->graph().hasMeetings());
  EXPECT_EQ(run.run->error(), 0);
}

TEST(ReplayedRanks, endWhereCollectivesContradictEachOther) {
  const auto set = stragglingRun();
  ASSERT_GE(set->collectives.size(), 2U);
  Collectives crossed;
  for (std::size_t i = 0; i + 1 < set->collectives.size(); i += 2) {
    const auto& one = set->collectives[i].parts;
    const auto& other = set->collectives[i + 1].parts;
    crossed.push_back({one[0].span, other[1].span});
    crossed.push_back({other[0].span, one[1].span});
  }
  const std::shared_ptr<const Trace> trace = withCollectives(set->trace, crossed);
  const FoundSteps found = foundSteps(*trace).value();
  const auto graph = RunGraph::of(*trace);
  ASSERT_TRUE(graph);
  const RunReplay made = replay(*graph, found);
  for (const TimeRange work : made.activities) {
    EXPECT_LE(work.begin, work.end);
  }
}

TEST(ReplayedRanks, haveACriticalPathThroughTheRankThatIsLate) {
  const auto set = stragglingRun();
  const Replayed run = replayed(set->trace);
  const RunReplay made = run.run->run({}, KeptMoments::All);
  const std::vector<PathPiece> path = criticalPath(*run.run, {}, made);
  ASSERT_FALSE(path.empty());
  for (std::size_t i = 1; i < path.size(); ++i) {
    EXPECT_EQ(path[i].range.begin, path[i - 1].range.end);
  }
  TraceAnalysis analysis(set->trace);
  Duration late;
  for (const PathRow& row : pathRows(analysis, path, PathBy::Rank)) {
    late += row.name == "rank 1" ? row.total : Duration{};
  }
  EXPECT_GT(late.ns * 10, (path.back().range.end - path.front().range.begin).ns * 8);
  for (const PathPiece& piece : path) {
    if (piece.kind == PathKind::Kernel) {
      EXPECT_EQ(set->trace->process(set->trace->track(piece.track).process).rank, 1);
    }
  }
}

TEST(ReplayedRanks, areOnThePathForAReason) {
  const auto set = stragglingRun();
  const Replayed run = replayed(set->trace);
  TraceAnalysis analysis(set->trace);
  const WorkModel model;
  const WorkMeter meter(*set->trace, model, referenceDevice(*set->trace).ceilings);
  const Expected<WhatIfAnswer> answer = whatIf(analysis, *run.run, meter, {}, {}, PathBy::Rank);
  ASSERT_TRUE(answer);
  const auto late = std::ranges::find(answer->path, "rank 1", &PathRow::name);
  ASSERT_NE(late, answer->path.end());
  ASSERT_TRUE(late->reason);
  EXPECT_EQ(late->reason->kind, PathReasonKind::LongerDevice);
  EXPECT_NEAR(inUs(late->reason->device), 200, 1);
  ASSERT_TRUE(late->reason->othersDevice);
  EXPECT_NEAR(inUs(*late->reason->othersDevice), 100, 1);
}

TEST(ReplayedRanks, haveSlackWhereTheyComeFirst) {
  const auto set = stragglingRun();
  const Replayed run = replayed(set->trace);
  const ReplayChanges none;
  const RunReplay made = replay(run.run->graph(), *run.steps, none, KeptMoments::All);
  const std::vector<Duration> slack = slackOfActivities(*run.run, none, made);
  ASSERT_EQ(slack.size(), made.activities.size());
  const Trace& trace = *set->trace;
  for (std::uint32_t w = 0; w < slack.size(); ++w) {
    const SpanId span = run.run->graph().activities()[w].span;
    const std::int32_t rank = trace.process(trace.track(trace.trackOf(span)).process).rank;
    if (trace.nameText(span) == "gemm") {
      EXPECT_NEAR(inUs(slack[w]), rank == 0 ? 100 : 0, 1) << w;
    }
  }
}

TEST(ReplayedRanks, keepAnnotationsOfStreamsAtTheirWork) {
  Progress progress;
  const auto set = openRanks({fixture("ranks/ddp_straggler")}, {}, {}, {}, progress);
  ASSERT_TRUE(set);
  const Trace& trace = *(*set)->trace;
  const Replayed run = replayed((*set)->trace);
  const auto made = retimedTrace(run.run->graph(), *run.steps, run.run->run({}, KeptMoments::All));
  ASSERT_TRUE(made);
  std::map<std::pair<TrackId, Time>, SpanId> workAt;
  for (const ReplayActivity& activity : run.run->graph().activities()) {
    workAt.emplace(std::pair(trace.trackOf(activity.span), trace.start(activity.span)), activity.span);
  }
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    constexpr Duration rounding{10};
    const Time start = trace.start(SpanId{i});
    const auto work = workAt.lower_bound({trace.trackOf(SpanId{i}), start});
    if (trace.kind(SpanId{i}) == SpanKind::DeviceAnnotation && work != workAt.end() &&
        work->first.first == trace.trackOf(SpanId{i}) && work->first.second - start <= rounding) {
      EXPECT_LE(made->start(work->second) - made->start(SpanId{i}), rounding) << trace.nameText(SpanId{i});
      EXPECT_GE(made->start(work->second), made->start(SpanId{i})) << trace.nameText(SpanId{i});
      ++count;
    }
  }
  EXPECT_GT(count, 0U);
}

}  // namespace
}  // namespace kernline::test
