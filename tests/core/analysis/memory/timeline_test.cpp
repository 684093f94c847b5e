// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/live_set.h"
#include "tests/core/analysis/memory/read_memory.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;

constexpr const char* records = R"([[-1, 1, 1000, 0], [-1, 1, 200, 1],
  [5000, 2, 64, 4], [5000, 3, -64, 4], [5000, 3, 64, 5], [6000, 4, -64, 5]])";

TEST(MemoryTimelines, areReadFromRecordsOfChanges) {
  const TemporaryFile file(records);
  const auto history = readMemory(file.path());
  const MemoryDevice& device = history->devices.front();
  EXPECT_THAT(device.allocated.bytes, ElementsAre(1200, 1264, 1200));
  const LiveSet peak = liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Op);
  EXPECT_THAT(names(peak), ElementsAre("parameters", "optimizer state", "activations"));
  const LiveSet later = liveSet(*history, device, {999}, MemoryGrouping::Op);
  EXPECT_THAT(names(later), ElementsAre("parameters", "optimizer state", "gradients"));
  EXPECT_TRUE(history->report.isEmpty());
}

TEST(MemoryTimelines, areReadFromTotalsByCategory) {
  const TemporaryFile file("[[1000, 2000], [[0, 10, 20, 0, 0, 0, 0, 0, 0], [0, 10, 20, 0, 0, 7, 0, 0, 0]]]");
  const auto history = readMemory(file.path());
  const MemoryDevice& device = history->devices.front();
  EXPECT_THAT(device.allocated.bytes, ElementsAre(30, 37));
  EXPECT_EQ(device.allocated.times[1].ns, 1'000'000);
  ASSERT_EQ(device.categories.size(), 3U);
  EXPECT_EQ(device.categories[2].name, "activations");
}

TEST(MemoryTimelines, cutOffGiveWhatIsLeftAndSaySo) {
  const TemporaryFile file(std::string_view(records).substr(0, 80));
  const auto history = readMemory(file.path());
  EXPECT_EQ(history->report[MemoryIssueKind::DamagedInput].count, 1U);
  EXPECT_EQ(history->devices.front().allocated.bytes.front(), 1200);
}

TEST(MemoryTimelines, leaveOutRecordsAtTimesThatCannotBe) {
  const TemporaryFile file("[[-1, 1, 1000, 0], [-8651501372708315533, 2, 64, 4], [1795242701001231860, 2, 32, 4]]");
  const auto history = readMemory(file.path());
  EXPECT_EQ(history->report[MemoryIssueKind::BadRecord].count, 1U);
  EXPECT_EQ(history->devices.front().allocated.bytes.back(), 1032);
}

TEST(MemoryTimelines, ofBothKindsAgree) {
  const auto peakOf = [](const char* name) {
    const auto history = readMemory(shared(name));
    const MemoryDevice& device = history->devices.front();
    return device.allocated.bytes[device.allocated.peak().value()];
  };
  EXPECT_EQ(peakOf("h200/memory_timeline.json.gz"), 17347608);  // summed by hand from the file
  EXPECT_EQ(peakOf("h200/memory_timeline.raw.json.gz"), 17347608);
}

}  // namespace
}  // namespace kernline::test
