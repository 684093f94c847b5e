// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/activities_by_steps.h"

#include "core/analysis/steps/step_of_spans.h"
#include "core/analysis/steps/step_stats.h"
#include "core/compare/runs/rows_in_ranges.h"
#include "core/compare/runs/run_comparison.h"
#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::Not;

RunComparison withItself(const std::shared_ptr<const Trace>& trace) {
  return compareRuns({{.path = "base", .trace = trace}, {.path = "other", .trace = trace}}, {}).value();
}

std::size_t numberOfRow(const RunComparison& comparison, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(comparison.rows, name, &RunRow::name) - comparison.rows.begin());
}

std::int64_t idleOf(const StepAccount& account) {
  std::int64_t sum = 0;
  for (const Duration idle : account.idle) {
    sum += idle.ns;
  }
  return sum;
}

double partOf(const RunDifference& difference, StepOverlap overlap) {
  const auto found = std::ranges::find(difference.waterfall, overlap, &WaterfallPart::overlap);
  return found == difference.waterfall.end() ? 0 : found->base;
}

/// Two streams: what a step launches on the second one runs in the next step, and behind the last.
std::shared_ptr<const Trace> lateOnTheSide() {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    const std::int64_t at = i * 1000;
    loop.annotation("ProfilerStep#" + std::to_string(i), at, at + 1000);
    loop.kernel(at + 10, at + 100, at + 600);
    loop.work(loop.thread, loop.otherStream, SpanKind::Kernel, "late", at + 20, at + 1700, at + 1900);
  }
  return loop.build();
}

TEST(ActivitiesBySteps, isWhatWasLaunchedInThemWheneverItRan) {
  const auto trace = lateOnTheSide();
  const RunComparison made = withItself(trace);
  const ComparedRun& run = made.runs.front();
  ASSERT_EQ(run.steps.steps.size(), 3U) << "the first one, which also waits for its late work, counts as warm-up";
  EXPECT_FALSE(run.bySteps.isByTime());
  const RowAccount& late = run.account.rows[numberOfRow(made, "late")];
  EXPECT_EQ(late.count, 3U);
  EXPECT_EQ(late.total.ns, 3 * 200);
  EXPECT_EQ(run.account.busy.ns, 3 * 700);
  for (std::size_t step = 0; step < 3; ++step) {
    ASSERT_EQ(run.bySteps.activitiesOf(step).size(), 2U) << step;
    const SpanId second = run.activities[run.bySteps.activitiesOf(step).back()];
    EXPECT_EQ(trace->start(second).ns, static_cast<std::int64_t>(step) * 1000 + 2700);
  }
}

TEST(ActivitiesBySteps, leaveAPartForWorkThatWasLaunchedInNone) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 800);
    loop.kernel(i * 1000 + 10, i * 1000 + 100, i * 1000 + 600);
    loop.work(loop.thread, loop.otherStream, SpanKind::Kernel, "between", i * 1000 + 900, i * 1000 + 1550,
              i * 1000 + 1650);
  }
  const RunComparison made = withItself(loop.build());
  const ComparedRun& run = made.runs.front();
  EXPECT_EQ(run.account.rows[numberOfRow(made, "between")].count, 0U);
  EXPECT_EQ(run.account.launchedElsewhere.ns, 3 * 50) << "the half that no kernel of the step hides";
  EXPECT_EQ(run.account.ranElsewhere.ns, 0);
  EXPECT_DOUBLE_EQ(partOf(made.differences.front(), StepOverlap::LaunchedElsewhere), 3 * 50 / 4.0);
}

TEST(ActivitiesBySteps, countWhatRanOutsideAgainstItsRows) {
  const RunComparison made = withItself(lateOnTheSide());
  const StepAccount& account = made.runs.front().account;
  const std::int64_t ran = account.ranElsewhere.ns;
  EXPECT_GT(ran, 0) << "beside the step before";
  EXPECT_EQ(account.wall.ns, account.busy.ns + idleOf(account) + account.launchedElsewhere.ns - ran);
  EXPECT_DOUBLE_EQ(partOf(made.differences.front(), StepOverlap::RanElsewhere), -static_cast<double>(ran) / 3);
}

TEST(ActivitiesBySteps, goByTimeWithoutLaunchesAndSaySo) {
  HandMadeTrace made;
  const TrackId thread = made.track(made.process("100"), "1", TrackKind::Thread);
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  for (std::int64_t i = 0; i < 4; ++i) {
    made.span(thread, SpanKind::Annotation, "ProfilerStep#" + std::to_string(i), 1000 * i, 900);
    made.span(stream, SpanKind::Kernel, "gemm", 1000 * i + 100, 600);
  }
  const RunComparison bare = withItself(made.build());
  EXPECT_TRUE(bare.runs.front().bySteps.isByTime());
  EXPECT_EQ(bare.runs.front().account.rows[0].count, 4U);
  EXPECT_THAT(bare.differences.front().verdict.reasons, Contains(mentions("steps-without-launches", anyValue)));
  const RunComparison known = withItself(lateOnTheSide());
  EXPECT_THAT(known.differences.front().verdict.reasons, Not(Contains(mentions("steps-without-launches", anyValue))));
}

TEST(ActivitiesBySteps, areTheRowsOfARangeThatIsAStep) {
  const RunComparison made = withItself(lateOnTheSide());
  const std::size_t late = numberOfRow(made, "late");
  const TimeRange first = made.runs.front().steps.steps.front();
  const auto lateIn = [&](TimeRange range) {
    const std::vector<TimeRange> ranges{range, range};
    return rowsWithin(made, ranges)[late].sides.front();
  };
  EXPECT_EQ(lateIn(first).count, 1U);
  EXPECT_EQ(lateIn(first).total.ns, 200);
  EXPECT_EQ(lateIn({first.begin, first.end - Duration{150}}).total.ns, 50) << "any other range goes by time";
}

class WorkByStepsOfTraces : public testing::TestWithParam<const char*> {};

TEST_P(WorkByStepsOfTraces, isThatOfAllOtherViews) {
  if (!hasShared(GetParam())) {
    GTEST_SKIP() << "without " << GetParam();
  }
  const std::shared_ptr<const Trace> trace = load(shared(GetParam())).value();
  const RunComparison made = withItself(trace);
  const ComparedRun& run = made.runs.front();
  const std::vector<std::uint32_t> ofSpan = stepOfActivities(*trace, run.steps.found);
  std::vector<bool> isMeasured;
  for (const Step& step : run.steps.found.steps) {
    isMeasured.push_back(std::ranges::find(run.steps.host, step.range) != run.steps.host.end());
  }
  std::int64_t total = 0;
  std::uint64_t count = 0;
  for (const SpanId activity : run.activitiesOfDevice()) {
    const std::uint32_t step = ofSpan[index(activity)];
    if (step != noStep && isMeasured[step]) {
      total += trace->duration(activity).ns;
      ++count;
    }
  }
  std::int64_t ofRows = 0;
  std::uint64_t countOfRows = 0;
  for (const RowAccount& row : run.account.rows) {
    ofRows += row.total.ns;
    countOfRows += row.count;
  }
  EXPECT_GT(count, 0U);
  EXPECT_EQ(countOfRows, count);
  EXPECT_EQ(ofRows, total);
  const StepAccount& account = run.account;
  EXPECT_EQ(account.wall.ns,
            account.busy.ns + idleOf(account) + account.launchedElsewhere.ns - account.ranElsewhere.ns);
  double parts = 0;
  for (const WaterfallPart& part : made.differences.front().waterfall) {
    parts += part.base;
  }
  EXPECT_NEAR(parts, made.differences.front().baseStep, 0.001);
}

INSTANTIATE_TEST_SUITE_P(Traces, WorkByStepsOfTraces,
                         testing::Values("h200/ddp_rank0.pt.trace.json.gz", "h200/gpt_stack_trace.json.gz",
                                         "h200/ring_rank0.pt.trace.json.gz", "h200/steps_eager_0.json.gz",
                                         "formats/graphs/graph_replay.json.gz",
                                         "traces/torch/tracelens_mi300_sglang_decode.json.gz"),
                         [](const auto& trace) { return testName(trace.param); });

}  // namespace
}  // namespace kernline::test
