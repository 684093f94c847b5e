// SPDX-License-Identifier: Apache-2.0
// Recordings made on a GPU (tests/fixtures/recordings), as the importer reads them.
#include "core/model/trace/trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace kernline::recorder {
namespace {

using kernline::test::fixture;
using testing::ElementsAre;

std::shared_ptr<const Trace> recording(const std::string& name) {
  auto trace = load(fixture("recordings/" + name));
  EXPECT_TRUE(trace.has_value());
  return trace.value_or(nullptr);
}

std::map<SpanKind, int> countsOf(const Trace& trace) {
  std::map<SpanKind, int> counts;
  for (const SpanKind kind : trace.kinds()) {
    ++counts[kind];
  }
  return counts;
}

/// Device activity without the call that launched it.
int unlinked(const Trace& trace) {
  int count = 0;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const auto span = static_cast<SpanId>(i);
    const SpanKind kind = trace.kind(span);
    const bool isWork = kind == SpanKind::Kernel || kind == SpanKind::Memcpy || kind == SpanKind::Memset;
    count += isWork && trace.launchOf(span) == SpanId::none ? 1 : 0;
  }
  return count;
}

TEST(Recordings, ofACudaGraphHoldEveryKernelOfEveryReplay) {
  const auto trace = recording("cuda-graph.json.gz");
  ASSERT_NE(trace, nullptr);
  const auto counts = countsOf(*trace);
  EXPECT_EQ(counts.at(SpanKind::Kernel), 1021);  // number printed by the program itself
  EXPECT_EQ(counts.at(SpanKind::Memcpy), 2);
  EXPECT_EQ(counts.at(SpanKind::Memset), 1);
  EXPECT_EQ(counts.at(SpanKind::Annotation), 1001);  // spans and a mark
  EXPECT_EQ(unlinked(*trace), 0);
  EXPECT_THAT(trace->report().kinds(), ElementsAre(IssueKind::GraphReplay));
  int replayed = 0;
  for (const SpanId call : kernline::test::spansNamed(*trace, "cudaGraphLaunch")) {
    replayed += static_cast<int>(trace->launchedBy(call).size());
  }
  EXPECT_EQ(replayed, 20);
}

TEST(Recordings, ofTwoProcessesOnOneGpuKeepThemApart) {
  const auto trace = recording("two-processes.json.gz");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(countsOf(*trace).at(SpanKind::Kernel), 2042);
  EXPECT_EQ(unlinked(*trace), 0);
  EXPECT_THAT(trace->report().kinds(), ElementsAre(IssueKind::GraphReplay));
  // Every row's work was launched by one process.
  std::map<TrackId, std::set<std::string>> launchers;
  for (const SpanId kernel : kernline::test::spansNamed(*trace, "addOne(float*, int)")) {
    const Track& host = trace->track(trace->trackOf(trace->launchOf(kernel)));
    launchers[trace->trackOf(kernel)].insert(std::string(trace->text(trace->process(host.process).pid)));
  }
  ASSERT_EQ(launchers.size(), 2);
  std::set<std::string> all;
  for (const auto& [track, processes] : launchers) {
    EXPECT_EQ(processes.size(), 1);
    all.insert(processes.begin(), processes.end());
  }
  EXPECT_EQ(all.size(), 2);
}

TEST(Recordings, ofTrainingStepsAreCleanAndShowTheSteps) {
  const auto trace = recording("torch-step.json.gz");
  ASSERT_NE(trace, nullptr);
  const auto counts = countsOf(*trace);
  EXPECT_EQ(counts.at(SpanKind::Kernel), 252);
  EXPECT_EQ(counts.at(SpanKind::Memcpy), 30);
  EXPECT_EQ(counts.at(SpanKind::Memset), 16);
  EXPECT_EQ(unlinked(*trace), 0);
  EXPECT_TRUE(trace->report().isClean());
  EXPECT_EQ(trace->steps().size(), 8);
  EXPECT_EQ(kernline::test::spansNamed(*trace, "backward").size(), 8);
  EXPECT_EQ(trace->memoryEvents().size(), 14);
}

TEST(Recordings, ofPyTorchHaveItsOperatorsAndCallsOfModules) {
  const auto trace = recording("torch-training.json.gz");
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(countsOf(*trace).at(SpanKind::Op), 5646);
  EXPECT_EQ(unlinked(*trace), 0);
  EXPECT_TRUE(trace->report().isClean());
  EXPECT_EQ(countsOf(*trace).at(SpanKind::PythonFunction), 90);
  EXPECT_EQ(kernline::test::spansNamed(*trace, "nn.Module: blocks.1.qkv").size(), 6);
}

TEST(Recordings, ofPyTorchHaveSampledFunctionsAroundItsOperators) {
  const auto trace = recording("torch-lines.json.gz");
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->report().isClean());
  const std::string_view function = "torch_lines.py(20): largest_weights";
  std::size_t within = 0;
  const auto reads = kernline::test::spansNamed(*trace, "aten::item");
  for (kernline::SpanId span : reads) {
    while (span != kernline::SpanId::none && trace->nameText(span) != function) {
      span = trace->parent(span);
    }
    within += span == kernline::SpanId::none ? 0 : 1;
  }
  EXPECT_EQ(reads.size(), 48);
  EXPECT_GT(within, 36) << "of half a millisecond each, with samples a millisecond apart";
}

TEST(Recordings, countThemselvesRightly) {
  for (const char* name :
       {"cuda-graph.json.gz", "two-processes.json.gz", "torch-step.json.gz", "torch-training.json.gz"}) {
    const auto document =
        nlohmann::json::parse(kernline::test::readDecoded(fixture(std::string("recordings/") + name)));
    std::map<std::string, int> found;
    for (const auto& event : document["traceEvents"]) {
      const std::string category = event.value("cat", "");
      if (category == "cpu_instant_event") {
        ++found["memory"];
      } else if (!category.empty()) {
        ++found[category];
      }
    }
    EXPECT_EQ(document["kernlineFooter"]["records"].get<decltype(found)>(), found) << name;
    EXPECT_EQ(document["kernlineFooter"]["dropped"], 0) << name;
  }
}

}  // namespace
}  // namespace kernline::recorder
