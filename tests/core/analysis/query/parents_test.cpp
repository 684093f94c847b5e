// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/parents.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

void expectParents(const Trace& trace) {
  const std::vector<SpanId> parents = parentsOf(trace);
  ASSERT_EQ(parents.size(), trace.spanCount());
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    ASSERT_EQ(parents[i], trace.parent(SpanId{i})) << i;
    found += parents[i] == SpanId::none ? 0 : 1;
  }
  EXPECT_GT(found, 0U);
}

TEST(Parents, AreThoseThatTheTraceFindsForEachSpan) {
  const auto trace = load(fixture("h200-ring-rank0.json.gz"));
  ASSERT_TRUE(trace);
  expectParents(**trace);
}

TEST(Parents, AreRightWhereSpansOverlapBeginTogetherOrTakeNoTime) {
  std::mt19937 random(5);
  std::string events;
  for (int i = 0; i < 3000; ++i) {
    events += fmt::format(R"({}{{"ph":"X","name":"s","pid":1,"tid":{},"ts":{},"dur":{}}})", i == 0 ? "" : ",\n",
                          random() % 2, random() % 700, random() % 3 == 0 ? 0 : random() % 60);
  }
  const auto trace = chrome::readChromeText("[" + events + "]", {});
  ASSERT_TRUE(trace);
  expectParents(**trace);
}

}  // namespace
}  // namespace kernline::test
