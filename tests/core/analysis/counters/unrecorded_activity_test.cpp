// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/unrecorded_activity.h"

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/quality/data_quality.h"
#include "tests/core/analysis/counters/sampled_device.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace kernline::test {
namespace {

/// Two kernels with a gap from 100 to 1000 us, sampled every 100 us.
SampledDevice twoKernels() {
  SampledDevice device;
  device.kernel("first", 0, 100).kernel("second", 1000, 100);
  return device;
}

UnrecordedActivity workIn(const SampledDevice& device) {
  const auto found = unrecordedActivity(*device.trace());
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? UnrecordedActivity() : found.front();
}

TEST(UnrecordedActivity, isWhatCountersSeeInAGap) {
  SampledDevice device = twoKernels();
  device.use(0, 100, 0).use(110, 0, 0).use(310, 40, 0).use(410, 80, 0).use(510, 0, 0).use(710, 20, 0).use(810, 0, 0);
  device.use(1010, 100, 0).use(1110, 0, 0);
  const auto trace = device.trace();
  const UnrecordedActivity work = workIn(device);
  EXPECT_EQ(work.idle.ns, 900'000);
  EXPECT_EQ(work.idle, idleCauses(*trace).at(0).idle);
  EXPECT_EQ(work.sampled.ns, 788'000) << "from 110, and the last value may reach beyond the gap";
  EXPECT_EQ(work.busy.ns, 300'000);
  EXPECT_EQ(work.onSms.ns, 300'000);
  EXPECT_NEAR(work.smActive, (40 + 80 + 20) / 3.0, 1e-9);
  EXPECT_EQ(work.stretches, 2U);
  ASSERT_EQ(work.nextActivities.size(), 1U);
  EXPECT_EQ(trace->nameText(work.nextActivities[0]), "second");
  const DataQuality quality = DataQuality::of(*trace);
  const DataIssue* issue = quality.find("busy_while_idle");
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue->count, 2U);
  EXPECT_EQ(issue->severity, DataIssueSeverity::Caution);
  EXPECT_TRUE(issue->affects.contains(Figure::IdleCauses));
  EXPECT_THAT(issue->example, says("busy-while-idle-by-sms", "300.0 µs", "788.0 µs", "46.7 %"));
}

TEST(UnrecordedActivity, isNotWhatASampleHasOfTheKernelsAround) {
  SampledDevice device = twoKernels();
  device.use(0, 100, 0).use(50, 60, 0).use(101, 4, 0).use(150, 0, 0).use(999, 50, 0).use(1099, 0, 0);
  EXPECT_EQ(workIn(device).busy.ns, 0) << "within 2 us of a kernel's end it may still run";
  EXPECT_EQ(DataQuality::of(*device.trace()).find("busy_while_idle"), nullptr);
}

TEST(UnrecordedActivity, isAtLeastOneSmAllTheTime) {
  SampledDevice idle = twoKernels();
  idle.use(110, 0.4, 0).use(210, 0, 0).use(310, 0.3, 0).use(410, 0, 0);
  EXPECT_EQ(workIn(idle).busy.ns, 0);
  SampledDevice busy = twoKernels();
  busy.use(110, 0.76, 0).use(210, 0, 0);
  EXPECT_EQ(workIn(busy).busy.ns, 100'000) << "one SM of 132";
}

TEST(UnrecordedActivity, isTrafficOfCopiesThatNoSmMakes) {
  SampledDevice device = twoKernels();
  device.use(0, 100, 0).use(110, 0, 0).use(1010, 0, 0).use(1110, 1, 0);
  device.dram(110, 0, 0).dram(310, 25, 25).dram(410, 30, 25).dram(510, 0.3, 0).dram(610, 0, 2.6).dram(710, 0, 0);
  device.dram(810, 0, 0);
  const UnrecordedActivity work = workIn(device);
  EXPECT_EQ(work.busy.ns, 200'000) << "0.3 and 2.6 GB/s are what an idle GPU has";
  EXPECT_EQ(work.onSms.ns, 0);
  EXPECT_THAT(DataQuality::of(*device.trace()).find("busy_while_idle")->example,
              says("busy-while-idle-by-dram", "200.0 µs", "788.0 µs"));
}

/// The sampling itself writes 262 KB at once: 26 GB/s in a sample of 10 us.
TEST(UnrecordedActivity, isNotAShortBurst) {
  SampledDevice device = twoKernels();
  device.dram(110, 0, 0).dram(300, 0, 26).dram(310, 0, 0).dram(500, 26, 0).dram(510, 0, 0);
  EXPECT_EQ(workIn(device).busy.ns, 0);
  SampledDevice copies = twoKernels();
  copies.dram(110, 0, 0).dram(300, 0, 26).dram(310, 0, 27).dram(350, 0, 0);
  EXPECT_EQ(workIn(copies).busy.ns, 50'000) << "samples in a row that move a mebibyte together";
}

TEST(UnrecordedActivity, isNotAskedForWithoutCounters) {
  EXPECT_TRUE(unrecordedActivity(*twoKernels().trace()).empty());
  EXPECT_TRUE(unrecordedActivity(*twoKernels().clock(0, 1e9).clock(100, 2e9).trace()).empty());
}

/// It waits for 50 ms between kernels, while samples are taken; nobody else uses the GPU.
TEST(UnrecordedActivity, isNotInTheRecordingOfAnH100) {
  const auto trace = load(fixture("recordings/counters.json.gz")).value();
  const auto found = unrecordedActivity(*trace);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_GT(found[0].sampled.ns, 50'000'000);
  EXPECT_EQ(found[0].busy.ns, 0);
  EXPECT_EQ(DataQuality::of(*trace).find("busy_while_idle"), nullptr);
}

}  // namespace
}  // namespace kernline::test
