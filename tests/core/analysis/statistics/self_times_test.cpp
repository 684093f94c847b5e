// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/self_times.h"

#include "tests/core/analysis/hand_made_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

/// Calls of one thread; each name is a group.
struct GroupedCalls {
  HandMadeTrace made;
  TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);

  void call(std::string_view name, std::int64_t begin, std::int64_t end, SpanKind kind = SpanKind::Op) {
    made.span(thread, kind, name, begin, end - begin);
  }
  /// By name, in ns; spans named "-" are in no group.
  std::map<std::string, std::int64_t> selves(std::optional<TimeRange> range = {}) {
    const auto trace = made.build();
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
    std::map<std::string, std::int64_t> byName;
    for (std::size_t i = 0; i < names.size(); ++i) {
      byName[names[i]] = sums[i];
    }
    return byName;
  }
};

using Selves = std::map<std::string, std::int64_t>;

TEST(SelfTimes, giveEachMomentToTheInnermostCall) {
  GroupedCalls calls;
  calls.call("linear", 0, 100);
  calls.call("addmm", 10, 60);
  calls.call("copy", 20, 25);
  calls.call("addmm", 60, 90);
  EXPECT_EQ(calls.selves(), (Selves{{"linear", 20}, {"addmm", 75}, {"copy", 5}})) << "100 in all";
}

TEST(SelfTimes, ofACallInItselfAreItsWholeTimeOnce) {
  GroupedCalls calls;
  calls.call("to", 0, 100);
  calls.call("to", 10, 90);
  EXPECT_EQ(calls.selves(), (Selves{{"to", 100}}));
}

TEST(SelfTimes, giveTheCallerWhatIsInNoGroup) {
  GroupedCalls calls;
  calls.call("linear", 0, 100);
  calls.call("-", 10, 60);
  calls.call("copy", 20, 30);
  EXPECT_EQ(calls.selves(), (Selves{{"linear", 90}, {"copy", 10}}));
}

TEST(SelfTimes, ofOtherKindsBelongToTheCallAroundThem) {
  GroupedCalls calls;
  calls.call("linear", 0, 100);
  calls.call("cudaLaunchKernel", 40, 50, SpanKind::Runtime);
  EXPECT_EQ(calls.selves(), (Selves{{"linear", 100}, {"cudaLaunchKernel", 0}}));
}

TEST(SelfTimes, ofARangeAreCutAtItsEnds) {
  GroupedCalls calls;
  calls.call("linear", 0, 100);
  calls.call("addmm", 20, 60);
  EXPECT_EQ(calls.selves(TimeRange{{50}, {80}}), (Selves{{"linear", 20}, {"addmm", 10}}));
  EXPECT_EQ(GroupedCalls().selves(), Selves{});
}

}  // namespace
}  // namespace kernline::test
