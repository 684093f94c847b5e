// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/self_times.h"

#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

using Selves = std::map<std::string, std::int64_t>;

/// By name, in ns: each name is a group; spans named "-" are in none.
Selves selvesOf(std::string_view calls, std::optional<TimeRange> range = {}) {
  const auto trace = sketch(calls);
  std::vector<std::string> names;
  std::vector<std::uint32_t> groupOf;
  for (std::uint32_t s = 0; s < trace->spanCount(); ++s) {
    const std::string name(trace->nameText(SpanId{s}));
    const auto known = std::ranges::find(names, name);
    groupOf.push_back(name == "-" ? notGrouped : static_cast<std::uint32_t>(known - names.begin()));
    if (name != "-" && known == names.end()) {
      names.push_back(name);
    }
  }
  const auto sums = selfTimes(*trace, groupOf, names.size(), {SpanKind::Op}, range, {});
  Selves byName;
  for (std::size_t i = 0; i < names.size(); ++i) {
    byName[names[i]] = sums[i];
  }
  return byName;
}

TEST(SelfTimes, giveEachMomentToTheInnermostCall) {
  const Selves selves = selvesOf(R"(ns
    cpu 1: linear 0+100
    cpu 1: addmm 10+50
    cpu 1: copy 20+5
    cpu 1: addmm 60+30)");
  EXPECT_EQ(selves, (Selves{{"linear", 20}, {"addmm", 75}, {"copy", 5}})) << "100 in all";
}

TEST(SelfTimes, ofACallInItselfAreItsWholeTimeOnce) {
  const Selves selves = selvesOf(R"(ns
    cpu 1: to 0+100
    cpu 1: to 10+80)");
  EXPECT_EQ(selves, (Selves{{"to", 100}}));
}

TEST(SelfTimes, giveTheCallerWhatIsInNoGroup) {
  const Selves selves = selvesOf(R"(ns
    cpu 1: linear 0+100
    cpu 1: - 10+50
    cpu 1: copy 20+10)");
  EXPECT_EQ(selves, (Selves{{"linear", 90}, {"copy", 10}}));
}

TEST(SelfTimes, ofOtherKindsBelongToTheCallAroundThem) {
  const Selves selves = selvesOf(R"(ns
    cpu 1: linear 0+100
    cpu 1: cudaLaunchKernel 40+10)");
  EXPECT_EQ(selves, (Selves{{"linear", 100}, {"cudaLaunchKernel", 0}}));
}

TEST(SelfTimes, ofARangeAreCutAtItsEnds) {
  const char* calls = R"(ns
    cpu 1: linear 0+100
    cpu 1: addmm 20+40)";
  EXPECT_EQ(selvesOf(calls, TimeRange{{50}, {80}}), (Selves{{"linear", 20}, {"addmm", 10}}));
  EXPECT_EQ(selvesOf(""), Selves{});
}

}  // namespace
}  // namespace kernline::test
