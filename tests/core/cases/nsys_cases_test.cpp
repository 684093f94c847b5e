// SPDX-License-Identifier: GPL-3.0-or-later
// Real exports of Nsight Systems, held against figures that plain SQL gives.
#include "core/analysis/statistics/statistics.h"
#include "core/model/names/kernel_name.h"
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace kernline::test {
namespace {

using nlohmann::json;

class NsysExport : public PeerCaseTest {
 protected:
  void SetUp() override {
    PeerCaseTest::SetUp();
    if (IsSkipped()) {
      return;
    }
    const auto loaded = load(shared(GetParam().id));
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    trace = *loaded;
    expected = GetParam().json.at("expect");
  }

  /// Rows of {name, count, total, avg, med, min, max, stddev, pct} against the statistics of spans of a category.
  void expectRows(const char* key, const SpanKinds& kinds, std::string_view category) const {
    const Statistics all = statistics(*trace, {.kinds = kinds});
    std::map<std::string_view, const StatisticsRow*> byName;
    for (const StatisticsRow& row : all.rows) {
      if (row.category.starts_with(category)) {
        byName[row.name] = &row;
      }
    }
    const json rows = expected.value(key, json::array());
    for (const json& row : rows) {
      const auto name = row.at("name").get<std::string>();
      const auto found = byName.find(name);
      ASSERT_NE(found, byName.end()) << name;
      EXPECT_EQ(found->second->count, row.at("count").get<std::uint64_t>()) << name;
      EXPECT_EQ(found->second->total.ns, row.at("total").get<std::int64_t>()) << name;
      EXPECT_EQ(found->second->min.ns, row.at("min").get<std::int64_t>()) << name;
      EXPECT_EQ(found->second->max.ns, row.at("max").get<std::int64_t>()) << name;
      EXPECT_NEAR(static_cast<double>(found->second->mean.ns), row.at("avg").get<double>(), 0.51) << name;
      EXPECT_NEAR(static_cast<double>(found->second->median.ns), row.at("med").get<double>(), 0.51) << name;
      EXPECT_NEAR(static_cast<double>(found->second->stddev.ns), row.at("stddev").get<double>(), 0.56) << name;
    }
    EXPECT_EQ(byName.size(), rows.size()) << key << ": nothing else is there";
  }

  [[nodiscard]] std::string argOf(SpanId span, std::string_view key) const {
    const EventDetails details = trace->details(span);
    const ArgNode* node = details.args.find(key);
    return node == nullptr ? std::string{} : node->text;
  }

  std::shared_ptr<const Trace> trace;
  json expected;
};

TEST_P(NsysExport, statisticsAreThoseOfPlainSql) {
  expectRows("kernels", {SpanKind::Kernel}, "kernel");
  expectRows("api", {SpanKind::Runtime}, "cuda_");
  expectRows("nvtx_ranges", {SpanKind::Annotation}, "nvtx");
  expectRows("osrt", {SpanKind::Other}, "osrt");
}

TEST_P(NsysExport, copiesAndFillsHaveTheirTimesAndBytes) {
  std::map<std::string, std::int64_t> times;
  std::map<std::string, std::int64_t> bytes;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const SpanId span{i};
    const bool isCopy = trace->kind(span) == SpanKind::Memcpy;
    if (isCopy || trace->kind(span) == SpanKind::Memset) {
      const std::string name = isCopy ? "memcpy " + argOf(span, "copy kind") : "memset";
      times[name] += trace->duration(span).ns;
      bytes[name] += std::stoll(argOf(span, "bytes"));
    }
  }
  for (const json& row : expected.value("mem_time", json::array())) {
    EXPECT_EQ(times[row.at("name")], row.at("total").get<std::int64_t>());
  }
  for (const json& row : expected.value("mem_bytes", json::array())) {
    EXPECT_EQ(bytes[row.at("name")], row.at("total").get<std::int64_t>());
  }
  EXPECT_EQ(times.size(), expected.value("mem_time", json::array()).size());
}

TEST_P(NsysExport, streamsDevicesAndBoundsAgree) {
  std::set<std::pair<int, int>> streams;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    if (trace->kind(SpanId{i}) == SpanKind::Kernel) {
      const Track& track = trace->track(trace->trackOf(SpanId{i}));
      streams.emplace(trace->process(track.process).device, std::stoi(std::string(trace->text(track.tid))));
    }
  }
  std::set<std::pair<int, int>> wanted;
  for (const json& stream : expected.value("kernel_streams", json::array())) {
    wanted.emplace(stream.at(0).get<int>(), stream.at(1).get<int>());
  }
  EXPECT_EQ(streams, wanted);
  std::vector<std::string> gpus;
  for (const Device& device : trace->devices()) {
    gpus.push_back(device.name);
  }
  EXPECT_EQ(gpus, expected.at("gpus").is_null() ? std::vector<std::string>{}
                                                : expected.at("gpus").get<std::vector<std::string>>());
  EXPECT_EQ(trace->bounds().begin.ns, expected.at("time_range_ns").at(0).get<std::int64_t>());
  EXPECT_EQ(trace->bounds().end.ns, expected.at("time_range_ns").at(1).get<std::int64_t>());
}

TEST_P(NsysExport, saysWhatIsNotThere) {
  const json rows = expected.at("row_counts");
  const bool hasCuda = expected.contains("kernels");
  const ImportReport& report = trace->report();
  EXPECT_EQ(report[IssueKind::NoDeviceRecords].count, hasCuda ? 0U : 1U);
  const std::uint64_t events =
      rows.value("CUDA_EVENTS", 0U) + rows.value("SCHED_EVENTS", 0U) + rows.value("COMPOSITE_EVENTS", 0U);
  EXPECT_GE(report[IssueKind::UnsupportedRecord].count, events);
  EXPECT_LE(report[IssueKind::UnsupportedRecord].count, events + 2) << "events of CUDA that carry no time";
  EXPECT_THAT(trace->sources()[0].format.english(), testing::HasSubstr(expected.at("schema").get<std::string>()));
  EXPECT_EQ(brokenPromise(*trace), "");
}

INSTANTIATE_TEST_SUITE_P(Shared, NsysExport, testing::ValuesIn(peerCases("nsys", "file", "sqlite_stats.json")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
