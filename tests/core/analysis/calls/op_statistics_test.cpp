// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/op_statistics.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::test {
namespace {

const OpStatisticsRow& rowOf(const Trace& trace, const OpStatistics& statistics, std::string_view name) {
  static const OpStatisticsRow missing;
  const auto found =
      std::ranges::find_if(statistics.rows, [&](const auto& row) { return trace.text(row.name) == name; });
  EXPECT_NE(found, statistics.rows.end()) << name;
  return found == statistics.rows.end() ? missing : *found;
}

/// A thread and a stream: linear [0, 100) calls mm [10, 60), which launches a kernel of 30 and copies 5, then launches
/// a kernel of 7 itself; a step is around it all.
class OpTrace : public testing::Test {
 protected:
  OpTrace() {
    const ProcessId host = made.process("1");
    const ProcessId gpu = made.process("0", 0);
    thread = made.track(host, "1", TrackKind::Thread);
    stream = made.track(gpu, "7", TrackKind::Stream);
    made.span(thread, SpanKind::Annotation, "step", -10, 200);
    made.span(thread, SpanKind::Op, "linear", 0, 100).external = 1;
    made.span(thread, SpanKind::Op, "mm", 10, 50).external = 2;
    launch("cudaLaunchKernel", 20, 10, 11, 2, "gemm", SpanKind::Kernel, 200, 30);
    launch("cudaMemcpyAsync", 40, 5, 12, 2, "copy", SpanKind::Memcpy, 230, 5);
    launch("cudaLaunchKernel", 70, 10, 13, 1, "bias", SpanKind::Kernel, 235, 7);
  }

  void launch(std::string_view call, std::int64_t start, std::int64_t duration, std::uint32_t correlation,
              std::uint32_t external, std::string_view work, SpanKind kind, std::int64_t at, std::int64_t length) {
    SpanRecord& record = made.span(thread, SpanKind::Runtime, call, start, duration);
    record.correlation = correlation;
    record.external = external;
    SpanRecord& device = made.span(stream, kind, work, at, length);
    device.correlation = correlation;
    device.external = external;
  }

  HandMadeTrace made;
  TrackId thread = TrackId::none;
  TrackId stream = TrackId::none;
};

TEST_F(OpTrace, selfTimeIsWhatNoCallInsideTakes) {
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {}, 2);
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(trace->text(all.rows[0].name), "linear");
  EXPECT_EQ(all.rows[0].hostTotal.ns, 100);
  EXPECT_EQ(all.rows[0].hostSelf.ns, 100 - 50 - 10);
  EXPECT_EQ(all.rows[1].hostTotal.ns, 50);
  EXPECT_EQ(all.rows[1].hostSelf.ns, 50 - 10 - 5);
  EXPECT_EQ(all.hostSelf.ns, 40 + 35);
}

TEST_F(OpTrace, deviceTimeIsGivenToTheOperatorThatLaunchedItAndToItsCallers) {
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {}, 2);
  const OpStatisticsRow& linear = rowOf(*trace, all, "linear");
  const OpStatisticsRow& mm = rowOf(*trace, all, "mm");
  EXPECT_EQ(linear.deviceTotal.ns, 42);
  EXPECT_EQ(linear.deviceSelf.ns, 7);
  EXPECT_EQ(linear.kernels, 3U);
  EXPECT_EQ(linear.launches, 3U);
  EXPECT_EQ(linear.ownLaunches, 1U);
  EXPECT_EQ(mm.deviceTotal.ns, 35);
  EXPECT_EQ(mm.deviceSelf.ns, 35);
  EXPECT_EQ(mm.ownKernels, 2U);
  EXPECT_EQ(all.deviceSelf.ns, 42);
  EXPECT_EQ(all.deviceWithoutOp.ns, 0);
}

TEST_F(OpTrace, annotationsAreRowsWhereAskedFor) {
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {.kinds = {SpanKind::Annotation}}, 2);
  ASSERT_EQ(all.rows.size(), 1U);
  EXPECT_EQ(all.rows[0].hostSelf.ns, 100);
  EXPECT_EQ(all.rows[0].deviceTotal.ns, 42);
  EXPECT_EQ(all.rows[0].deviceSelf.ns, 0);
}

TEST_F(OpTrace, aRangeCutsHostAndDeviceTimeAtItsEdges) {
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {.range = TimeRange{{25}, {210}}}, 2);
  const OpStatisticsRow& mm = rowOf(*trace, all, "mm");
  EXPECT_EQ(mm.hostTotal.ns, 35);
  EXPECT_EQ(mm.hostSelf.ns, 35 - 5 - 5);
  EXPECT_EQ(mm.deviceTotal.ns, 10);
  EXPECT_EQ(mm.kernels, 1U);
  EXPECT_EQ(mm.launches, 2U);
}

TEST_F(OpTrace, workOfAnEarlierCallIsThereWithoutTheCall) {
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {.range = TimeRange{{220}, {240}}}, 2);
  const OpStatisticsRow& mm = rowOf(*trace, all, "mm");
  EXPECT_EQ(mm.calls, 0U);
  EXPECT_EQ(mm.deviceSelf.ns, 15);
  EXPECT_EQ(mm.hostMean.ns, 0);
}

TEST_F(OpTrace, selfTimesOfTheDeviceAddUpToWhatStatisticsByOperatorSay) {
  made.span(stream, SpanKind::Kernel, "of nobody", 300, 11);
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {}, 2);
  const Statistics ofOps = statistics(*trace, {.by = byOp(*trace, nullptr), .kinds = SpanKinds::deviceActivities()});
  EXPECT_EQ(all.deviceSelf + all.deviceWithoutOp, ofOps.total);
  EXPECT_EQ(all.deviceWithoutOp.ns, 11);
}

TEST_F(OpTrace, theCallsOfARowAreFound) {
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {}, 2);
  const std::vector<SpanId> calls = callsOf(*trace, {}, rowOf(*trace, all, "mm"));
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0], rowOf(*trace, all, "mm").longest);
}

TEST(OpStatistics, recursionIsCountedOnceInTotalsAndEachTimeInSums) {
  const auto trace = sketch(R"(ns
    cpu 1: to 0+100
    cpu 1: copy 10+20
    cpu 1: to 40+30)");
  const OpStatistics all = opStatistics(*trace, {}, 1);
  const OpStatisticsRow& to = rowOf(*trace, all, "to");
  EXPECT_EQ(to.calls, 2U);
  EXPECT_EQ(to.hostTotal.ns, 100);
  EXPECT_EQ(to.hostSum.ns, 130);
  EXPECT_EQ(to.hostSelf.ns, 80);
  EXPECT_EQ(to.hostMean.ns, 65);
}

TEST(OpStatistics, aCallThatIsTheOnlyOneInItsNamesakeIsTheSame) {
  HandMadeTrace made;
  const ProcessId host = made.process("1");
  const TrackId thread = made.track(host, "1", TrackKind::Thread);
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  made.span(thread, SpanKind::Op, "matmul", 0, 100).external = 1;
  made.span(thread, SpanKind::Op, "matmul", 10, 80).external = 2;
  SpanRecord& call = made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", 20, 10);
  call.correlation = 5;
  call.external = 2;
  SpanRecord& kernel = made.span(stream, SpanKind::Kernel, "gemm", 50, 9);
  kernel.correlation = 5;
  kernel.external = 2;
  const auto trace = made.build();
  const OpStatistics all = opStatistics(*trace, {}, 1);
  ASSERT_EQ(all.rows.size(), 1U);
  EXPECT_EQ(all.rows[0].calls, 1U);
  EXPECT_EQ(all.rows[0].hostSum.ns, 100);
  EXPECT_EQ(all.rows[0].hostSelf.ns, 90);
  EXPECT_EQ(all.rows[0].deviceSelf.ns, 9);
  EXPECT_EQ(all.rows[0].deviceSum.ns, 9);
}

TEST(OpStatistics, pythonFramesBetweenOperatorsChangeNothing) {
  const auto trace = sketch(R"(ns
    python 1: train 0+200
    cpu 1: Custom 10+100
    python 1: backward 20+60
    cpu 1: mm 30+10)");
  const OpStatistics all = opStatistics(*trace, {}, 1);
  EXPECT_EQ(rowOf(*trace, all, "Custom").hostSelf.ns, 90);
}

TEST(OpStatistics, operatorsWithOtherShapesAreOtherRows) {
  const auto op = [](int id, int at, std::string_view dims, std::string_view type) {
    return fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":{},"dur":5,"args":)"
                       R"({{"External id":{},"Input Dims":{},"Input type":{}}}}},)",
                       at, id, dims, type);
  };
  const TemporaryFile file(
      "[" + op(1, 0, "[[8, 4], [4, 2]]", R"(["float", "float"])") + op(2, 10, "[[8,4],[4,2]]", R"(["float","float"])") +
      op(3, 20, "[[8, 4], [4, 2]]", R"(["c10::Half", "c10::Half"])") + op(4, 30, "[[2, 2], []]", "[]") +
      R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":40,"dur":5}])");
  const auto loaded = load(file.path());
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const InputShapes shapes = readInputShapes(**loaded, 2);
  EXPECT_EQ(shapes.skipped, 0U);
  const OpStatistics all = opStatistics(**loaded, {.shapes = &shapes}, 2);
  std::vector<std::string> texts;
  for (const OpStatisticsRow& row : all.rows) {
    const InputShapes::Shape& shape = shapes.shapes.at(row.shape);
    texts.push_back(fmt::format("{} {} {}", row.calls, shape.dims, shape.types));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"2 [[8, 4], [4, 2]] [float, float]", "1  ", "1 [[2, 2], []] []",
                                             "1 [[8, 4], [4, 2]] [c10::Half, c10::Half]"}));
}

TEST(OpStatistics, shapesBeyondTheLimitAreSaidToBeUnread) {
  const TemporaryFile file(R"([{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":0,"dur":5},)"
                           R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":9,"dur":5}])");
  const auto loaded = load(file.path());
  ASSERT_TRUE(loaded);
  const InputShapes shapes = readInputShapes(**loaded, 1, 1);
  EXPECT_EQ(shapes.skipped, 1U);
  EXPECT_EQ(opStatistics(**loaded, {.shapes = &shapes}, 1).rows.size(), 2U);
}

TEST(OpStatistics, stoppingGivesNothing) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(opStatistics(*sketch("cpu 1: a 0+1"), {}, 1, stop.get_token()).rows.empty());
}

}  // namespace
}  // namespace kernline::test
