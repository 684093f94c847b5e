// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/event_lines.h"
#include "core/analysis/work/call_arguments.h"
#include "core/model/trace/block_spans.h"
#include "core/model/trace/trace.h"
#include "tests/recorder/made_events.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

using kernline::test::TemporaryFile;

std::string asDocument(const EventLines& lines) {
  return headerText(test::madeHeader()) + std::string(lines.text()) + footerText({.records = lines.counts()});
}

std::shared_ptr<const Trace> loaded(const std::string& text) {
  const TemporaryFile file(text);
  auto trace = load(file.path());
  EXPECT_TRUE(trace.has_value());
  return trace.value_or(nullptr);
}

nlohmann::json eventsOf(const EventLines& lines) {
  return nlohmann::json::parse(asDocument(lines))["traceEvents"];
}

std::string micros(std::int64_t ns) {
  std::string text;
  appendMicroseconds(text, ns);
  return text;
}

TEST(EventLines, writeTimesAsMicrosecondsWithThreeDecimals) {
  EXPECT_EQ(micros(0), "0.000");
  EXPECT_EQ(micros(1), "0.001");
  EXPECT_EQ(micros(999'999), "999.999");
  EXPECT_EQ(micros(-1'002), "-1.002");
  EXPECT_EQ(micros(INT64_MAX), "9223372036854775.807");
  EXPECT_EQ(micros(INT64_MIN), "-9223372036854775.808");
}

TEST(EventLines, areAStrictJsonDocument) {
  const auto document = nlohmann::json::parse(test::madeRecording(100));
  EXPECT_EQ(document["traceEvents"].size(), 1 + 3 + 2 + 3 + 2 + 200);  // rows are named once
  EXPECT_EQ(document["kernlineFooter"]["records"]["kernel"], 100);
  EXPECT_EQ(document["kernlineFooter"]["records"]["cuda_runtime"], 100);
  EXPECT_EQ(document["kernlineRecording"]["command"][1], "\xef\xbf\xbd");
}

TEST(EventLines, areReadBackToTheNanosecond) {
  const auto trace = loaded(test::madeRecording(100));
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->report().isClean());
  EXPECT_EQ(trace->spanCount(), 200);
  const auto kernels = kernline::test::spansNamed(*trace, "addOne(float*, int)");
  ASSERT_EQ(kernels.size(), 50);
  const SpanId call = trace->launchOf(kernels[1]);
  ASSERT_NE(call, SpanId::none);
  EXPECT_EQ(trace->nameText(call), "cudaLaunchKernel");
  EXPECT_EQ((trace->start(kernels[1]) - trace->start(call)).ns, 5'003);
  EXPECT_EQ(trace->duration(kernels[1]).ns, 4'007);
  EXPECT_EQ(kernline::test::spansNamed(*trace, "a \"quoted\" kernel").size(), 50);
  const Track& track = trace->track(trace->trackOf(kernels[0]));
  EXPECT_EQ(track.kind, TrackKind::Stream);
  EXPECT_EQ(trace->text(track.title), "stream 7");
  EXPECT_EQ(trace->text(trace->process(track.process).title), "GPU 0 · NVIDIA H200");
}

TEST(EventLines, haveOperatorsAroundTheirLaunches) {
  EventLines lines({.pid = 4242, .number = 0, .name = "python"});
  std::array<std::byte, 256> room{};
  InputPacker inputs(room);
  constexpr std::uint8_t bfloat16Type = 15;
  inputs.addTensor(bfloat16Type, std::array<std::int64_t, 2>{64, 32}, std::array<std::int64_t, 2>{32, 1});
  inputs.addTensor(bfloat16Type, std::array<std::int64_t, 2>{32, 16}, std::array<std::int64_t, 2>{16, 1});
  test::addLaunch(lines, 0);
  lines.add(OperatorEvent{
      .name = "aten::mm", .start = 500, .end = 5'500, .thread = 77, .sequence = 12, .inputs = inputs.packed()});
  const auto trace = loaded(asDocument(lines));
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->report().isClean());
  const SpanId product = kernline::test::spanNamed(*trace, "aten::mm");
  EXPECT_EQ(trace->kind(product), SpanKind::Op);
  EXPECT_EQ(trace->parent(trace->launchOf(kernline::test::spanNamed(*trace, "addOne(float*, int)"))), product);
  const CallArguments arguments = callArguments(trace->args(product, argumentKeys()));
  ASSERT_EQ(arguments.arguments.size(), 2U);
  EXPECT_EQ(arguments.arguments[1].tensors.at(0).dims, (std::vector<std::int64_t>{32, 16}));
  EXPECT_EQ(arguments.arguments[1].tensors.at(0).type, "c10::BFloat16");
}

TEST(EventLines, keepTwoProcessesOnOneGpuApart) {
  std::string text = headerText(test::madeHeader());
  RecordCounts counts;
  for (const std::uint32_t number : {0U, 1U}) {
    EventLines lines({.pid = 4242 + static_cast<int>(number), .number = number, .name = "program"});
    for (std::uint32_t i = 0; i < 50; ++i) {
      test::addLaunch(lines, i);  // the same correlation ids in both
    }
    text += lines.text();
    counts += lines.counts();
  }
  text += footerText({.records = counts});
  const auto trace = loaded(text);
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->report().isClean());
  std::map<std::string, int> launches;
  for (const SpanId kernel : kernline::test::spansNamed(*trace, "addOne(float*, int)")) {
    const SpanId call = trace->launchOf(kernel);
    ASSERT_NE(call, SpanId::none);
    const Track& work = trace->track(trace->trackOf(kernel));
    const Track& host = trace->track(trace->trackOf(call));
    ++launches[std::string(trace->text(work.title)) + " by " +
               std::string(trace->text(trace->process(host.process).pid))];
  }
  EXPECT_THAT(launches, testing::ElementsAre(testing::Pair("stream 7 (program 4243) by 4243", 25),
                                             testing::Pair("stream 7 by 4242", 25)));
}

TEST(EventLines, escapeWhateverAProgramCallsItsRanges) {
  EventLines lines({.pid = 1, .number = 0, .name = "a\nb"});
  lines.add(RangeEvent{.name = "tab\t\"quote\" \\ \x01 \xff\xfe", .domain = "d", .start = 5, .end = 10, .thread = 1});
  const auto events = eventsOf(lines);
  EXPECT_EQ(events.back()["name"], "tab\t\"quote\" \\ \x01 \xef\xbf\xbd\xef\xbf\xbd");
}

TEST(EventLines, cutNamesThatWouldNotFitIntoAFrame) {
  EventLines lines({.pid = 1, .number = 0, .name = "p"});
  lines.add(RangeEvent{.name = std::string(10 << 20, 'x'), .start = 5, .end = 10, .thread = 1});
  EXPECT_LT(lines.text().size(), 100'000);
  EXPECT_EQ(eventsOf(lines).back()["name"].get<std::string>().front(), 'x');
}

TEST(EventLines, giveMemoryToTheCurveOfItsGpu) {
  EventLines lines({.pid = 9, .number = 0, .name = "p"});
  lines.add(MemoryEvent{.time = 1'000,
                        .thread = 9,
                        .address = 4096,
                        .bytes = 512,
                        .allocated = 512,
                        .reserved = 1024,
                        .device = 0,
                        .kind = "Device"});
  const auto trace = loaded(asDocument(lines));
  ASSERT_NE(trace, nullptr);
  ASSERT_EQ(trace->memoryEvents().size(), 1);
  EXPECT_EQ(trace->memoryEvents()[0].bytes, 512);
  EXPECT_EQ(trace->memoryEvents()[0].totalReserved, 1024);
  EXPECT_EQ(trace->memoryEvents()[0].device, 0);
}

TEST(EventLines, saysOfACopyBetweenGpusWhichTwo) {
  EventLines lines({.pid = 9, .number = 0, .name = "p"});
  MemcpyEvent copy;
  copy.start = 10;
  copy.end = 20;
  copy.device = 1;
  copy.name = "Memcpy PtoP (Device -> Device)";
  copy.bytes = 1000;
  copy.isBetweenDevices = true;
  copy.fromDevice = 1;
  copy.toDevice = 3;
  lines.add(copy);
  const auto event = eventsOf(lines).back();
  EXPECT_EQ(event["args"]["toDevice"], 3);
  EXPECT_EQ(event["args"]["memory bandwidth (GB/s)"], 100);
}

/// A kernel with two blocks at once on one SM, a phase of a warp, and a block on another SM.
EventLines linesOfBlocks() {
  EventLines lines({.pid = 4242, .number = 0, .name = "program"});
  test::addLaunch(lines, 0);
  const std::int64_t start = 6'003;  // start of addLaunch's kernel
  lines.add(BlockEvent{.start = start, .end = start + 3'000, .device = 0, .sm = 5, .block = 0, .correlation = 1});
  lines.add(BlockEvent{.start = start + 500, .end = start + 4'000, .device = 0, .sm = 5, .block = 1, .correlation = 1});
  lines.add(BlockEvent{.start = start, .end = start + 1'000, .device = 0, .sm = 131, .block = 2, .correlation = 1});
  BlockMarkEvent mark;
  mark.start = start + 100;
  mark.end = start + 900;
  mark.sm = 5;
  mark.correlation = 1;
  mark.name = "load";
  mark.warp = 3;
  mark.phase = 1;
  lines.add(mark);
  return lines;
}

TEST(EventLines, putBlocksOnARowOfTheirSm) {
  const EventLines lines = linesOfBlocks();
  EXPECT_EQ(lines.counts()[RecordKind::Block], 3U);
  EXPECT_EQ(lines.counts()[RecordKind::BlockMark], 1U);
  const auto trace = loaded(asDocument(lines));
  std::vector<std::string> rows;
  for (const Track& track : trace->tracks()) {
    if (isMultiprocessor(*trace, track)) {
      rows.emplace_back(trace->text(track.title));
      EXPECT_EQ(trace->process(track.process).device, 0);
      EXPECT_EQ(trace->text(trace->process(track.process).title), "GPU 0 · blocks");
    }
  }
  EXPECT_THAT(rows, testing::ElementsAre("SM 5", "SM 5 warp 3", "SM 131"));
  EXPECT_EQ(std::ranges::count_if(trace->kinds(), isDeviceActivity), 1);  // the kernel
  EXPECT_EQ(trace->report()[IssueKind::PartialOverlap].count, 0U);
}

TEST(EventLines, sayWhichBlockOfWhichKernelItIs) {
  const nlohmann::json events = eventsOf(linesOfBlocks());
  const auto mark =
      std::ranges::find_if(events, [](const nlohmann::json& event) { return event.value("cat", "") == "block_mark"; });
  ASSERT_NE(mark, events.end());
  EXPECT_EQ((*mark)["name"], "load");
  EXPECT_EQ((*mark)["args"], (nlohmann::json{{"block", 0}, {"kernel correlation", 1}, {"warp", 3}, {"phase", 1}}));
}

}  // namespace
}  // namespace kernline::recorder
