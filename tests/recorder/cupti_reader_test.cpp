// SPDX-License-Identifier: Apache-2.0
// Records as CUPTI writes them, made by hand: what becomes of them needs no GPU.
#include "app/recorder/cupti/activity_reader.h"
#include "app/recorder/cupti/occupancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

using testing::ElementsAre;

/// Keeps the events, or takes none.
class Kept final : public EventSink {
 public:
  bool write(std::string_view events, const RecordCounts& counts) override {
    if (isClosed) {
      return false;
    }
    text += events;
    total += counts;
    return true;
  }

  [[nodiscard]] std::vector<nlohmann::json> of(const std::string& category) const {
    std::vector<nlohmann::json> found;
    for (const auto& event : nlohmann::json::parse("[{}" + text + "]")) {
      if (event.value("cat", "") == category) {
        found.push_back(event);
      }
    }
    return found;
  }

  std::string text;
  RecordCounts total;
  bool isClosed = false;
};

class ActivityReaderTest : public testing::Test {
 protected:
  template <typename Record>
  void read(const Record& record) {
    reader.read(reinterpret_cast<const CUpti_Activity&>(record));
  }

  void call(CUpti_ActivityKind kind, std::uint32_t cbid, std::uint32_t correlation, std::uint32_t thread = 5) {
    CUpti_ActivityAPI record{};
    record.kind = kind;
    record.cbid = cbid;
    record.start = 100;
    record.end = 200;
    record.threadId = thread;
    record.correlationId = correlation;
    read(record);
  }

  void marker(CUpti_ActivityFlag flags, std::uint32_t id, std::uint64_t time, const char* name,
              const char* domain = nullptr) {
    CUpti_ActivityMarker2 record{};
    record.kind = CUPTI_ACTIVITY_KIND_MARKER;
    record.flags = flags;
    record.id = id;
    record.timestamp = time;
    record.name = name;
    record.domain = domain;
    record.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
    record.objectId.pt.threadId = 5;
    read(record);
  }

  void memory(CUpti_ActivityMemoryOperationType operation, std::uint64_t address, std::uint64_t bytes,
              std::uint64_t time = 100) {
    CUpti_ActivityMemory3 record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMORY2;
    record.memoryOperationType = operation;
    record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.address = address;
    record.bytes = bytes;
    record.timestamp = time;
    read(record);
  }

  void kernel(std::uint32_t correlation, const char* name, std::uint64_t start, std::uint64_t end) {
    CUpti_ActivityKernel9 record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.correlationId = correlation;
    record.name = name;
    record.start = start;
    record.end = end;
    record.streamId = 7;
    read(record);
  }

  static CountedLaunch counted(std::uint32_t correlation) {
    return {.correlation = correlation,
            .ranges = {{.passes = 1, .nanoseconds = 200, .values = {{"x.avg.pct_of_peak_sustained_elapsed", 10}}}}};
  }

  Kept sink;
  ActivityReader reader{sink, {.pid = 5, .number = 0, .name = "program"}, {}};
};

constexpr std::uint32_t cudaLaunchKernelCbid = 211;  // cupti_runtime_cbid.h
constexpr std::uint32_t cuLaunchKernelCbid = 307;    // cupti_driver_cbid.h

TEST_F(ActivityReaderTest, showsACallOfTheDriverInsideOneOfTheRuntimeOnce) {
  call(CUPTI_ACTIVITY_KIND_DRIVER, cuLaunchKernelCbid, 1);
  call(CUPTI_ACTIVITY_KIND_DRIVER, cuLaunchKernelCbid, 7, 6);  // another thread's own
  reader.endOfBuffer();                                        // the other half comes with the next buffer
  call(CUPTI_ACTIVITY_KIND_RUNTIME, cudaLaunchKernelCbid, 1);
  reader.endOfBuffer();
  const auto runtime = sink.of("cuda_runtime");
  ASSERT_EQ(runtime.size(), 1);
  EXPECT_EQ(runtime[0]["name"], "cudaLaunchKernel");
  const auto driver = sink.of("cuda_driver");
  ASSERT_EQ(driver.size(), 1);
  EXPECT_EQ(driver[0]["name"], "cuLaunchKernel");
  EXPECT_EQ(driver[0]["args"]["correlation"], 7);
}

TEST_F(ActivityReaderTest, showsEveryCallOfTheDriverThatStandsAlone) {
  for (std::uint32_t i = 1; i <= 3; ++i) {
    call(CUPTI_ACTIVITY_KIND_DRIVER, cuLaunchKernelCbid, i);
  }
  reader.end(300);
  EXPECT_EQ(sink.of("cuda_driver").size(), 3);
}

TEST_F(ActivityReaderTest, tellsWhatWasCountedWhereItsKernelBegins) {
  CountedLaunch ofRun = counted(2);
  ofRun.run = R"({"kernel":"copy"})";
  reader.learn({.awaited = {1, 2, 3}, .ignored = {}, .counted = {ofRun}});
  kernel(1, "first", 1'000, 1'100);
  kernel(2, "second", 2'000, 2'050);
  kernel(3, "third", 3'000, 3'100);
  reader.learn({.awaited = {}, .ignored = {}, .counted = {counted(1)}});  // its record came first
  reader.end(5'000);
  EXPECT_EQ(sink.of("kernel").size(), 3);
  const auto metrics = sink.of("kernel_metrics");
  ASSERT_EQ(metrics.size(), 2);
  EXPECT_EQ(sink.total[RecordKind::KernelMetrics], 2);
  EXPECT_EQ(metrics[0]["ts"], 2.0);
  EXPECT_EQ(metrics[0]["tid"], 7);
  EXPECT_EQ(metrics[0]["args"]["correlation"], 2);
  EXPECT_EQ(metrics[0]["args"]["passes"], 1);
  EXPECT_EQ(metrics[0]["args"]["metrics"]["gpu__time_duration.sum"], 50);
  EXPECT_EQ(metrics[0]["args"]["metrics"]["x.avg.pct_of_peak_sustained_elapsed"], 40) << "of the kernel's time";
  EXPECT_EQ(metrics[0]["args"]["run"]["kernel"], "copy");
  EXPECT_EQ(metrics[1]["args"]["correlation"], 1);
  EXPECT_FALSE(metrics[1]["args"].contains("run")) << "of a program";
  EXPECT_EQ(metrics[1]["args"]["metrics"]["x.avg.pct_of_peak_sustained_elapsed"], 20);
}

TEST_F(ActivityReaderTest, tellsNeitherCuptisOwnKernelsNorLaunchesThatOnlyCount) {
  reader.learn({.awaited = {1}, .ignored = {2}, .counted = {}});
  kernel(1, "WaitNs", 500, 900);
  kernel(1, "first", 1'000, 1'100);
  kernel(2, "first", 2'000, 2'100);
  call(CUPTI_ACTIVITY_KIND_RUNTIME, cudaLaunchKernelCbid, 1);
  call(CUPTI_ACTIVITY_KIND_RUNTIME, cudaLaunchKernelCbid, 2);
  call(CUPTI_ACTIVITY_KIND_DRIVER, cuLaunchKernelCbid, 2);
  kernel(9, "WaitNs", 5'000, 5'100);  // a program's own of this name
  reader.end(6'000);
  const auto kernels = sink.of("kernel");
  ASSERT_EQ(kernels.size(), 2);
  EXPECT_EQ(kernels[0]["name"], "first");
  EXPECT_EQ(kernels[1]["args"]["correlation"], 9);
  EXPECT_EQ(sink.of("cuda_runtime").size(), 1);
  EXPECT_TRUE(sink.of("cuda_driver").empty());
}

TEST_F(ActivityReaderTest, joinsTheEndsOfRangesAndClosesOpenOnes) {
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 1, 1'000, "outer");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 2, 2'000, "inner");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS, 3, 2'500, "mark");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_END, 2, 3'000, nullptr);
  marker(CUPTI_ACTIVITY_FLAG_MARKER_END, 99, 3'000, nullptr);  // began before the recording
  reader.end(9'000);
  const auto ranges = sink.of("user_annotation");
  ASSERT_EQ(ranges.size(), 3);
  EXPECT_EQ(ranges[0]["name"], "inner");
  EXPECT_EQ(ranges[0]["dur"], 1.0);
  EXPECT_EQ(ranges[1]["name"], "mark");
  EXPECT_EQ(ranges[2]["name"], "outer");
  EXPECT_EQ(ranges[2]["dur"], 8.0);
  EXPECT_EQ(ranges[2]["args"]["unfinished"], true);
}

TEST_F(ActivityReaderTest, keepsWhatAProgramSaysOfItsRangesBeforeOrAfterThem) {
  const auto data = [&](std::uint32_t id, std::int64_t payload) {
    CUpti_ActivityMarkerData record{};
    record.kind = CUPTI_ACTIVITY_KIND_MARKER_DATA;
    record.flags = CUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB;
    record.id = id;
    record.color = 0xFF00C0FF;
    record.category = 3;
    record.payloadKind = CUPTI_METRIC_VALUE_KIND_INT64;
    record.payload.metricValueInt64 = payload;
    read(record);
  };
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 1, 1'000, "plain");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 2, 1'000, "first");
  data(2, -7);
  data(3, 9);
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 3, 1'000, "second");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS, 4, 1'500, "mark");
  data(4, 1);
  for (const std::uint32_t id : {3U, 2U, 1U}) {
    marker(CUPTI_ACTIVITY_FLAG_MARKER_END, id, 2'000, nullptr);
  }
  reader.end(3'000);
  const auto ranges = sink.of("user_annotation");
  ASSERT_EQ(ranges.size(), 4);
  EXPECT_EQ(ranges[0]["name"], "second");
  EXPECT_EQ(ranges[0]["args"]["payload"], 9);
  EXPECT_EQ(ranges[1]["args"]["payload"], -7);
  EXPECT_EQ(ranges[1]["args"]["color"], "#00c0ff");
  EXPECT_EQ(ranges[1]["args"]["category"], 3);
  EXPECT_FALSE(ranges[2]["args"].contains("color"));
  EXPECT_EQ(ranges[3]["ph"], "i");
  EXPECT_EQ(ranges[3]["args"]["payload"], 1);
}

TEST_F(ActivityReaderTest, givesEachDomainARowOfItsOwn) {
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 1, 1'000, "own");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_START, 2, 1'500, "library's", "cuBLAS");
  marker(CUPTI_ACTIVITY_FLAG_MARKER_END, 1, 2'000, nullptr);
  marker(CUPTI_ACTIVITY_FLAG_MARKER_END, 2, 2'500, nullptr);
  reader.end(3'000);
  const auto ranges = sink.of("user_annotation");
  ASSERT_EQ(ranges.size(), 2);
  EXPECT_EQ(ranges[0]["tid"], 5);
  EXPECT_NE(ranges[1]["tid"], 5);
  EXPECT_EQ(ranges[1]["args"]["NVTX domain"], "cuBLAS");
  EXPECT_NE(sink.text.find("\"cuBLAS of thread 5\""), std::string::npos);
}

TEST_F(ActivityReaderTest, addsMemoryUpAndIgnoresWhatItNeverSawAllocated) {
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x1000, 300);
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x2000, 200);
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, 0x9000, 50);
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, 0x1000, 0);
  reader.end(200);
  std::vector<int> totals;
  for (const auto& event : sink.of("cpu_instant_event")) {
    totals.push_back(event["args"]["Total Allocated"]);
  }
  EXPECT_THAT(totals, ElementsAre(300, 500, 200));
}

TEST_F(ActivityReaderTest, addsMemoryUpInTheOrderOfTimeWhicheverThreadsBufferComesFirst) {
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, 0x2000, 0, 400);
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x3000, 70, 500);
  reader.endOfBuffer();
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x1000, 300, 100);
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x2000, 200, 200);
  reader.endOfBuffer();
  reader.end(600);
  std::vector<int> totals;
  std::vector<int> bytes;
  for (const auto& event : sink.of("cpu_instant_event")) {
    totals.push_back(event["args"]["Total Allocated"]);
    bytes.push_back(event["args"]["Bytes"]);
  }
  EXPECT_THAT(totals, ElementsAre(300, 500, 300, 370));
  EXPECT_THAT(bytes, ElementsAre(300, 200, -200, 70));
}

TEST_F(ActivityReaderTest, writesMemoryOnceNothingOlderCanCome) {
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x1000, 300, 100);
  reader.endOfBuffer();
  EXPECT_EQ(sink.text.find("[memory]"), std::string::npos);
  memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 0x2000, 200, 2'000'000'000);
  reader.endOfBuffer();
  EXPECT_NE(sink.text.find("[memory]"), std::string::npos) << "a program that is killed keeps what is a second old";
}

TEST_F(ActivityReaderTest, countsWhatHasNotRunAndWhatNobodyTakes) {
  CUpti_ActivityKernel9 kernel{};
  kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  kernel.name = "_Z6addOnePfi";
  read(kernel);  // kernel without times
  EXPECT_EQ(reader.lost(), 1);
  kernel.start = 10;
  kernel.end = 20;
  read(kernel);
  sink.isClosed = true;
  reader.endOfBuffer();
  EXPECT_FALSE(reader.isTaken());
  EXPECT_EQ(reader.lost(), 2);
}

TEST_F(ActivityReaderTest, countsWhatIsInFlightByItself) {
  CUpti_ActivityKernel9 kernel{};
  kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  reader.expectInFlight(true);
  read(kernel);
  reader.expectInFlight(false);
  read(kernel);
  EXPECT_EQ(reader.inFlight(), 1);
  EXPECT_EQ(reader.lost(), 1);
}

TEST(ActivityNames, areTheOnesThatPeopleKnow) {
  EXPECT_EQ(copyName(1, 1, 3), "Memcpy HtoD (Pageable -> Device)");
  EXPECT_EQ(copyName(10, 3, 3), "Memcpy PtoP (Device -> Device)");
  EXPECT_EQ(copyName(77, 99, 3), "Memcpy ? (Unknown -> Device)");
  EXPECT_EQ(setName(3), "Memset (Device)");
  EXPECT_EQ(callName("cudaLaunchKernel_v7000"), "cudaLaunchKernel");
  EXPECT_EQ(callName("cudaLaunchKernel_ptsz_v7000"), "cudaLaunchKernel");
  EXPECT_EQ(callName("cuMemcpyHtoD_v2"), "cuMemcpyHtoD_v2");
}

DeviceProperties h200() {
  DeviceProperties device;
  device.computeMajor = 9;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerSm = 2048;
  device.registersPerBlock = 65536;
  device.registersPerSm = 65536;
  device.sharedMemoryPerBlock = 49152;
  device.sharedMemoryPerBlockOptIn = 232448;
  device.sharedMemoryPerSm = 233472;
  device.reservedSharedMemoryPerBlock = 1024;
  device.smCount = 132;
  return device;
}

KernelEvent launch(int grid, int block, std::uint32_t registers, int shared) {
  KernelEvent kernel;
  kernel.grid = {grid, 1, 1};
  kernel.block = {block, 1, 1};
  kernel.registers = registers;
  kernel.dynamicShared = shared;
  return kernel;
}

TEST(OccupancyOf, namesWhatLimitsIt) {
  const auto limiter = [](const KernelEvent& kernel) { return std::string(occupancyOf(kernel, h200()).limiter); };
  EXPECT_EQ(limiter(launch(100'000, 256, 32, 0)), "warps");
  EXPECT_EQ(limiter(launch(100'000, 256, 128, 0)), "registers");
  EXPECT_EQ(limiter(launch(100'000, 128, 32, 200'000)), "shared memory");
  EXPECT_EQ(limiter(launch(100'000, 32, 16, 0)), "blocks");
  EXPECT_EQ(limiter(launch(132, 256, 32, 0)), "grid");
}

TEST(OccupancyOf, isAsTheHeaderComputesIt) {
  EXPECT_EQ(occupancyOf(launch(100'000, 256, 128, 0), h200()).percent, 25);  // 65536 / (128 * 256) = 2 of 8 blocks
  EXPECT_EQ(occupancyOf(launch(132, 256, 32, 0), h200()).percent, 13);       // 8 of 64 warps
  EXPECT_DOUBLE_EQ(occupancyOf(launch(264, 256, 32, 0), h200()).warpsPerSm, 16);
  EXPECT_TRUE(occupancyOf(launch(1, 256, 32, 0), DeviceProperties{}).limiter.empty());
}

}  // namespace
}  // namespace kernline::recorder
