// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/what_if.h"

#include "core/analysis/whatif/what_if_answer.h"
#include "core/analysis/work/reference_device.h"
#include "tests/core/analysis/replay/recorded_program.h"
#include "tests/support/says.h"
#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

Expected<WhatIfAnswer> ask(const std::shared_ptr<const Trace>& trace, std::initializer_list<const char*> texts) {
  std::vector<WhatIfChange> changes;
  for (const char* text : texts) {
    changes.push_back(parseWhatIf(text).value());
  }
  TraceAnalysis analysis(trace);
  const auto model = analysis.work();
  return whatIf(analysis, WorkMeter(*trace, *model, referenceDevice(*trace).ceilings), changes);
}

double stepOf(const Expected<WhatIfAnswer>& answer) {
  EXPECT_TRUE(answer) << answer.error().message.english();
  return answer ? static_cast<double>(answer->changed.value_or(answer->undisturbed).likely.ns) / 1000 : 0;
}

/// The host launches a kernel each 100 us, in `nested` us from operator to operator and `launch` us.
Expected<WhatIfAnswer> askOfHost(double nested, double launch) {
  RecordedProgram program(4);
  program.launchTime = launch;
  for (int i = 10; i < 50; ++i) {
    program.op("aten::add", i * 100 + 10, 80);
    program.op("aten::add_", i * 100 + 10 + nested, 60);
    program.kernel("add_kernel", i * 100 + 40, i * 100 + 60, 10);
  }
  return ask(program.trace(), {"kernel=x0.5"});
}

TEST(WhatIf, rangesToAQuickHostWhereItWasSlow) {
  const auto quick = askOfHost(1, 6);
  const auto slow = askOfHost(3, 12);
  ASSERT_TRUE(quick && slow);
  EXPECT_EQ(quick->hostSlowness, 1);
  EXPECT_GT(slow->hostSlowness, 1.5);
  const auto lowOf = [](const Undisturbed& step) {
    return static_cast<double>(step.low.ns) / static_cast<double>(step.likely.ns);
  };
  EXPECT_LT(lowOf(*slow->changed) * 1.3, lowOf(slow->undisturbed)) << "the run without changes had the same host";
}

TEST(WhatIf, canBeCanceledAtAnyTime) {
  RecordedProgram program = deviceBoundProgram();
  const auto trace = program.trace();
  TraceAnalysis analysis(trace);
  const WorkMeter meter(*trace, *analysis.work(), referenceDevice(*trace).ceilings);
  const std::vector<WhatIfChange> changes{parseWhatIf("kernel=x0.5").value()};
  ASSERT_TRUE(analysis.replayedRun());
  std::stop_source stop;
  stop.request_stop();
  const auto canceled = whatIf(analysis, *analysis.replayedRun(), meter, changes, stop.get_token());
  ASSERT_FALSE(canceled);
  EXPECT_EQ(canceled.error().kind, Error::Kind::Canceled);
  for (int wait = 0; wait < 40; ++wait) {
    std::stop_source later;
    const std::jthread canceling([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(wait * 50));
      later.request_stop();
    });
    const auto answer = whatIf(analysis, *analysis.replayedRun(), meter, changes, later.get_token());
    EXPECT_TRUE(answer || answer.error().kind == Error::Kind::Canceled);
  }
}

TEST(WhatIf, readsWhatItWrites) {
  for (const char* text : {"kernel:gemm=x0.5", "op:aten::item=none", "copy:pageable=async", "launch=graph", "sync=none",
                           "family:GEMM=roofline", "rank:3=x2", "host=x0.25", "kernel:a=b=1500ns", "kernel=2ms"}) {
    const auto change = parseWhatIf(text);
    ASSERT_TRUE(change) << text;
    EXPECT_EQ(change->text(), text);
  }
  EXPECT_EQ(parseWhatIf("kernel:gemm=1.5us")->text(), "kernel:gemm=1500ns");
}

TEST(WhatIf, saysWhatIsExpected) {
  const auto wrong = [](const char* text) { return parseWhatIf(text).error().message.english(); };
  EXPECT_THAT(wrong("gemm"), says("no-change-for-selector", "gemm"));
  EXPECT_THAT(wrong("foo:gemm=x1"), says("no-such-selector", "foo", anyValue));
  for (const char* text : {"kernel:gemm=", "kernel:gemm=x", "kernel:gemm=x-1", "kernel:gemm=xnan", "kernel:gemm=fast",
                           "kernel=x1e9", "kernel=x1e300", "kernel=xinf", "kernel=2000s"}) {
    EXPECT_THAT(wrong(text), says("no-such-change", anyValue));
  }
}

TEST(WhatIf, halvesKernelsOfADeviceThatIsTheLimit) {
  RecordedProgram program = deviceBoundProgram();
  const auto trace = program.trace();
  const double before = stepOf(ask(trace, {}));
  EXPECT_NEAR(before, 1000, 20);
  EXPECT_NEAR(stepOf(ask(trace, {"kernel:gemm=x0.5"})), before - 490, 20);
  EXPECT_NEAR(stepOf(ask(trace, {"op:aten::mm=x0.5"})), before - 490, 20);
  EXPECT_NEAR(stepOf(ask(trace, {"kernel:gemm=50us"})), before - 480, 20);
}

TEST(WhatIf, givesATypedTimeToWhatAnOperatorLaunches) {
  RecordedProgram program = deviceBoundProgram();
  const auto trace = program.trace();
  const double before = stepOf(ask(trace, {}));
  // Each operator of 15 us launches a kernel of 97 us.
  EXPECT_NEAR(stepOf(ask(trace, {"op:aten::mm=48500ns"})), before - 490, 20);
}

TEST(WhatIf, refusesWhatCannotBe) {
  RecordedProgram program = deviceBoundProgram();
  const auto trace = program.trace();
  for (const char* change : {"sync=x0.5", "sync=1ms"}) {
    EXPECT_THAT(ask(trace, {change}).error().message, says("wait-cannot-be-shortened", anyValue));
  }
  EXPECT_THAT(ask(trace, {"kernel:gemm=roofline"}).error().message,
              says("nothing-has-a-roofline", "kernel:gemm=roofline"));
}

TEST(WhatIf, fusesKernelsThatFollowEachOther) {
  RecordedProgram program = deviceBoundProgram();
  const auto answer = ask(program.trace(), {"kernel:gemm=fused"});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->matches.front().work, 40U);
  EXPECT_LT(answer->changed->likely.ns, answer->undisturbed.likely.ns / 2) << "one of ten kernels is left";
}

TEST(WhatIf, followsRowsOfAdvice) {
  RecordedProgram program = hostBoundProgram();
  const auto trace = program.trace();
  const auto answer = ask(trace, {"advice:1=follow"});
  ASSERT_TRUE(answer) << answer.error().message.english();
  EXPECT_GT(answer->saved().ns, answer->undisturbed.likely.ns / 4);
  EXPECT_EQ(ask(trace, {"advice=follow"})->changed->likely.ns, ask(trace, {"advice:1=follow"})->changed->likely.ns);
  const auto twice = ask(trace, {"advice:2,2=follow"});
  EXPECT_EQ(twice->matches.front().work, ask(trace, {"advice:2=follow"})->matches.front().work)
      << "a row is followed once";
  const auto wrong = [&](const char* change) { return ask(trace, {change}).error().message.english(); };
  EXPECT_THAT(wrong("advice:9=follow"), says("advice-without-such-row", "advice:9=follow", "9", "2"));
  EXPECT_THAT(wrong("advice:a=follow"), says("advice-without-such-row", "advice:a=follow", "a", "2"));
  EXPECT_THAT(wrong("advice:1=none"), says("advice-followed-or-not", "advice:1=none"));
  EXPECT_THAT(wrong("kernel:add=follow"), says("only-advice-can-be-followed", "kernel:add=follow"));
  EXPECT_THAT(wrong("launch=fused"), says("only-device-work-can-be-fused", "launch=fused"));
}

TEST(WhatIf, savesNothingWhereTheHostIsTheLimit) {
  RecordedProgram program = hostBoundProgram();
  const auto answer = ask(program.trace(), {"kernel:add=x0.1"});
  ASSERT_TRUE(answer);
  EXPECT_LT(answer->saved().ns, answer->undisturbed.likely.ns / 50);
  EXPECT_EQ(answer->matches.front().work, 40U);
}

TEST(WhatIf, launchesAGraphWithoutTheHost) {
  RecordedProgram program = hostBoundProgram();
  const auto answer = ask(program.trace(), {"launch=graph"});
  EXPECT_LT(stepOf(answer), 10 * 12);  // ten kernels of 10 us and the gaps between them
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->matches.front().calls, 40U);
}

TEST(WhatIf, isVagueAboutGraphsThatWaitsOfTheHostSplit) {
  const auto spreadOf = [](bool reads) {
    RecordedProgram program(4);
    for (int i = 1; i <= 4; ++i) {
      for (int k = 0; k < 9; ++k) {
        const int begin = i * 1000 + k * 100;
        program.op("aten::add", begin + 10, 50);
        program.kernel("add_kernel", begin + 20, begin + 26, 30);
        if (reads) {
          program.call("cuda_runtime", "cudaStreamSynchronize", begin + 40, 18);
        }
      }
    }
    const auto answer = ask(program.trace(), {"launch=graph"});
    EXPECT_TRUE(answer);
    return answer->changed->high - answer->changed->likely;
  };
  EXPECT_LT(spreadOf(false).ns, 20'000);
  EXPECT_GT(spreadOf(true).ns, spreadOf(false).ns + 80'000) << "nine graphs a step are launched by the host";
}

/// Makes a trace that begins while the device works: its first 18 kernels were launched before. The host then launches
/// 3 kernels of 333 us in each of 4 steps of 300 us.
std::shared_ptr<const Trace> traceThatBeginsWithWork() {
  std::string text;
  for (int k = 0; k < 18; ++k) {
    text += fmt::format("gpu 0/7: gemm {}+333 <- ?\n", 1200 + 334 * k);
  }
  for (int step = 0; step < 4; ++step) {
    text += fmt::format("cpu 1: ProfilerStep#{} {}+299\n", step + 1, 1000 + 300 * step);
    for (int k = 0; k < 3; ++k) {
      text += fmt::format("gpu 0/7: gemm {}+333 <- launch {}+5\n", 7212 + 334 * (3 * step + k),
                          1010 + 300 * step + 100 * k);
    }
  }
  return sketch(text);
}

TEST(WhatIf, isNoQuickerThanTheHostCanLaunchForLong) {
  const auto trace = traceThatBeginsWithWork();
  EXPECT_NEAR(stepOf(ask(trace, {})), 1002, 10);
  EXPECT_NEAR(stepOf(ask(trace, {"kernel=x0.5"})), 502, 10);
  // Kernels of 33 us: what was launched before is soon done, and the device waits for the host.
  const auto answer = ask(trace, {"kernel=x0.1"});
  EXPECT_NEAR(stepOf(answer), 290, 15);
  EXPECT_EQ(answer->path.front().kind, PathKind::Host);
}

TEST(WhatIf, doubtsARangeThatIsWiderThanTheStep) {
  EXPECT_FALSE((Undisturbed{.likely = {10}, .low = {6}, .high = {15}}).isDoubtful());
  EXPECT_TRUE((Undisturbed{.likely = {10}, .low = {0}, .high = {11}}).isDoubtful());
}

/// A pageable copy and a kernel in each step, in us.
RecordedProgram copyingProgram(int copy, int kernel) {
  RecordedProgram program(4);
  for (int i = 1; i <= 4; ++i) {
    program.op("aten::copy_", i * 1000 + 10, copy + 20);
    program.pageableCopy(i * 1000 + 12, copy + 10, i * 1000 + 18, copy);
    program.op("aten::mm", i * 1000 + copy + 50, 20);
    program.kernel("gemm_kernel", i * 1000 + copy + 55, i * 1000 + copy + 61, kernel);
  }
  return program;
}

TEST(WhatIf, doesNotWaitForWhatIsCopiedAhead) {
  RecordedProgram program = copyingProgram(590, 300);
  const auto trace = program.trace();
  EXPECT_NEAR(stepOf(ask(trace, {})), 990, 20);
  EXPECT_LT(stepOf(ask(trace, {"copy:pageable=async"})), 650);  // the copies of 590 us take turns
  EXPECT_THAT(ask(trace, {"copy:d2h=none"}).error().message, says("selector-matches-nothing", "copy:d2h=none"));
  EXPECT_THAT(ask(trace, {"copy:fast=none"}).error().message, says("no-kind-of-copy", "fast"));
  EXPECT_THAT(ask(trace, {"host:aten=roofline"}).error().message,
              says("only-device-work-has-roofline", "host:aten=roofline"));
  EXPECT_FALSE(ask(trace, {"kernel:(=x0.5"}));
}

TEST(WhatIf, asksForAUnitAndNamesTheFamily) {
  EXPECT_THAT(parseWhatIf("kernel=0.5").error().message, says("needs-unit-such", "0.5"));
  EXPECT_THAT(parseWhatIf("kernel=5").error().message, says("needs-unit-such", "5"));
  RecordedProgram program(4);
  for (int i = 1; i <= 4; ++i) {
    program.kernel("nvjet_tst_128x64", i * 1000 + 5, i * 1000 + 15, 500);
  }
  const auto trace = program.trace();
  EXPECT_THAT(ask(trace, {"kernel:gemm=x0.5"}).error().message,
              says("matches-no-kernel-name", "kernel:gemm=x0.5", "GEMM"));
  EXPECT_TRUE(ask(trace, {"kernel:NVJET=x0.5"}));
  EXPECT_THAT(ask(trace, {"launch=async"}).error().message, says("launches-are-asynchronous-already", "launch=async"));
  EXPECT_THAT(ask(trace, {"sync=graph"}).error().message, says("only-launches-become-graph", "sync=graph"));
}

TEST(WhatIf, sumsThePathOfTheStepsWhoseMeanIsTheAnswer) {
  RecordedProgram program(6);
  for (int i = 1; i <= 6; ++i) {
    const double slower = i == 1 ? 3 : 1;  // host time between operators
    for (int k = 0; k < 5; ++k) {
      program.op("aten::add", i * 1000 + k * 60 * slower, 50);
      program.kernel("add_kernel", i * 1000 + k * 60 * slower + 10, i * 1000 + k * 60 * slower + 20, 20);
    }
  }
  const Expected<WhatIfAnswer> answer = ask(program.trace(), {});
  ASSERT_TRUE(answer);
  EXPECT_NEAR(static_cast<double>(answer->perStep(answer->pathLength).ns),
              static_cast<double>(answer->undisturbed.likely.ns), 2);
}

/// Every other step waits for its data for 1 ms.
TEST(WhatIf, countsSlowStepsThatTheProgramSlowed) {
  RecordedProgram program(0);
  for (int i = 0; i < 8; ++i) {
    const int begin = 1000 + i / 2 * 3000 + i % 2 * 2000;
    const bool isSlow = i % 2 == 0;
    program.call("user_annotation", "ProfilerStep#" + std::to_string(i), begin, isSlow ? 1999 : 999);
    const double wait = isSlow ? 1050 : 50;
    program.call("user_annotation", "load_batch", begin + 5, wait);
    for (int k = 0; k < 10; ++k) {
      program.op("aten::add", begin + wait + 20 + k * 80, 50);
      program.kernel("add_kernel", begin + wait + 30 + k * 80, begin + wait + 40 + k * 80, 20);
    }
  }
  const auto trace = program.trace();
  EXPECT_GT(stepOf(ask(trace, {})), 1300);
  EXPECT_LT(stepOf(ask(trace, {"host:load_batch=none"})), 950);
}

TEST(CriticalPath, leavesOutWhatIsCopiedAhead) {
  RecordedProgram program = copyingProgram(200, 700);
  for (int i = 1; i <= 4; ++i) {
    program.call("cuda_runtime", "cudaDeviceSynchronize", i * 1000 + 275, 690);
  }
  const Expected<WhatIfAnswer> answer = ask(program.trace(), {"copy:pageable=async"});
  ASSERT_TRUE(answer);
  for (const PathRow& row : answer->path) {
    EXPECT_NE(row.kind, PathKind::Memcpy) << row.name;
  }
  const auto isKernel = [](const HiddenRow& row) { return row.kind == PathKind::Kernel && row.medianSlack.ns > 1000; };
  EXPECT_TRUE(std::ranges::none_of(answer->hidden, isKernel)) << "kernels follow each other";
}

TEST(CriticalPath, hasNoHoleAndNamesWhatDecides) {
  RecordedProgram hostBound = hostBoundProgram();
  RecordedProgram deviceBound = deviceBoundProgram();
  for (const auto& [trace, kind] :
       {std::pair{hostBound.trace(), PathKind::Host}, std::pair{deviceBound.trace(), PathKind::Kernel}}) {
    const Replayed program = replayed(trace);
    const RunReplay made = program.run->run({}, KeptMoments::All);
    const std::vector<PathPiece> path = criticalPath(*program.run, {}, made);
    ASSERT_FALSE(path.empty());
    EXPECT_EQ(path.front().range.begin, made.steps[program.run->counted().front()].begin);
    EXPECT_EQ(path.back().range.end, made.steps[program.run->counted().back()].end);
    for (std::size_t i = 1; i < path.size(); ++i) {
      EXPECT_EQ(path[i].range.begin, path[i - 1].range.end);
    }
    TraceAnalysis analysis(program.trace);
    const std::vector<PathRow> rows = pathRows(analysis, path);
    EXPECT_EQ(rows.front().kind, kind);
    Duration sum;
    for (const PathRow& row : rows) {
      sum += row.total;
    }
    EXPECT_EQ(sum, path.back().range.end - path.front().range.begin);
  }
}

/// Recorded pieces lie between the same events, and without the profiler none is longer than that.
TEST(CriticalPath, isKnownAsRecorded) {
  RecordedProgram hostBound = hostBoundProgram();
  RecordedProgram deviceBound = deviceBoundProgram();
  for (const std::shared_ptr<const Trace>& trace : {hostBound.trace(), deviceBound.trace()}) {
    const Replayed program = replayed(trace);
    const std::vector<PathPiece> path = criticalPath(*program.run, {}, program.run->run({}, KeptMoments::All));
    ASSERT_GT(path.size(), 10U);
    for (std::size_t i = 0; i < path.size(); ++i) {
      const PathPiece& piece = path[i];
      EXPECT_GE(piece.recorded.length() + Duration{1}, piece.range.length()) << i;
      if (piece.kind == PathKind::Kernel) {
        EXPECT_EQ(piece.recorded, (TimeRange{trace->start(piece.span), trace->end(piece.span)})) << i;
      }
      if (i > 0) {
        EXPECT_GE(piece.recorded.begin, path[i - 1].recorded.end);
      }
    }
  }
}

}  // namespace
}  // namespace kernline::test
