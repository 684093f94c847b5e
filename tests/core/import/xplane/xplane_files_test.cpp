// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that JAX wrote, against figures that were counted apart from any reader (formats/xplane/expected.json).
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/statistics/statistics.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace kernline::test {
namespace {

using Json = nlohmann::json;

Json expectedOf(const std::string& file) {
  const Json all = Json::parse(readFile(shared("formats/xplane/expected.json")));
  for (const Json& entry : all.at("files")) {
    if (entry.at("file") == file) {
      return entry;
    }
  }
  ADD_FAILURE() << file;
  return {};
}

std::shared_ptr<const Trace> loaded(const std::string& file) {
  auto trace = load(shared("formats/" + file));
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

struct Totals {
  std::uint64_t count = 0;
  std::int64_t ns = 0;
  bool operator==(const Totals&) const = default;
};

std::map<std::string, Totals> kernelTotals(const Trace& trace) {
  std::map<std::string, Totals> totals;
  for (const StatisticsRow& row : statistics(trace, {.kinds = {SpanKind::Kernel}}).rows) {
    totals[std::string(row.name)] = {row.count, row.total.ns};
  }
  return totals;
}

/// Returns for each row with spans its name, and how many with what total.
std::vector<std::string> rowsOf(const Trace& trace, std::string_view process) {
  std::vector<std::string> rows;
  for (const Track& track : trace.tracks()) {
    if (trace.text(trace.process(track.process).name) != process) {
      continue;
    }
    std::int64_t total = 0;
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      total += trace.duration(SpanId{i}).ns;
    }
    rows.push_back(
        fmt::format("{} {}: {} spans, {} ns", trace.text(track.tid), trace.text(track.name), track.spanCount, total));
  }
  return rows;
}

class XplaneFile : public testing::TestWithParam<const char*> {};

TEST_P(XplaneFile, hasTheRowsAndTotalsThatWereCounted) {
  const Json expected = expectedOf(GetParam());
  const auto trace = loaded(GetParam());
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(brokenPromise(*trace), "");
  for (const Json& plane : expected.at("planes")) {
    std::vector<std::string> rows;
    for (const Json& line : plane.at("line")) {
      const std::string display = line.at("display_name");
      const std::int64_t total = line.at("total_ps").get<std::int64_t>() / 1000;
      rows.push_back(fmt::format("{} {}: {} spans, {} ns", line.at("id").get<std::string>(),
                                 display.empty() ? line.at("name").get<std::string>() : display,
                                 line.at("events").get<std::uint64_t>(), total));
    }
    const std::string name = plane.at("name");
    if (name.starts_with("/device:")) {
      EXPECT_THAT(rowsOf(*trace, name), testing::UnorderedElementsAreArray(rows)) << name;
    } else if (name == "/host:CPU") {
      std::uint64_t spans = trace->memoryEvents().size();
      for (const Track& track : trace->tracks()) {
        spans += trace->text(trace->process(track.process).name) == name ? track.spanCount : 0;
      }
      EXPECT_EQ(spans, plane.at("events").get<std::uint64_t>()) << "some are what allocators say";
    }
  }
  for (const Json& device : expected.at("kernels")) {
    const std::string plane = device.at("plane");
    std::map<std::string, Totals> totals;
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      const Track& track = trace->track(trace->trackOf(SpanId{i}));
      if (isDeviceActivity(trace->kind(SpanId{i})) && trace->text(trace->process(track.process).name) == plane) {
        Totals& entry = totals[std::string(trace->nameText(SpanId{i}))];
        ++entry.count;
        entry.ns += trace->duration(SpanId{i}).ns;
      }
    }
    EXPECT_EQ(totals.size(), device.at("names").get<std::size_t>()) << plane;
    for (const Json& top : device.at("top")) {
      const Totals wanted{top.at("events"), top.at("total_ps").get<std::int64_t>() / 1000};
      EXPECT_EQ(totals[top.at("name")], wanted) << plane << " " << top.at("name");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Jax, XplaneFile,
                         testing::Values("xplane/jax_h200.xplane.pb", "xplane/tracelens_mi300_conv.xplane.pb"),
                         [](const auto& param) { return testName(param.param); });

TEST(XplanePair, isTheRunThatTheJsonTells) {
  const auto plane = loaded("xplane/jax_h200.xplane.pb");
  const auto json = loaded("xplane/jax_h200.trace.json.gz");
  ASSERT_TRUE(plane != nullptr && json != nullptr);
  EXPECT_EQ(kernelTotals(*plane), kernelTotals(*json));
  const auto planeDevices = deviceActivity(*plane);
  const auto jsonDevices = deviceActivity(*json);
  ASSERT_EQ(planeDevices.size(), 1U);
  ASSERT_EQ(jsonDevices.size(), 1U);
  EXPECT_EQ(planeDevices[0].times.busy, jsonDevices[0].times.busy);
  EXPECT_EQ(planeDevices[0].window, jsonDevices[0].window);
  EXPECT_EQ(planeDevices[0].kernels, 75U);
  const auto of = [](const Trace& trace) {
    std::vector<std::string> spans;
    for (const SpanFacts& span : allSpans(trace)) {
      spans.push_back(fmt::format("{} {} {}", span.name, span.startNs, span.durationNs));
    }
    std::ranges::sort(spans);
    return spans;
  };
  EXPECT_EQ(of(*plane), of(*json)) << "what allocators say, which the JSON leaves out, is memory";
}

TEST(XplanePair, saysMoreThanTheJson) {
  const auto trace = loaded("xplane/jax_h200.xplane.pb");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(trace->launches().size(), 75U);
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 75U) << "15 kernels a launch of the graph";
  EXPECT_EQ(trace->memoryEvents().size(), 20U);
  EXPECT_EQ(trace->baseTimeNs(), 1795366915886068325);
  ASSERT_EQ(trace->devices().size(), 1U);
  EXPECT_EQ(trace->devices()[0].name, "NVIDIA H200");
  EXPECT_EQ(trace->devices()[0].memoryBytes, 150109880320U);
  EXPECT_EQ(trace->devices()[0].computeMajor, 9U);
}

TEST(XplanePair, hasTheStatsOfEachEventAsArgs) {
  const auto trace = loaded("xplane/jax_h200.xplane.pb");
  ASSERT_NE(trace, nullptr);
  const Json expected = expectedOf("xplane/jax_h200.xplane.pb");
  for (const Json& example : expected.at("examples")) {
    const std::int64_t start = std::stoll(example.at("start_ps").get<std::string>()) / 1000;
    const std::string name = example.at("name");
    SpanId found = SpanId::none;
    for (const SpanId span : spansNamed(*trace, name)) {
      found = trace->start(span).ns == start ? span : found;
    }
    ASSERT_NE(found, SpanId::none) << name;
    const ArgNode args = trace->details(found).args;
    for (const auto& [key, value] : example.at("stats").items()) {
      const ArgNode* arg = args.find(key);
      ASSERT_NE(arg, nullptr) << key;
      if (value.is_number()) {
        EXPECT_EQ(std::stod(arg->text), value.get<double>()) << key;
      } else {
        EXPECT_EQ(arg->text, value.get<std::string>()) << key;
      }
    }
  }
}

TEST(XplaneFiles, linkLaunchesOfEightDevices) {
  const auto trace = loaded("xplane/tracelens_mi300_conv.xplane.pb");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(deviceActivity(*trace).size(), 8U);
  std::size_t kernels = 0;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    kernels += isDeviceActivity(trace->kind(SpanId{i})) ? 1 : 0;
  }
  EXPECT_EQ(trace->launches().size() + trace->report()[IssueKind::KernelWithoutLaunch].count, kernels);
  EXPECT_GT(trace->launches().size(), kernels / 2);
}

}  // namespace
}  // namespace kernline::test
