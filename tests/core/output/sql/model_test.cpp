// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/model.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

class ModelOf : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { m_trace = *load(fixture(GetParam())); }

  std::shared_ptr<const Trace> m_trace;
};

/// The length of what these cover together.
Duration unionOf(std::vector<TimeRange> ranges) {
  std::ranges::sort(ranges, {}, &TimeRange::begin);
  Duration length;
  Time covered{INT64_MIN};
  for (const TimeRange& range : ranges) {
    const TimeRange rest{std::max(range.begin, covered), range.end};
    if (!rest.isEmpty()) {
      length += rest.length();
      covered = range.end;
    }
  }
  return length;
}

TEST_P(ModelOf, nestsSpansAsTheirParentsSay) {
  sql::Model model(m_trace);
  std::map<SpanId, std::vector<TimeRange>> inside;
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    const SpanId span{i};
    const SpanId parent = m_trace->parent(span);
    ASSERT_EQ(model.nesting().depths[i], parent == SpanId::none ? 0 : model.nesting().depths[index(parent)] + 1) << i;
    if (parent != SpanId::none) {
      inside[parent].push_back(m_trace->range(span));
    }
  }
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    ASSERT_EQ(model.nesting().selfTimes[i], m_trace->durations()[i] - unionOf(inside[SpanId{i}])) << i;
  }
}

TEST_P(ModelOf, knowsOperatorsAndLaunchesOfEverySpan) {
  sql::Model model(m_trace);
  model.make(sql::Derived::Operators | sql::Derived::Launches);
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    ASSERT_EQ(model.opOf(SpanId{i}), m_trace->opOf(SpanId{i})) << i;
    ASSERT_EQ(model.launchOf(SpanId{i}), m_trace->launchOf(SpanId{i})) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, ModelOf,
                         testing::Values("h200-profiler-steps.json.gz", "torch-alexnet-a100.json.gz",
                                         "torch-cuda-event-sync.json.gz", "chrome-deep-nesting.json",
                                         "torch-rocm-vllm-graph.json.gz", "chrome-system-trace.json",
                                         "h200-cuda-graph.json.gz", "begin-end-trouble.json"),
                         [](const auto& file) { return testName(file.param); });

}  // namespace
}  // namespace kernline::test
