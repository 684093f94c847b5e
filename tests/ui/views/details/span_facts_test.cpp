// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/span_facts.h"

#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"
#include "tests/ui/window/sample_trace.h"
#include "ui/views/details/span_links.h"
#include "ui/views/details/span_reading.h"
#include "ui/views/details/trace_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

using test::smallTrace;
using test::spanNamed;
using test::spansNamed;

QString valueOf(const std::vector<Fact>& facts, const char* label) {
  const auto found = std::ranges::find(facts, QString::fromUtf8(label), &Fact::label);
  return found == facts.end() ? QStringLiteral("(absent)") : found->value;
}

SpanId shortGemm(const Trace& trace) {
  return spansNamed(trace, "void gemm_kernel<float>(float*)").front();
}

SpanReading reading(const Trace& trace, SpanId span) {
  return readSpan(trace, span, 6, {}).value();
}

TEST(SpanFacts, aKernelHasAShortTitleAndSaysWhereAndWhenItRan) {
  const auto trace = smallTrace();
  const SpanId kernel = shortGemm(*trace);
  EXPECT_EQ(titleOf(*trace, kernel).toStdString(), "gemm_kernel<float>");
  const auto facts = spanFacts(*trace, kernel);
  EXPECT_EQ(valueOf(facts, "Kind").toStdString(), "Kernel");
  EXPECT_EQ(valueOf(facts, "Category").toStdString(), "kernel");
  EXPECT_EQ(valueOf(facts, "Start").toStdString(), "20.000 µs");
  EXPECT_EQ(valueOf(facts, "Duration").toStdString(), "10.000 µs");
  EXPECT_EQ(valueOf(facts, "Wall clock").toStdString(), "2025-11-21 09:00:00.000020000 UTC");
  EXPECT_EQ(valueOf(facts, "Note").toStdString(), "(absent)");
}

TEST(SpanFacts, sayWhenASpanBeganAndHowLongItRanToTheNanosecond) {
  const auto trace = test::sketch(R"(ns
    gpu 0/7: a_kernel 1000000+100000
    gpu 0/7: b_kernel 1300123+20457)");
  const auto facts = spanFacts(*trace, test::spanNamed(*trace, "b_kernel"));
  EXPECT_EQ(valueOf(facts, "Start").toStdString(), "300.123 µs");
  EXPECT_EQ(valueOf(facts, "Duration").toStdString(), "20.457 µs");
}

TEST(SpanFacts, theWallClockKeepsNanosecondsAndTimesBefore1970) {
  EXPECT_EQ(wallClock(1).toStdString(), "1970-01-01 00:00:00.000000001 UTC");
  EXPECT_EQ(wallClock(-1).toStdString(), "1969-12-31 23:59:59.999999999 UTC");
}

TEST(SpanFacts, selfTimeLeavesOutWhatRunsInside) {
  const auto trace = smallTrace();
  const SpanReading op = reading(*trace, spanNamed(*trace, "aten::mm"));
  ASSERT_TRUE(op.selfTime.has_value());
  EXPECT_EQ(op.selfTime->ns, 50'000 - 4'000 - 5'000);
  const SpanReading frame = reading(*trace, spanNamed(*trace, "train.py(7): step"));
  EXPECT_EQ(frame.selfTime->ns, 200'000 - 50'000) << "the calls lie inside of the operator and count once";
  EXPECT_FALSE(reading(*trace, shortGemm(*trace)).selfTime.has_value()) << "device work has no self time";
}

TEST(SpanFacts, kernelArgsBecomeWordsAndFiguresThatAreAbsentStayAbsent) {
  const auto trace = smallTrace();
  const auto kernels = spansNamed(*trace, "void gemm_kernel<float>(float*)");
  const auto first = deviceFacts(reading(*trace, kernels[0]).details.args, nullptr);
  EXPECT_EQ(valueOf(first, "Grid").toStdString(), "4 × 2 × 1  (8 blocks)");
  EXPECT_EQ(valueOf(first, "Block").toStdString(), "128 × 1 × 1  (128 threads)");
  EXPECT_EQ(valueOf(first, "Registers").toStdString(), "40 per thread");
  EXPECT_EQ(valueOf(first, "Shared memory").toStdString(), "16.00 KiB");
  EXPECT_EQ(valueOf(first, "Occupancy").toStdString(), "62.0 %");
  const auto second = deviceFacts(reading(*trace, kernels[1]).details.args, nullptr);
  EXPECT_EQ(valueOf(second, "Occupancy").toStdString(), "(absent)");
  const auto copy =
      deviceFacts(reading(*trace, spanNamed(*trace, "Memcpy HtoD (Pinned -> Device)")).details.args, nullptr);
  EXPECT_EQ(valueOf(copy, "Bytes").toStdString(), "4.000 MiB");
  EXPECT_EQ(valueOf(copy, "Bandwidth").toStdString(), "524.3 GB/s over its full duration");
}

TEST(SpanFacts, aKernelSaysWhatLimitsItsOccupancyAndHowManyWavesItIs) {
  const auto trace = smallTrace();
  const SpanId kernel = spansNamed(*trace, "void gemm_kernel<float>(float*)").front();
  const Device device{
      .id = 0, .name = {}, .memoryBytes = 0, .multiprocessors = 1, .computeMajor = 9, .computeMinor = 0};
  const auto facts = deviceFacts(reading(*trace, kernel).details.args, &device);
  EXPECT_EQ(valueOf(facts, "Limited by").toStdString(), "grid") << "8 blocks of the 12 that fit";
  EXPECT_EQ(valueOf(facts, "Waves").toStdString(), "0.67 · the last fills 66.7 % of the GPU") << "12 blocks fit";
}

TEST(TraceFacts, sayWhatTheFileIsWhileNothingIsSelected) {
  const auto facts = traceFacts(*smallTrace());
  EXPECT_EQ(valueOf(facts, "Format").toStdString(), smallTrace()->sources().front().format.english());
  EXPECT_EQ(valueOf(facts, "Length").toStdString(), "200.0 µs");
  EXPECT_EQ(valueOf(facts, "Started").toStdString(), "2025-11-21 09:00:00.000000000 UTC");
  EXPECT_EQ(valueOf(facts, "Spans").toStdString(), std::to_string(smallTrace()->spanCount()));
  EXPECT_EQ(valueOf(facts, "Steps").toStdString(), "(absent)");
}

TEST(SpanLinks, aKernelLeadsToItsLaunchAndItsOperator) {
  const auto trace = smallTrace();
  const SpanId kernel = shortGemm(*trace);
  const auto links = nearLinks(*trace, kernel);
  ASSERT_GE(links.size(), 2U);
  EXPECT_EQ(links[0].role.toStdString(), "Launched by");
  EXPECT_EQ(links[0].target, spansNamed(*trace, "cudaLaunchKernel")[0]);
  EXPECT_EQ(links[0].timing.toStdString(), "8.000 µs before");
  EXPECT_EQ(links[1].role.toStdString(), "Operator");
  EXPECT_EQ(links[1].target, spanNamed(*trace, "aten::mm"));
  EXPECT_EQ(launchTarget(*trace, kernel), links[0].target);
}

TEST(SpanLinks, anOperatorLeadsToAllItLaunchedInLaunchOrder) {
  const auto trace = smallTrace();
  const SpanId op = spanNamed(*trace, "aten::mm");
  const LaunchedActivities launched = launchedActivities(*trace, op, 1);
  EXPECT_EQ(launched.count, 2U);
  EXPECT_EQ(launched.total.ns, 40'000);
  EXPECT_EQ(launched.first, std::vector<SpanId>{shortGemm(*trace)});
  EXPECT_EQ(kernelTarget(*trace, op), shortGemm(*trace));
  EXPECT_EQ(kernelTarget(*trace, shortGemm(*trace)), SpanId::none);
}

TEST(SpanLinks, workBeyondTheLimitIsSummedUpInASentence) {
  SpanReading many;
  many.launched.first = {SpanId{1}, SpanId{2}};
  many.launched.count = 40;
  many.launched.total = {1'000'000};
  EXPECT_EQ(unlistedActivities(many).toStdString(), "and 38 more; all 40 take 1.000 ms");
  many.launched.count = 2;
  EXPECT_TRUE(unlistedActivities(many).isEmpty());
}

TEST(SameNameSpans, neighboursOfTheSameNameAreFoundInTimeOrder) {
  const auto trace = smallTrace();
  const auto calls = spansNamed(*trace, "cudaLaunchKernel");
  const SameNameSpans first = sameNameSpans(*trace, calls[0]);
  EXPECT_EQ(first.previous, SpanId::none);
  EXPECT_EQ(first.next, calls[1]);
  EXPECT_EQ(first.count, 2U);
  EXPECT_EQ(sameNameSpans(*trace, calls[1]).position, 1U);
  EXPECT_EQ(sameNameSpans(*trace, calls[1]).previous, calls[0]);
}

}  // namespace
}  // namespace kernline::ui
