// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/independent_count.h"
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>

namespace kernline::test {
namespace {

using testing::UnorderedElementsAreArray;

/// The figures that `summary` and `stats` give of real torch traces, against a count of their own.
class Figures : public testing::TestWithParam<const char*> {
 protected:
  std::string path = fixture(GetParam());
  IndependentCount expected = countIndependently(path);
};

TEST_P(Figures, ofASummaryAgreeWithAnIndependentCount) {
  ASSERT_FALSE(expected.complete.empty());
  const nlohmann::json summary = answerOf({"summary", "--json", path});
  EXPECT_EQ(summary.at("files").at(0).at("path"), path);
  EXPECT_GT(summary.at("files").at(0).at("load_ns"), 0);
  EXPECT_EQ(summary.at("events").at("spans"), expected.complete.size());

  std::uint64_t onTracks = 0;
  for (const nlohmann::json& track : summary.at("tracks")) {
    onTracks += track.at("spans").get<std::uint64_t>();
  }
  EXPECT_EQ(onTracks, expected.complete.size());

  std::vector<std::int64_t> busy;
  for (const auto& [pid, intervals] : expected.deviceActivities()) {
    busy.push_back(unionLength(intervals));
  }
  std::vector<std::int64_t> answered;
  for (const nlohmann::json& device : summary.at("devices")) {
    answered.push_back(device.at("busy_ns").get<std::int64_t>());
    EXPECT_EQ(device.at("busy_ns").get<std::int64_t>() + device.at("idle_ns").get<std::int64_t>(),
              device.at("end_ns").get<std::int64_t>() - device.at("start_ns").get<std::int64_t>());
    EXPECT_LE(device.at("exposed_communication_ns"), device.at("communication_ns"));
    EXPECT_LE(device.at("kernel_ns"), device.at("busy_ns"));
  }
  EXPECT_THAT(answered, UnorderedElementsAreArray(busy));
}

std::int64_t sumOfParts(const nlohmann::json& parts) {
  std::int64_t sum = 0;
  for (const char* part : {"kernel_ns", "memcpy_ns", "memset_ns", "only_communication_ns", "runtime_ns",
                           "data_loader_ns", "cpu_ns", "other_ns"}) {
    sum += parts.at(part).get<std::int64_t>();
  }
  return sum;
}

TEST_P(Figures, ofTheBreakdownAndOfIdleTimeAddUp) {
  const nlohmann::json summary = answerOf({"summary", "--json", path});
  ASSERT_FALSE(summary.at("breakdown").empty());
  for (const nlohmann::json& rank : summary.at("breakdown")) {
    EXPECT_EQ(sumOfParts(rank), rank.at("wall_ns"));
  }
  for (const nlohmann::json& step : summary.at("steps")) {
    EXPECT_EQ(sumOfParts(step.at("breakdown")), step.at("host_ns"));
  }
  ASSERT_EQ(summary.at("idle_causes").size(), summary.at("devices").size());
  for (std::size_t i = 0; i < summary.at("devices").size(); ++i) {
    const nlohmann::json& idle = summary.at("idle_causes").at(i);
    EXPECT_EQ(idle.at("idle_ns"), summary.at("devices").at(i).at("idle_ns"));
    std::int64_t sum = 0;
    for (const nlohmann::json& cause : idle.at("causes")) {
      sum += cause.at("total_ns").get<std::int64_t>();
    }
    EXPECT_EQ(sum, idle.at("idle_ns"));
  }
}

TEST_P(Figures, ofStatsAgreeWithAnIndependentCount) {
  for (const char* kind : {"kernel", "memcpy", "memset"}) {
    const auto durations = expected.durations(kind);
    const nlohmann::json stats = answerOf({"stats", "--json", "--kind", kind, path});
    ASSERT_EQ(stats.at("rows").size(), durations.size()) << kind;
    std::int64_t lastTotal = std::numeric_limits<std::int64_t>::max();
    double shares = 0;
    for (const nlohmann::json& row : stats.at("rows")) {
      const auto found = durations.find(row.at("name"));
      ASSERT_NE(found, durations.end()) << row;
      const std::vector<std::int64_t>& values = found->second;
      const std::int64_t total = std::accumulate(values.begin(), values.end(), std::int64_t{0});
      const std::size_t n = values.size();
      EXPECT_EQ(row.at("count"), n);
      EXPECT_EQ(row.at("total_ns"), total);
      EXPECT_EQ(row.at("min_ns"), values.front());
      EXPECT_EQ(row.at("max_ns"), values.back());
      EXPECT_EQ(row.at("median_ns"), n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2] + 1) / 2);
      EXPECT_NEAR(row.at("mean_ns").get<double>(), static_cast<double>(total) / static_cast<double>(n), 0.5);
      EXPECT_LE(total, lastTotal) << "rows come by total";
      lastTotal = total;
      shares += row.at("share").get<double>();
    }
    EXPECT_NEAR(shares, durations.empty() ? 0 : 1, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Torch, Figures,
                         testing::Values("h200-ring-rank0.json.gz", "h200-attention-original.json.gz",
                                         "h200-cuda-graph.json.gz", "h200-profiler-steps.json.gz",
                                         "torch-alexnet-a100.json.gz", "torch-gpu-annotations.json.gz",
                                         "torch-cuda-event-sync.json.gz", "torch-rocm-mi250.json.gz",
                                         "torch-rocm-sglang-decode.json.gz", "torch-h100-docs-after.json",
                                         "torch-compile-triton.json.gz", "torch-rocm-gpu-only.json.gz"),
                         [](const auto& trace) { return testName(trace.param); });

TEST(Summary, splitsADeviceByKindOfWork) {
  const IndependentCount expected = countIndependently(fixture("h200-ring-rank0.json.gz"));
  std::vector<Interval> communication;
  std::vector<Interval> compute;
  for (const IndependentCount::CompleteEvent& event : expected.complete) {
    if (event.category == "kernel") {
      (event.name.starts_with("nccl") ? communication : compute)
          .emplace_back(event.start, event.start + event.duration);
    }
  }
  std::vector<Interval> both = compute;
  both.insert(both.end(), communication.begin(), communication.end());
  const nlohmann::json device = answerOf({"summary", "--json", fixture("h200-ring-rank0.json.gz")}).at("devices").at(0);
  EXPECT_EQ(device.at("communication_ns"), unionLength(communication));
  EXPECT_EQ(device.at("exposed_communication_ns"), unionLength(both) - unionLength(compute));
  EXPECT_EQ(device.at("kernel_ns"), unionLength(both));
  EXPECT_EQ(device.at("rank"), 0);
  EXPECT_EQ(device.at("device"), 0);
}

TEST(Summary, listsProfilerSteps) {
  const IndependentCount expected = countIndependently(fixture("h200-profiler-steps.json.gz"));
  std::map<std::string, Interval> steps;
  for (const IndependentCount::CompleteEvent& event : expected.complete) {
    if (event.name.starts_with("ProfilerStep#") && event.category == "user_annotation") {
      steps[event.name] = {event.start, event.duration};
    }
  }
  ASSERT_GT(steps.size(), 1U);
  const nlohmann::json answered = answerOf({"summary", "--json", fixture("h200-profiler-steps.json.gz")}).at("steps");
  ASSERT_EQ(answered.size(), steps.size());
  for (const nlohmann::json& step : answered) {
    const auto found = steps.find(step.at("name"));
    ASSERT_NE(found, steps.end()) << step;
    EXPECT_EQ(step.at("start_ns"), found->second.first);
    EXPECT_EQ(step.at("duration_ns"), found->second.second);
  }
}

TEST(Stats, ofARangeCutSpansAtItsEdges) {
  const std::string path = fixture("h200-ring-rank0.json.gz");
  const IndependentCount expected = countIndependently(path);
  std::int64_t zero = std::numeric_limits<std::int64_t>::max();
  for (const IndependentCount::CompleteEvent& event : expected.complete) {
    zero = std::min(zero, event.start);
  }
  const Interval range{zero + 3'000'000, zero + 9'500'000};
  std::int64_t total = 0;
  std::uint64_t count = 0;
  for (const IndependentCount::CompleteEvent& event : expected.complete) {
    const std::int64_t inside =
        std::min(event.start + event.duration, range.second) - std::max(event.start, range.first);
    if (event.category == "kernel" && inside > 0) {
      total += inside;
      ++count;
    }
  }
  ASSERT_GT(count, 0U);
  const std::string onClock = "@" + std::to_string(range.first) + "..@" + std::to_string(range.second);
  for (const std::string& text : {std::string{"3ms..9.5ms"}, std::string{"3000000..9500000"}, onClock}) {
    const nlohmann::json file =
        answerOf({"stats", "--json", "--kind", "kernel", "--range", text, path}).at("files").at(0);
    EXPECT_EQ(file.at("total_ns"), total) << text;
    EXPECT_EQ(file.at("count"), count) << text;
  }
}

TEST(Stats, groupByCategoryAndStream) {
  const std::string path = fixture("torch-cuda-event-sync.json.gz");
  const IndependentCount expected = countIndependently(path);
  std::map<std::string, std::int64_t> totals;
  for (const IndependentCount::CompleteEvent& event : expected.complete) {
    totals[event.category] += event.duration;
  }
  const nlohmann::json byCategory = answerOf({"stats", "--json", "--by", "category", "--kind", "all", path});
  ASSERT_EQ(byCategory.at("rows").size(), totals.size());
  for (const nlohmann::json& row : byCategory.at("rows")) {
    std::string name = row.at("name");
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ(row.at("total_ns"), totals[name]) << row;
  }
}

TEST(Stats, byFamilySumUpToAllKernels) {
  const std::string path = fixture("torch-alexnet-a100.json.gz");
  std::int64_t kernels = 0;
  for (const auto& [name, values] : countIndependently(path).durations("kernel")) {
    kernels += std::accumulate(values.begin(), values.end(), std::int64_t{0});
  }
  std::int64_t byFamily = 0;
  std::set<std::string> families;
  const nlohmann::json stats = answerOf({"stats", "--json", "--by", "family", "--kind", "kernel", path});
  for (const nlohmann::json& row : stats.at("rows")) {
    byFamily += row.at("total_ns").get<std::int64_t>();
    families.insert(row.at("name"));
  }
  EXPECT_EQ(byFamily, kernels);
  EXPECT_TRUE(families.contains("convolution")) << "AlexNet convolves";
}

std::int64_t sumOfTotals(const nlohmann::json& stats) {
  std::int64_t sum = 0;
  for (const nlohmann::json& row : stats.at("rows")) {
    sum += row.at("total_ns").get<std::int64_t>();
  }
  return sum;
}

TEST(Stats, giveEachKernelToOneRowWhateverTheKey) {
  for (const char* file : {"torch-alexnet-a100.json.gz", "h200-profiler-steps.json.gz", "h200-ring-rank0.json.gz"}) {
    const std::string path = fixture(file);
    std::int64_t kernels = 0;
    for (const auto& [name, values] : countIndependently(path).durations("kernel")) {
      kernels += std::accumulate(values.begin(), values.end(), std::int64_t{0});
    }
    for (const char* key :
         {"name", "family", "category", "op", "module", "phase", "step", "shape", "launch", "stream"}) {
      const nlohmann::json stats = answerOf({"stats", "--json", "--by", key, "--kind", "kernel", path});
      EXPECT_EQ(sumOfTotals(stats), kernels) << file << " by " << key;
    }
  }
}

TEST(Stats, byModuleAgreeWithTheModules) {
  const std::string path = fixture("h200-profiler-steps.json.gz");
  const nlohmann::json modules = answerOf({"modules", "--json", path});
  std::map<std::string, std::int64_t> selves;
  for (const nlohmann::json& row : modules.at("rows")) {
    if (row.at("self_ns").get<std::int64_t>() > 0) {
      selves[row.at("path")] = row.at("self_ns");
    }
  }
  const nlohmann::json stats = answerOf({"stats", "--json", "--by", "module", "--kind", "device", path});
  std::map<std::string, std::int64_t> totals;
  for (const nlohmann::json& row : stats.at("rows")) {
    totals[row.at("name")] = row.at("total_ns");
  }
  EXPECT_EQ(totals, selves);
  EXPECT_GT(totals.size(), 2U);
}

TEST(Stats, ofAFilterSayWhatItLeavesOfAll) {
  const std::string path = fixture("h200-profiler-steps.json.gz");
  const nlohmann::json all = answerOf({"stats", "--json", "--by", "phase", path});
  const auto backward = std::ranges::find(all.at("rows"), "backward", [](const auto& row) { return row.at("name"); });
  ASSERT_NE(backward, all.at("rows").end());
  const nlohmann::json part = answerOf({"stats", "--json", "--filter", "phase:backward", path});
  const nlohmann::json& file = part.at("files")[0];
  EXPECT_EQ(file.at("total_ns"), backward->at("total_ns"));
  EXPECT_EQ(file.at("count"), backward->at("count"));
  EXPECT_EQ(file.at("unfiltered_total_ns"), all.at("files")[0].at("total_ns"));
  EXPECT_EQ(sumOfTotals(part), backward->at("total_ns"));
  double shares = 0;
  for (const nlohmann::json& row : part.at("rows")) {
    shares += row.at("share").get<double>();
  }
  EXPECT_NEAR(shares, backward->at("share").get<double>(), 1e-9) << "of all";
  EXPECT_THAT(kernline({"stats", "--filter", "phase:backward", path}).out,
              testing::HasSubstr("filtered by \"phase:backward\": "));
}

TEST(Stats, sayWhereSpansContainEachOther) {
  const std::string path = fixture("h200-profiler-steps.json.gz");
  const nlohmann::json answer = answerOf({"stats", "--json", "--kind", "op", path});
  const nlohmann::json& file = answer.at("files")[0];
  EXPECT_LT(file.at("self_ns"), file.at("total_ns"));
  EXPECT_GE(file.at("self_ns"), file.at("busy_ns")) << "of each thread by itself";
  EXPECT_THAT(kernline({"stats", "--kind", "python", path}).out, testing::HasSubstr("spans contain each other: "));
  EXPECT_THAT(kernline({"stats", "--kind", "kernel", path}).out,
              testing::Not(testing::HasSubstr("spans contain each other")));
}

TEST(Stats, byStreamTellStreamsApart) {
  const std::string path = fixture("h200-ring-rank0.json.gz");  // computes on one stream, communicates on another
  std::int64_t communication = 0;
  for (const auto& [name, values] : countIndependently(path).durations("kernel")) {
    communication += name.starts_with("nccl") ? std::accumulate(values.begin(), values.end(), std::int64_t{0}) : 0;
  }
  const nlohmann::json stats = answerOf({"stats", "--json", "--by", "stream", "--kind", "kernel", path});
  ASSERT_EQ(stats.at("rows").size(), 2U);
  EXPECT_EQ(stats.at("rows").at(1).at("total_ns"), communication);
  EXPECT_NE(stats.at("rows").at(0).at("name"), stats.at("rows").at(1).at("name"));
}

TEST(Stats, byOperatorSumUpToAllKernels) {
  const std::string path = fixture("torch-alexnet-a100.json.gz");
  std::int64_t kernels = 0;
  for (const auto& [name, values] : countIndependently(path).durations("kernel")) {
    kernels += std::accumulate(values.begin(), values.end(), std::int64_t{0});
  }
  std::int64_t byOp = 0;
  std::set<std::string> ops;
  const nlohmann::json stats = answerOf({"stats", "--json", "--by", "op", "--kind", "kernel", path});
  for (const nlohmann::json& row : stats.at("rows")) {
    byOp += row.at("total_ns").get<std::int64_t>();
    ops.insert(row.at("name"));
  }
  EXPECT_EQ(byOp, kernels);
  EXPECT_TRUE(ops.contains("aten::cudnn_convolution")) << "AlexNet convolves";
}

nlohmann::json sortedRows(const std::string& by) {
  return answerOf({"stats", "--json", "--sort", by, fixture("torch-alexnet-a100.json.gz")}).at("rows");
}

TEST(Stats, comeLargestFirstOrByName) {
  const nlohmann::json byTotal = sortedRows("total");
  ASSERT_GT(byTotal.size(), 5U);
  for (const char* column : {"total", "count", "mean", "median", "min", "max", "stddev"}) {
    nlohmann::json rows = sortedRows(column);
    const std::string member = std::string(column) == "count" ? "count" : std::string(column) + "_ns";
    EXPECT_TRUE(std::ranges::is_sorted(rows, [&](const nlohmann::json& a, const nlohmann::json& b) {
      return a.at(member) > b.at(member);
    })) << column;
    EXPECT_TRUE(std::ranges::is_permutation(rows, byTotal)) << column;
  }
  const nlohmann::json byName = sortedRows("name");
  EXPECT_TRUE(
      std::ranges::is_sorted(byName, {}, [](const nlohmann::json& row) { return row.at("name").get<std::string>(); }));
  EXPECT_TRUE(std::ranges::is_permutation(byName, byTotal));
  const std::string text =
      kernline({"stats", "--sort", "name", "--limit", "0", fixture("torch-alexnet-a100.json.gz")}).out;
  EXPECT_LT(text.find("  ampere_gcgemm"), text.find("  elementwise_kernel<")) << "by the names that are shown";
  EXPECT_LT(text.find("  elementwise_kernel<"), text.find("  max_pool_forward_nchw<"));
  EXPECT_EQ(kernline({"stats", "--sort", "length", fixture("torch-alexnet-a100.json.gz")}).code, 2);
}

TEST(Stats, lookAtEverythingWhereThereAreNoKernels) {
  const nlohmann::json stats = answerOf({"stats", "--json", fixture("clang-11-time-trace.json")});
  const nlohmann::json& file = stats.at("files").at(0);
  EXPECT_EQ(file.at("kind"), "all");
  EXPECT_GT(file.at("repeated"), 0) << "its Total rows repeat the others";
  EXPECT_EQ(file.at("count").get<std::size_t>() + file.at("repeated").get<std::size_t>(),
            countIndependently(fixture("clang-11-time-trace.json")).complete.size());
}

TEST(Figures, sayThatCallsWithinCallsAreCounted) {
  EXPECT_THAT(kernline({"stats", "--kind", "op", shared("h200/gpt_stack_trace.json.gz")}).out,
              testing::HasSubstr("calls within a call of the same operator"));
  EXPECT_THAT(kernline({"stats", "--kind", "op", fixture("torch-compare-base.json.gz")}).out,
              testing::Not(testing::HasSubstr("calls within a call")));
}

TEST(Figures, keepAnnotationsOfHostAndDeviceApart) {
  const auto totalOf = [](const char* kind) {
    const auto rows =
        answerOf({"stats", "--json", "--kind", kind, "--limit", "0", shared("h200/gpt_stack_trace.json.gz")})["rows"];
    const auto row = std::ranges::find(rows, "## forward ##", [](const auto& each) { return each["name"]; });
    return row == rows.end() ? std::int64_t{0} : (*row)["total_ns"].template get<std::int64_t>();
  };
  EXPECT_NEAR(static_cast<double>(totalOf("annotation")), 32.65e6, 5e3);
  EXPECT_NEAR(static_cast<double>(totalOf("gpu_annotation")), 38.16e6, 5e3);
}

}  // namespace
}  // namespace kernline::test
