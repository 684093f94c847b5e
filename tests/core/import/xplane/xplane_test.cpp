// SPDX-License-Identifier: GPL-3.0-or-later
// What a profile in XPlane form becomes, from files made here.
#include "core/import/xplane/read_xplane.h"
#include "tests/support/trace_query.h"
#include "tests/support/xspace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

namespace kernline::test {
namespace {

std::shared_ptr<const Trace> read(const std::string& bytes) {
  auto trace = xplane::readXplaneBytes(bytes, {.threads = 1, .onPreview = {}});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

TrackKind trackKindOf(const Trace& trace, std::string_view span) {
  return trace.track(trace.trackOf(spanNamed(trace, span))).kind;
}

MadeEvent kernel(std::string_view name, std::int64_t offsetPs, std::int64_t durationPs, std::int64_t correlation) {
  return {name, offsetPs, durationPs, {{"correlation_id", correlation}}};
}

std::string gpuProfile() {
  return xspaceOf(
      {{"/device:GPU:1",
        {{14, "Stream #14(Compute)", 1000, {kernel("gemm", 2'000'000, 1'500'000, 7), kernel("MemcpyH2D", 0, 9'000, 8)}},
         {90, "XLA Modules", 1000, {{"jit_f", 0, 4'000'000}}},
         {91, "XLA Ops", 1000, {{"dot.1", 2'000'000, 1'500'000}}},
         {92, "Steps", 1000, {{"0", 0, 5'000'000}}}},
        {{"gpu_device_name", 0, "NVIDIA H200"}, {"core_count", 132}, {"memory_size", 1 << 30}}},
       {"/host:CPU",
        {{501,
          "python",
          0,
          {kernel("cuLaunchKernel", 1'000'000, 500'000, 7),
           {"$train.py:3 step", 0, 9'000'000},
           {"train", 100'000, 8'000'000, {{"step_num", 3}}},
           {"ParseArguments", 200'000, 100'000}}}},
        {{"process_id", 4711}}},
       {"Task Environment", {}, {{"profile_start_time", 1'795'366'915'886'068'325}}}});
}

TEST(Xplane, tellsStreamsFromRowsThatRepeatThem) {
  const auto trace = read(gpuProfile());
  EXPECT_EQ(trace->kind(spanNamed(*trace, "gemm")), SpanKind::Kernel);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "MemcpyH2D")), SpanKind::Memcpy);
  EXPECT_EQ(trackKindOf(*trace, "gemm"), TrackKind::Stream);
  EXPECT_EQ(trackKindOf(*trace, "jit_f"), TrackKind::DeviceOther);
  EXPECT_EQ(trackKindOf(*trace, "dot.1"), TrackKind::DeviceOther);
  EXPECT_EQ(trackKindOf(*trace, "0"), TrackKind::Steps);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "dot.1")), SpanKind::Other);
  EXPECT_EQ(trace->steps().size(), 1U);
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(Xplane, linksLaunchesAndKnowsWhatCallsAre) {
  const auto trace = read(gpuProfile());
  const SpanId call = spanNamed(*trace, "cuLaunchKernel");
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "gemm")), call);
  EXPECT_EQ(trace->kind(call), SpanKind::Runtime);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "$train.py:3 step")), SpanKind::PythonFunction);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "train")), SpanKind::Annotation);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "ParseArguments")), SpanKind::Other);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].count, 1U) << "the copy's call is not there";
  EXPECT_EQ(pidOf(*trace, trace->trackOf(call)), "4711");
}

TEST(Xplane, placesEventsOnTheClockOfTheProfile) {
  const auto trace = read(gpuProfile());
  EXPECT_EQ(trace->range(spanNamed(*trace, "gemm")), (TimeRange{{3000}, {4500}}));
  EXPECT_EQ(trace->baseTimeNs(), 1'795'366'915'886'068'325);
  ASSERT_EQ(trace->devices().size(), 1U);
  EXPECT_EQ(trace->devices()[0].id, 1);
  EXPECT_EQ(trace->devices()[0].name, "NVIDIA H200");
  EXPECT_EQ(trace->devices()[0].multiprocessors, 132U);
  EXPECT_EQ(trace->devices()[0].memoryBytes, std::uint64_t{1} << 30);
}

TEST(Xplane, takesLinesOfOldFilesForTimesSince1970) {
  constexpr std::int64_t year2020 = 1'577'836'800'000'000'000;
  const auto trace = read(xspaceOf({{"/host:CPU", {{1, "main", year2020 + 50, {{"a", 7'000, 1'000}}}}}}));
  EXPECT_EQ(trace->baseTimeNs(), year2020 + 50);
  EXPECT_EQ(trace->start(spanNamed(*trace, "a")).ns, 7);
}

TEST(Xplane, roundsEdgesSoThatWhatTouchesStillDoes) {
  const auto trace =
      read(xspaceOf({{"/host:CPU", {{1, "main", 10, {{"a", 499, 1'002}, {"b", 1'501, 998}, {"c", 2'500, 1}}}}}}));
  EXPECT_EQ(trace->range(spanNamed(*trace, "a")), (TimeRange{{10}, {12}}));
  EXPECT_EQ(trace->range(spanNamed(*trace, "b")), (TimeRange{{12}, {12}})) << "1.501 to 2.499 ns";
  EXPECT_EQ(trace->range(spanNamed(*trace, "c")), (TimeRange{{13}, {13}}));
}

TEST(Xplane, takesTheInnermostOpsOfATpuForItsWork) {
  const auto trace = read(xspaceOf({{"/device:TPU:0",
                                     {{2, "XLA Modules", 0, {{"jit_f", 0, 9'000'000}}},
                                      {3,
                                       "XLA Ops",
                                       0,
                                       {{"%while.1 = long text", 0, 8'000'000, {}, "while.1"},
                                        {"fusion.1", 1'000'000, 2'000'000},
                                        {"fusion.2", 4'000'000, 3'000'000}}}},
                                     {{"device_type_string", 0, "TPU v4"}}}}));
  EXPECT_EQ(trace->kind(spanNamed(*trace, "while.1")), SpanKind::Other);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "fusion.1")), SpanKind::Kernel);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "fusion.2")), SpanKind::Kernel);
  EXPECT_EQ(trackKindOf(*trace, "fusion.1"), TrackKind::Stream);
  EXPECT_EQ(trace->details(spanNamed(*trace, "while.1")).args.find("long_name")->text, "%while.1 = long text");
  EXPECT_THAT(std::string(trace->text(trace->processes()[0].title)), testing::HasSubstr("TPU v4"));
}

TEST(Xplane, hasLaunchParametersUnderTheUsualNames) {
  const auto trace =
      read(xspaceOf({{"/device:GPU:0",
                      {{14,
                        "Stream #14(Compute)",
                        0,
                        {{"gemm",
                          0,
                          1'000,
                          {{"kernel_details", 0,
                            "regs:168 static_shared:16 dynamic_shared:2314 grid:128,2,1 block:384,1,1 occ_pct:18.75"},
                           {"program_id", -5}}}}}}}}));
  const ArgNode args = trace->details(spanNamed(*trace, "gemm")).args;
  ASSERT_NE(args.find("grid"), nullptr);
  EXPECT_EQ(args.find("grid")->children[1].text, "2");
  EXPECT_EQ(args.find("block")->children[0].text, "384");
  EXPECT_EQ(args.find("registers per thread")->text, "168");
  EXPECT_EQ(args.find("dynamic shared memory")->text, "2314");
  EXPECT_EQ(args.find("program_id")->text, "-5");
  const auto copy =
      read(xspaceOf({{"/device:GPU:0",
                      {{14,
                        "Stream #14",
                        0,
                        {{"MemcpyH2D", 0, 9, {{"memcpy_details", 0, "kind:Pinned size:512 dest:0 async:1"}}}}}}}}));
  EXPECT_EQ(copy->details(spanNamed(*copy, "MemcpyH2D")).args.find("bytes")->text, "512");
}

TEST(Xplane, takesWhatAllocatorsSayForMemory) {
  const auto event = [](std::string_view name, std::int64_t at, std::int64_t total) {
    return MadeEvent{
        name,
        at,
        0,
        {{"allocator_name", 0, "GPU_2_bfc"}, {"allocation_bytes", 512}, {"bytes_allocated", total}, {"addr", 4096}}};
  };
  const auto trace = read(
      xspaceOf({{"/host:CPU",
                 {{1,
                   "main",
                   0,
                   {event("MemoryAllocation", 1'000, 612), event("MemoryDeallocation", 2'000, 100), {"a", 0, 9}}}}}}));
  ASSERT_EQ(trace->memoryEvents().size(), 2U);
  EXPECT_EQ(trace->memoryEvents()[0].bytes, 512);
  EXPECT_EQ(trace->memoryEvents()[0].totalAllocated, 612);
  EXPECT_EQ(trace->memoryEvents()[0].device, 2);
  EXPECT_EQ(trace->memoryEvents()[1].bytes, -512);
  EXPECT_EQ(trace->spanCount(), 1U);
}

TEST(Xplane, isNotTakenForPerfettoNorPerfettoForIt) {
  EXPECT_TRUE(xplane::isXSpace(gpuProfile()));
  EXPECT_TRUE(xplane::isXSpace(std::string_view("\x0A\x10\x08\x03\x12\x0C/host:XY:CPU", 18)));
  EXPECT_FALSE(xplane::isXSpace(std::string_view("\x0A\x10\x40\x03\x12\x0C/host:XY:CPU", 18)));
  EXPECT_FALSE(xplane::isXSpace(""));
  EXPECT_FALSE(xplane::isXSpace("\x0A"));
}

// Damage.

TEST(XplaneDamage, keepsWhatPrecedesACut) {
  const std::string whole = gpuProfile();
  const std::size_t spans = read(whole)->spanCount();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto trace = read(whole.substr(0, size));
    ASSERT_NE(trace, nullptr);
    ASSERT_EQ(brokenPromise(*trace), "") << size;
    ASSERT_LE(trace->spanCount(), spans);
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      static_cast<void>(trace->details(SpanId{i}));
    }
  }
  const auto cut = read(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(cut->spanCount(), spans);
  EXPECT_EQ(cut->report()[IssueKind::TruncatedInput].count, 1U);
}

TEST(XplaneDamage, losesOneEventAndSaysSo) {
  std::string bytes = xspaceOf({{"/host:CPU", {{1, "main", 0, {{"first", 0, 9'000}, {"second", 10'000, 9'000}}}}}});
  const std::size_t line = bytes.find("main");
  const std::size_t tag = bytes.find('\x22', line);  // tag of the first event
  bytes[tag + 2] = '\x0B';                           // a group, which nobody has written since 2008
  const auto trace = read(bytes);
  EXPECT_EQ(spansNamed(*trace, "second").size(), 1U);
  EXPECT_EQ(trace->report()[IssueKind::BrokenEvent].count, 1U);
}

TEST(XplaneDamage, countsEventsThatHaveNoName) {
  std::string line;
  protozero::pbf_writer fields(line);
  fields.add_string(2, "main");
  fields.add_message(4, std::string("\x08\x63\x10\x00\x18\x05", 6));  // event of a kind that is not there
  fields.add_message(4, std::string("\x08\x63\x28\x07", 4));          // an aggregate of 7
  fields.add_message(4, std::string());
  std::string plane;
  protozero::pbf_writer parts(plane);
  parts.add_string(2, "/host:CPU");
  parts.add_message(3, line);
  std::string bytes;
  protozero::pbf_writer(bytes).add_message(1, plane);
  const auto trace = read(bytes);
  EXPECT_EQ(spansNamed(*trace, "event 99").size(), 1U);
  EXPECT_EQ(trace->report()[IssueKind::UnreadMetadata].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::EmptyEvent].count, 1U);
}

TEST(XplaneDamage, clampsTimesThatNoClockHas) {
  const auto trace = read(
      xspaceOf({{"/host:CPU",
                 {{1, "main", 0, {{"far", INT64_MAX, INT64_MAX}, {"early", INT64_MIN, 5}, {"back", 9'000, -5}}}}}}));
  EXPECT_EQ(trace->spanCount(), 3U);
  EXPECT_EQ(trace->report()[IssueKind::NegativeDuration].count, 1U);
  EXPECT_EQ(trace->duration(spanNamed(*trace, "back")).ns, 0);
  EXPECT_EQ(brokenPromise(*trace), "");
}

}  // namespace
}  // namespace kernline::test
