// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/sampling_stops.h"

#include "core/analysis/counters/counter_means.h"
#include "core/analysis/counters/counter_value.h"
#include "tests/core/analysis/counters/sampled_device.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

/// At a time in us; -1: not sampled.
double smActive(const Trace& trace, int time) {
  const auto sample = counterSampleAt(trace, trace.counters()[0], Time{time * std::int64_t{1000}});
  return sample ? sample->value.value_or(-1) : -2;
}

CounterMean meanOver(const Trace& trace, int begin, int end) {
  return CounterMeans(trace).of(CounterId{0}, {Time{begin * std::int64_t{1000}}, Time{end * std::int64_t{1000}}});
}

SampledDevice threeSamples() {
  SampledDevice device;
  device.kernel("work", 0, 2000).use(100, 10, 0).use(200, 20, 0).use(300, 60, 0);
  return device;
}

TEST(SamplingStops, lieWhereTheRecorderSaysThatSamplingEnded) {
  const auto trace = threeSamples().notSampled(400, 0).trace();
  EXPECT_EQ(smActive(*trace, 399), 60);
  EXPECT_EQ(smActive(*trace, 400), -1);
  EXPECT_EQ(smActive(*trace, 1900), -1);
  const CounterMean mean = meanOver(*trace, 0, 2000);
  EXPECT_DOUBLE_EQ(mean.mean.value_or(-1), 30) << "with the last sample, whose end is known";
  EXPECT_EQ(mean.sampled.ns, 300'000);
}

TEST(SamplingStops, lieWhereSamplesAreMissing) {
  const auto trace = threeSamples().notSampled(400, 150).use(550, 80, 0).use(650, 80, 0).notSampled(750, 0).trace();
  EXPECT_EQ(smActive(*trace, 500), -1);
  EXPECT_EQ(smActive(*trace, 550), 80);
  EXPECT_EQ(smActive(*trace, 749), 80);
  EXPECT_EQ(smActive(*trace, 750), -1);
  EXPECT_DOUBLE_EQ(meanOver(*trace, 0, 2000).mean.value_or(-1), 50);
  EXPECT_EQ(meanOver(*trace, 410, 540).sampled.ns, 0);
}

TEST(SamplingStops, areWorkedOutOfTheNotesOfRecordingsWithoutOne) {
  // Five samples: the last two equal the third.
  const auto noted = threeSamples().note("counters of GPU 0: 5 samples, one every 100 us").trace();
  EXPECT_EQ(smActive(*noted, 599), 60);
  EXPECT_EQ(smActive(*noted, 600), -1);
  const auto missing = threeSamples().note("counters of GPU 0: 1 sample, one every 100 us; 4 missing").trace();
  EXPECT_EQ(smActive(*missing, 599), 60);
  EXPECT_EQ(smActive(*missing, 600), -1);
  const auto fewer = threeSamples().note("counters of GPU 0: 2 samples, one every 100 us").trace();
  EXPECT_EQ(smActive(*fewer, 399), 60) << "the last one was a whole sample";
  EXPECT_EQ(smActive(*fewer, 400), -1);
  const auto cut = threeSamples().note("counters of GPU 0: 99999 samples, one every 100 us").trace();
  EXPECT_EQ(smActive(*cut, 1999), 60);
  EXPECT_EQ(cut->bounds().end, Time{2'000'000});
}

TEST(SamplingStops, areNowhereInOtherTraces) {
  for (const std::string_view note :
       {"counters of GPU 1: 5 samples, one every 100 us", "counters of GPU 0: cannot sample",
        "counters of GPU 0: 5 samples, one every 0 us", "counters of GPU 0: 5 samples, one every nan us",
        "counters of GPU 0: -5 samples, one every 100 us"}) {
    EXPECT_EQ(smActive(*threeSamples().note(note).trace(), 1999), 60) << note;
  }
  EXPECT_EQ(smActive(*threeSamples().trace(), 1999), 60);
}

TEST(SamplingStops, areReadFromTheNamesOfSpans) {
  EXPECT_EQ(chrome::deviceNotSampled("GPU 12: counters not sampled"), 12);
  EXPECT_EQ(chrome::deviceNotSampled("GPU x: counters not sampled"), -1);
  EXPECT_EQ(chrome::deviceNotSampled("GPU 0: counters not sampled twice"), -1);
  EXPECT_EQ(chrome::deviceNotSampled("Buffer Flush"), -1);
}

}  // namespace
}  // namespace kernline::test
