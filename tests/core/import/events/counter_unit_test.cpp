// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/counter_unit.h"

#include "core/import/chrome_json/read_chrome.h"

#include <gtest/gtest.h>

namespace kernline::chrome {
namespace {

TEST(CounterUnit, standsInBracketsAtTheEnd) {
  EXPECT_EQ(unitOfCounter("GPU memory (MB)", ""), "MB");
  EXPECT_EQ(unitOfCounter("PCIe", "read [GB/s]"), "GB/s");
  EXPECT_EQ(unitOfCounter("Network up (Mbps)", "x"), "Mbit/s");
  EXPECT_EQ(unitOfCounter("temperature (C)", ""), "°C");
}

TEST(CounterUnit, ofNvidiaMetricsFollowsTheirNames) {
  EXPECT_EQ(unitOfCounter("sm__throughput.avg.pct_of_peak_sustained_elapsed", ""), "%");
  EXPECT_EQ(unitOfCounter("dram__bytes_read.sum.per_second", ""), "bytes/s");
  EXPECT_EQ(unitOfCounter("dram__bytes_read.sum", ""), "bytes");
  EXPECT_EQ(unitOfCounter("gpc__cycles_elapsed.avg.per_second", ""), "Hz");
  EXPECT_EQ(unitOfCounter("sm__inst_executed.sum", ""), "");
}

TEST(CounterUnit, isALastWordThatIsAUnit) {
  EXPECT_EQ(unitOfCounter("unused_memory_bytes", "value"), "bytes");
  EXPECT_EQ(unitOfCounter("memory", "allocatedBytes"), "bytes");
  EXPECT_EQ(unitOfCounter("action count", "action"), "count");
  EXPECT_EQ(unitOfCounter("Power Watts", ""), "W");
}

TEST(CounterUnit, ofBazelIsWhatItsSourceSays) {
  EXPECT_EQ(unitOfCounter("Memory usage (Bazel)", "memory"), "MiB");
  EXPECT_EQ(unitOfCounter("CPU usage (total)", "system cpu"), "cores");
}

TEST(CounterUnit, isAbsentWhereANameLeavesDoubt) {
  for (const char* const name : {"GpuMemoryUsage", "counter", "GPU utilization", "", "discount", "queue (GPU 0)",
                                 "bytesomething", "(", ")", "[]"}) {
    EXPECT_EQ(unitOfCounter(name, "value"), "") << name;
  }
}

TEST(CounterUnit, isKeptWithTheCounter) {
  const auto loaded = readChromeText(R"([{"ph":"C","name":"freed_bytes","pid":1,"ts":1,"args":{"value":7}}])", {});
  ASSERT_TRUE(loaded);
  ASSERT_EQ((*loaded)->counters().size(), 1U);
  EXPECT_EQ((*loaded)->text((*loaded)->counters()[0].unit), "bytes");
}

}  // namespace
}  // namespace kernline::chrome
