// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks, hosts and devices that pids and args name.
#include "core/import/events/process_labels.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

std::string span(std::string_view category, std::string_view name, std::string_view pid, int tid, int start,
                 std::string_view args) {
  return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":5,"args":{{{}}}}})", category,
                     name, pid, tid, start, args);
}

std::shared_ptr<const Trace> open(const std::vector<std::string>& events) {
  const TemporaryFile file(fmt::format("[{}]", fmt::join(events, ",\n")));
  const auto trace = load(file.path());
  EXPECT_TRUE(trace);
  return trace ? *trace : nullptr;
}

struct Place {
  std::int32_t rank = -1;
  std::int32_t device = -1;
  auto operator<=>(const Place&) const = default;
};

std::set<Place> devicesOf(const Trace& trace) {
  std::set<Place> found;
  for (std::uint32_t s = 0; s < trace.spanCount(); ++s) {
    if (trace.kinds()[s] == SpanKind::Kernel) {
      const Process& process = trace.process(trace.track(trace.trackOf(SpanId{s})).process);
      found.insert({process.rank, process.device});
    }
  }
  return found;
}

TEST(NamedRanks, inPidsHaveDevicesAndLaunchesOfTheirOwn) {
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"[TP00] ", "[TP01] "}, {"[rank 0] ", "[rank 1] "}, {"host0:", "host1:"}, {"node-0/", "node-1/"}}) {
    std::vector<std::string> events;
    for (const std::string& label : {first, second}) {
      const int late = label == second ? 7 : 0;
      events.push_back(
          span("cuda_runtime", "cudaLaunchKernel", fmt::format("\"{}412\"", label), 412, 110, R"("correlation":31)"));
      events.push_back(span("kernel", "gemm", fmt::format("\"{}0\"", label), 7, 150 + late,
                            R"("device":0,"stream":7,"correlation":31)"));
    }
    const auto trace = open(events);
    EXPECT_EQ(devicesOf(*trace), (std::set<Place>{{0, 0}, {1, 0}})) << first;
    EXPECT_EQ(trace->launches().size(), 2U) << first;
    for (const Launch& launch : trace->launches()) {
      const auto rankOf = [&](SpanId s) { return trace->process(trace->track(trace->trackOf(s)).process).rank; };
      EXPECT_EQ(rankOf(launch.call), rankOf(launch.activity)) << first;
    }
    EXPECT_EQ(trace->report()[IssueKind::AmbiguousLaunch].count, 0U) << first;
  }
}

TEST(NamedRanks, inPidsOfDevicesAndNamesOfProcessesBelongTogether) {
  std::vector<std::string> events;
  for (int rank = 0; rank < 2; ++rank) {
    const std::string pid = std::to_string(1000 + rank);
    events.push_back(fmt::format(
        R"({{"ph":"M","name":"process_name","pid":{},"tid":0,"args":{{"name":"[EP{:02}] 880"}}}})", pid, rank));
    events.push_back(span("cuda_runtime", "cudaLaunchKernel", pid, 1, 110 + rank, R"("correlation":5)"));
    events.push_back(span("kernel", "moe", fmt::format("\"[EP{:02}] 0\"", rank), 7, 150 + rank,
                          R"("device":0,"stream":7,"correlation":5)"));
  }
  const auto trace = open(events);
  EXPECT_EQ(devicesOf(*trace), (std::set<Place>{{0, 0}, {1, 0}}));
  EXPECT_EQ(trace->launches().size(), 2U);
}

TEST(NamedRanks, areNumbersOfLabelsOrTheirPlaces) {
  using chrome::ProcessLabels;
  const std::vector<std::string_view> numbered{"[TP03] 5", "[TP01] 5", "[TP01] 0"};
  EXPECT_EQ(ProcessLabels(numbered).rankOf("[TP03] 77"), 3);
  EXPECT_EQ(ProcessLabels(numbered).withoutLabel("[TP03] 77"), "77");
  const std::vector<std::string_view> nested{"[TP00-PP00] 5", "[TP00-PP01] 5", "[TP01-PP00] 5"};
  EXPECT_EQ(ProcessLabels(nested).rankOf("[TP00-PP01] 5"), 1);
  EXPECT_EQ(ProcessLabels(nested).rankOf("[TP01-PP00] 5"), 2);
  const std::vector<std::string_view> alone{"host:412", "17", "/device:GPU:0"};
  EXPECT_EQ(ProcessLabels(alone).rankOf("host:412"), std::nullopt);
  EXPECT_EQ(ProcessLabels(alone).withoutLabel("host:412"), "host:412");
  EXPECT_EQ(ProcessLabels(alone).rankOf("/device:GPU:0"), std::nullopt);
}

TEST(NamedDevices, ofArgsCountWhateverTheProcessIsCalled) {
  const std::string name = R"({"ph":"M","name":"process_name","pid":9,"tid":0,"args":{"name":"python"}})";
  const auto mixed = open({name, span("cpu_op", "aten::mm", "9", 1, 5, ""),
                           span("kernel", "a", "9", 7, 60, R"("device":0,"stream":7)"),
                           span("kernel", "b", "9", 8, 70, R"("device":3,"stream":8)")});
  EXPECT_EQ(devicesOf(*mixed), (std::set<Place>{{-1, 0}, {-1, 3}}));
  EXPECT_EQ(mixed->process(mixed->track(mixed->trackOf(spanNamed(*mixed, "aten::mm"))).process).device, -1);
  const auto apart = open({name, span("kernel", "a", "9", 7, 60, R"("device":2,"stream":7)")});
  EXPECT_EQ(devicesOf(*apart), (std::set<Place>{{-1, 2}}));
  const auto oneRow =
      open({name, span("kernel", "a", "9", 7, 60, R"("device":0,"stream":7)"),
            span("kernel", "b", "9", 7, 70, R"("device":1,"stream":7)"), span("cpu_op", "aten::mm", "9", 1, 5, "")});
  EXPECT_EQ(devicesOf(*oneRow), (std::set<Place>{{-1, 0}, {-1, 1}}));
  const auto unsaid = open({span("kernel", "a", "4", 7, 60, R"("stream":7)")});
  EXPECT_EQ(devicesOf(*unsaid), (std::set<Place>{{-1, 4}}));
}

}  // namespace
}  // namespace kernline::test
