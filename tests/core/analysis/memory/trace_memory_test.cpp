// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/trace_memory.h"
#include "core/analysis/memory/live_set.h"
#include "tests/core/analysis/memory/read_memory.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string memoryEvent(double us, std::int64_t bytes, std::uint64_t address, const std::string& more) {
  return fmt::format(R"({{"ph":"i","s":"t","name":"[memory]","cat":"cpu_instant_event","pid":1,"tid":2,"ts":{},)"
                     R"("args":{{"Device Type":1,"Device Id":0,"Bytes":{},"Addr":{}{}}}}})",
                     us, bytes, address, more);
}

std::string totals(std::int64_t allocated, std::int64_t reserved) {
  return fmt::format(R"(,"Total Allocated":{},"Total Reserved":{})", allocated, reserved);
}

std::string span(const char* category, const char* name, double us, double duration) {
  return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":2,"ts":{},"dur":{}}})", category, name, us,
                     duration);
}

std::shared_ptr<const MemoryHistory> historyOf(const std::vector<std::string>& events) {
  const TemporaryFile file("[" + fmt::format("{}", fmt::join(events, ",\n")) + "]");
  return readMemory(file.path());
}

TEST(TraceMemory, hasTheTotalsOfTheFileAndTheBlocksBetweenThem) {
  const auto history = historyOf({
      span("python_function", "model.py(12): forward", 0, 50),
      span("cpu_op", "aten::linear", 10, 20),
      span("cpu_op", "aten::empty", 11, 5),
      memoryEvent(12, 1024, 4096, totals(5024, 8192)),
      span("cpu_op", "aten::relu", 40, 5),
      memoryEvent(41, 512, 8192, totals(5536, 8192)),
      memoryEvent(60, -1024, 4096, totals(4512, 8192)),
      memoryEvent(70, -400, 77, totals(4112, 8192)),
  });
  ASSERT_EQ(history->devices.size(), 1U);
  const MemoryDevice& device = history->devices.front();
  EXPECT_EQ(device.title, "GPU 0");
  EXPECT_FALSE(device.isIntegrated);
  EXPECT_THAT(device.allocated.bytes, ElementsAre(4000, 5024, 5536, 4512, 4112));
  EXPECT_THAT(device.reserved.bytes, ElementsAre(8192));
  ASSERT_EQ(device.blocks.size(), 3U);
  EXPECT_TRUE(device.blocks[0].isOlder);  // freed without an allocation
  const LiveSet peak = liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Op);
  EXPECT_THAT(names(peak), ElementsAre(says("allocated-before-recording"), "aten::linear", "aten::relu"));
  EXPECT_EQ(peak.groups[0].bytes, 4000);
  EXPECT_EQ(device.blocks[1].phase, MemoryPhase::Forward);
  EXPECT_EQ(history->text(device.blocks[1].place), "model.py(12): forward");
  EXPECT_EQ(history->text(history->stacks.call(device.blocks[1].stack)), "aten::empty");
}

TEST(TraceMemory, integratesWhereTheFileHasNoTotals) {
  const auto history = historyOf({
      memoryEvent(1, 100, 0, ""),
      memoryEvent(2, -300, 0, ""),  // frees something older
      memoryEvent(3, 50, 0, ""),
  });
  const MemoryDevice& device = history->devices.front();
  EXPECT_TRUE(device.isIntegrated);
  EXPECT_THAT(device.allocated.bytes, ElementsAre(200, 300, 0, 50));
}

TEST(TraceMemory, keepsARecordForEachOfOneMoment) {
  const auto history = historyOf({
      memoryEvent(5, 1000, 1, totals(1000, 0)),
      memoryEvent(5, -1000, 1, totals(0, 0)),
      memoryEvent(5, 10, 2, totals(10, 0)),
  });
  const MemoryDevice& device = history->devices.front();
  EXPECT_EQ(device.allocated.bytes[device.allocated.peak().value()], 1000);
  const LiveSet peak = liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Size);
  ASSERT_EQ(peak.groups.size(), 1U);
  EXPECT_EQ(peak.groups[0].bytes, 1000);
  EXPECT_EQ(peak.groups[0].name, "512 B to 1 KiB");
}

TEST(TraceMemory, flagsTotalsThatCannotBe) {
  const auto history = historyOf({
      memoryEvent(1, 10, 1, totals(-5, 100)),
      memoryEvent(2, 10, 2, totals(200, 100)),
      memoryEvent(3, std::int64_t{1} << 60, 3, totals(0, 100)),
      memoryEvent(4, 10, 2, totals(210, 300)),
  });
  EXPECT_EQ(history->report[MemoryIssueKind::NegativeTotal].count, 1U);
  EXPECT_EQ(history->report[MemoryIssueKind::ImpossibleTotal].count, 1U);
  EXPECT_EQ(history->report[MemoryIssueKind::InvalidSize].count, 1U);
  EXPECT_EQ(history->report[MemoryIssueKind::DoubleAllocation].count, 1U);
}

TEST(TraceMemory, takesCountersOfBytesToo) {
  const auto history = historyOf({
      R"({"ph":"C","name":"GPU memory","pid":1,"ts":1,"args":{"used_bytes":1000}})",
      R"({"ph":"C","name":"GPU memory","pid":1,"ts":2,"args":{"used_bytes":3000}})",
      R"({"ph":"C","name":"temperature","pid":1,"ts":2,"args":{"celsius":60}})",
  });
  ASSERT_EQ(history->devices.size(), 1U);
  EXPECT_THAT(history->devices[0].title, HasSubstr("GPU memory"));
  EXPECT_THAT(history->devices[0].allocated.bytes, ElementsAre(1000, 3000));
  const LiveSet set = liveSet(*history, history->devices[0], Time{2000}, MemoryGrouping::Op);
  EXPECT_THAT(names(set), ElementsAre("unknown origin"));  // same at the requested time
}

TEST(TraceMemory, saysWhichGpuACounterIsOf) {
  const auto history = historyOf({
      R"({"ph":"M","name":"process_labels","pid":7,"args":{"labels":"GPU 3"}})",
      R"({"ph":"C","name":"memory","pid":7,"ts":1,"args":{"used_bytes":1000}})",
  });
  ASSERT_EQ(history->devices.size(), 1U);
  EXPECT_EQ(history->devices[0].device, 3);
  EXPECT_THAT(history->devices[0].title, testing::StartsWith("GPU 3 · memory"));
}

TEST(TraceMemory, hasNoShareOfAGroupThatIsMoreThanAll) {
  const auto history = historyOf({
      span("cpu_op", "aten::linear", 10, 5), memoryEvent(12, 40000, 4096, totals(40000, 65536)),
      span("cpu_op", "aten::relu", 20, 5),
      memoryEvent(22, 60, 8192, totals(100, 65536)),  // earlier frees are not recorded
  });
  const LiveSet set = liveSet(*history, history->devices.front(), Time{22'000}, MemoryGrouping::Op);
  EXPECT_EQ(set.bytes, 100);
  EXPECT_THAT(names(set), ElementsAre("aten::linear", "aten::relu", says("freed-without-record")));
  EXPECT_FALSE(set.share(set.groups[0]));
  EXPECT_DOUBLE_EQ(set.share(set.groups[1]).value(), 0.6);
  EXPECT_FALSE(set.share(set.groups[2])) << "less than nothing";
}

TEST(TraceMemory, isEmptyWhereATraceSaysNothing) {
  EXPECT_TRUE(historyOf({span("cpu_op", "aten::add", 1, 2)})->isEmpty());
}

/// The peak that torch.cuda.max_memory_allocated() printed for the run, in units of 2^20 bytes.
class PrintedPeak : public testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(PrintedPeak, isThatOfTheTrace) {
  const auto history = readMemory(shared(std::string("h200/") + GetParam().first + "_trace.json.gz"));
  const MemoryDevice& device = history->devices.front();
  const std::int64_t peak = device.allocated.bytes[device.allocated.peak().value()];
  EXPECT_NEAR(static_cast<double>(peak) / (1 << 20), GetParam().second, 0.005);
  const LiveSet set = liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Op);
  const auto add = [](std::int64_t sum, const LiveGroup& group) { return sum + group.bytes; };
  EXPECT_EQ(std::accumulate(set.groups.begin(), set.groups.end(), std::int64_t{0}, add), peak);
  EXPECT_TRUE(history->report.isEmpty());
}

// Peaks in h200/experiment.log, printed by the runs themselves.
INSTANTIATE_TEST_SUITE_P(H200, PrintedPeak,
                         testing::Values(std::pair{"Softmax_seq256", 694.14}, std::pair{"Flash_seq256", 502.67},
                                         std::pair{"Linear_seq256", 630.17}, std::pair{"GatedDeltaNet_seq256", 767.80},
                                         std::pair{"Softmax_seq512", 1701.24}, std::pair{"Flash_seq512", 891.74},
                                         std::pair{"Linear_seq512", 1146.73}, std::pair{"Softmax_seq1024", 5465.24},
                                         std::pair{"Flash_seq1024", 1666.49}),
                         [](const auto& run) { return run.param.first; });

}  // namespace
}  // namespace kernline::test
