// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows are a device's, which of them are work, and what they are called.
#include "core/analysis/activity/device_activity.h"
#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;

std::shared_ptr<const Trace> read(const std::string& json) {
  const auto loaded = chrome::readChromeText(json, {});
  EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().message.english());
  return loaded ? *loaded : nullptr;
}

std::vector<std::string> processTitles(const Trace& trace) {
  std::vector<std::string> titles;
  for (const Process& process : trace.processes()) {
    titles.emplace_back(trace.text(process.title));
  }
  return titles;
}

std::string processName(int pid, const std::string& name) {
  return R"({"ph":"M","name":"process_name","pid":)" + std::to_string(pid) + R"(,"args":{"name":")" + name + "\"}},";
}

std::string span(int pid, const std::string& name, int ts, int dur, const std::string& more = "") {
  return R"({"ph":"X","cat":"Op","name":")" + name + R"(","pid":)" + std::to_string(pid) + R"(,"tid":0,"ts":)" +
         std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + more + "},";
}

const std::string tensorFlowNames =
    processName(1, "/gpu:0/stream:all Compute") + processName(2, "/gpu:0/stream:12 Compute") +
    processName(3, "/gpu:0/stream:13 Compute") + processName(4, "/gpu:0/memcpy Compute");

TEST(DeviceTracks, aRowThatRepeatsTheStreamsIsNoWork) {
  const auto trace = read("[" + tensorFlowNames + span(1, "MatMul", 10, 5) + span(2, "MatMul", 10, 5) +
                          span(3, "MEMCPYHtoD", 20, 2) + span(4, "MEMCPYHtoD", 20, 2) + "]");
  const auto devices = deviceActivity(*trace);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].kernels, 1U);
  EXPECT_EQ(devices[0].memcpys, 1U);
  EXPECT_EQ(devices[0].times.busy.ns, 7000);
  EXPECT_EQ(trace->spanCount(), 4U) << "what repeats is shown all the same";
}

TEST(DeviceTracks, aSummaryWithoutTheStreamsItRepeatsIsTheWork) {
  const auto trace = read("[" + tensorFlowNames + span(1, "MatMul", 10, 5) + "]");
  const auto devices = deviceActivity(*trace);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].kernels, 1U);
}

TEST(DeviceTracks, processesOfOneDeviceKeepTheirNames) {
  const auto trace = read("[" + tensorFlowNames + span(1, "MatMul", 10, 5) + span(2, "MatMul", 10, 5) + "]");
  EXPECT_THAT(processTitles(*trace),
              ElementsAre("GPU 0 · stream:all Compute (repeats the streams)", "GPU 0 · stream:12 Compute",
                          "GPU 0 · stream:13 Compute", "GPU 0 · memcpy Compute (repeats the streams)"));
  EXPECT_EQ(deviceActivity(*trace)[0].name, "GPU 0");
}

TEST(DeviceTracks, devicesOfSeveralRanksSayWhich) {
  const std::string kernel = R"(,"cat":"kernel")";
  const auto trace = read("[" + processName(100000003, "RANK 1 - GPU") + processName(2, "RANK 0 - GPU") +
                          span(100000003, "nccl", 10, 5, kernel) + span(2, "nccl", 10, 5, kernel) + "]");
  EXPECT_THAT(processTitles(*trace), testing::UnorderedElementsAre("rank 0 · GPU 0", "rank 1 · GPU 0"));
}

TEST(DeviceTracks, aDeviceWithOneProcessNeedsNoMore) {
  const auto trace = read("[" + processName(1, "/device:GPU:0") + span(1, "k", 10, 5) + "]");
  EXPECT_THAT(processTitles(*trace), ElementsAre("GPU 0"));
}

TEST(DeviceTracks, theCopiesOfRocprofAreTheDevicesOwn) {
  const auto trace = read("[" + processName(1, "COPY") + processName(6, "GPU0") + processName(8, "GPU2") +
                          span(1, "CopyHostToDevice", 10, 5, R"(,"args":{"dev-id":"2"})") +
                          span(8, "elementwise_kernel", 20, 5) + "]");
  const auto devices = deviceActivity(*trace);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].device, 2);
  EXPECT_EQ(devices[0].memcpys, 1U);
  EXPECT_EQ(devices[0].kernels, 1U);
}

TEST(DeviceTracks, theCopiesOfRocprofGoToTheDeviceThatEachNames) {
  const auto copy = [](int at, std::string_view device) {
    return span(1, "Copy" + std::to_string(at), at, 5,
                device.empty() ? R"(,"args":{})" : R"(,"args":{"dev-id":")" + std::string(device) + R"("})");
  };
  const auto trace = read("[" + processName(1, "COPY") + processName(6, "GPU0") + processName(8, "GPU2") +
                          copy(10, "2") + copy(20, "0") + copy(30, "0") + copy(40, "") +
                          R"({"ph":"s","cat":"DataFlow","id":0,"pid":6,"tid":0,"ts":20,"name":"dep"},)"
                          R"({"ph":"f","cat":"DataFlow","id":0,"pid":1,"tid":0,"ts":30,"bp":"e","name":"dep"},)" +
                          span(8, "late_kernel", 50, 5) + span(6, "kernel", 20, 5) + "]");
  const auto devices = deviceActivity(*trace);
  std::map<std::int32_t, std::uint64_t> copies;
  for (const DeviceActivity& device : devices) {
    copies[device.device] = device.memcpys;
  }
  EXPECT_EQ(copies, (std::map<std::int32_t, std::uint64_t>{{-1, 1}, {0, 2}, {2, 1}}));
  const auto flows = trace->flowsOf(spanNamed(*trace, "Copy30"));
  ASSERT_EQ(flows.size(), 1U) << "an arrow names a row and a time only";
  EXPECT_EQ(flows[0].from, spanNamed(*trace, "kernel"));
}

TEST(DeviceTracks, aProcessNamedCopyWithoutDevicesIsAProcess) {
  const auto trace = read("[" + processName(1, "COPY") + span(1, "CopyFile", 10, 5, R"(,"args":{"dev-id":"2"})") + "]");
  EXPECT_TRUE(deviceActivity(*trace).empty());
}

TEST(DeviceTracks, mtiaEventsAreSynchronization) {
  const std::string ccp = R"(,"cat":"mtia_ccp_events")";
  const auto trace = read("[" + span(9, "fc-dtype_Float", 10, 5, ccp) + span(9, "event_wait", 20, 50, ccp) +
                          span(9, "event_record", 80, 1, ccp) + "]");
  EXPECT_EQ(trace->kind(spanNamed(*trace, "event_wait")), SpanKind::DeviceSync);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "event_record")), SpanKind::DeviceSync);
  const auto devices = deviceActivity(*trace);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].kernels, 1U);
  EXPECT_EQ(devices[0].times.busy.ns, 5000);
}

std::string named(int pid, int tid, const std::string& what, const std::string& args) {
  return R"({"ph":"M","name":")" + what + R"(","pid":)" + std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) +
         R"(,"args":{)" + args + "}},";
}

std::string task(int pid, int tid, const std::string& name, int ts, int dur) {
  return R"({"ph":"X","name":")" + name + R"(","pid":)" + std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) +
         R"(,"ts":")" + std::to_string(ts) + R"(.000","dur":)" + std::to_string(dur) + "},";
}

/// Makes a trace like torch_npu: tasks of streams without a category, and rows that repeat them.
std::string ascend(const std::string& labels) {
  return "[" + named(10, 0, "process_name", R"("name":"CANN")") + named(10, 0, "process_labels", R"("labels":"CPU")") +
         named(20, 0, "process_name", R"("name":"Ascend Hardware")") +
         named(20, 0, "process_labels", R"("labels":")" + labels + "\"") +
         named(20, 2, "thread_name", R"("name":"Stream 2")") +
         named(30, 0, "process_name", R"("name":"Overlap Analysis")") +
         named(30, 0, "process_labels", R"("labels":")" + labels + "\"") +
         named(30, 1, "thread_name", R"("name":"Computing")") + task(10, 7, "AscendCL@aclrtLaunchKernel", 1, 2) +
         task(20, 2, "MatMulV2", 10, 20) + task(20, 2, "EVENT_WAIT", 30, 50) + task(20, 2, "MEMCPY_ASYNC", 80, 5) +
         task(30, 1, "Computing", 10, 20) + "]";
}

TEST(DeviceTracks, anAscendNpuIsADeviceAndWaitingIsNoWork) {
  for (const std::string labels : {"NPU", "NPU 3"}) {
    const auto trace = read(ascend(labels));
    const auto devices = deviceActivity(*trace);
    ASSERT_EQ(devices.size(), 1U) << labels;
    EXPECT_EQ(devices[0].title, labels == "NPU" ? "NPU 0" : "NPU 3");
    EXPECT_EQ(devices[0].kernels, 1U);
    EXPECT_EQ(devices[0].memcpys, 1U);
    EXPECT_EQ(devices[0].times.busy.ns, 25'000);
    EXPECT_EQ(trace->report()[IssueKind::GuessedDevice].count, 0U);
  }
}

TEST(DeviceTracks, workThatNamesNoDeviceIsThatOfTheOthersOnItsRow) {
  const auto trace = read(R"([
    {"ph":"X","cat":"Memcpy","name":"Memcpy HtoD","pid":0,"tid":"stream 7","ts":5,"dur":10,"args":{"stream":7}},
    {"ph":"X","cat":"Kernel","name":"k","pid":0,"tid":"stream 7","ts":30,"dur":15,"args":{"device":0,"stream":7}}])");
  EXPECT_EQ(trace->trackOf(spanNamed(*trace, "Memcpy HtoD")), trace->trackOf(spanNamed(*trace, "k")));
}

TEST(DeviceTracks, rowsCalledStreamsAreADeviceThatIsGuessed) {
  const auto trace = read("[" + processName(4, "Accelerator") + named(4, 1, "thread_name", R"("name":"stream 12")") +
                          task(4, 1, "matmul", 10, 20) + processName(5, "app") + task(5, 1, "main", 0, 90) + "]");
  const auto devices = deviceActivity(*trace);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].kernels, 1U);
  EXPECT_EQ(trace->report()[IssueKind::GuessedDevice].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::GuessedDevice].example, "Accelerator");
}

TEST(DeviceTracks, streamsOfAProcessWithHostWorkAreNoDevice) {
  const auto trace = read("[" + named(4, 1, "thread_name", R"("name":"stream 12")") + task(4, 1, "read", 10, 20) +
                          R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":4,"tid":2,"ts":1,"dur":2}])");
  EXPECT_TRUE(deviceActivity(*trace).empty());
}

}  // namespace
}  // namespace kernline::test
