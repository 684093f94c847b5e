// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/trace/tested_builder.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

FlowEnd flowEnd(FlowEnd::Role role, std::uint64_t key, TrackId track, std::int64_t timeNs, bool enclosing = true) {
  FlowEnd end;
  end.role = role;
  end.key = key;
  end.track = track;
  end.time = {timeNs};
  end.bindsEnclosing = enclosing;
  return end;
}

std::vector<std::pair<std::string, std::string>> arrows(const Trace& trace) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const Flow& flow : trace.flows()) {
    found.emplace_back(trace.nameText(flow.from), trace.nameText(flow.to));
  }
  return found;
}

using enum FlowEnd::Role;
using Arrow = std::pair<std::string, std::string>;

TEST(Flows, anArrowLeavesTheEnclosingSpanAndArrivesInTheEnclosingSpan) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  const TrackId two = small.thread("2");
  small.add(one, "outer", 0, 100);
  small.add(one, "from", 10, 20);
  small.add(two, "to", 50, 20);
  small.builder.addFlowEnds({flowEnd(Start, 1, one, 15), flowEnd(End, 1, two, 55)});
  const auto trace = small.build();
  EXPECT_THAT(arrows(*trace), ElementsAre(Arrow{"from", "to"}));
  EXPECT_EQ(trace->flowRecordCount(), 2U);
  EXPECT_EQ(trace->report()[IssueKind::DanglingFlow].count, 0U);
}

TEST(Flows, anEndWithoutBindingPointArrivesAtTheNextSpan) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  const TrackId two = small.thread("2");
  small.add(one, "from", 10, 20);
  small.add(two, "around", 50, 20);
  small.add(two, "next", 80, 20);
  small.builder.addFlowEnds({flowEnd(Start, 1, one, 15), flowEnd(End, 1, two, 55, false)});
  const auto trace = small.build();
  EXPECT_THAT(arrows(*trace), ElementsAre(Arrow{"from", "next"}));
}

TEST(Flows, aStepJoinsBothSides) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 0, 10);
  small.add(one, "b", 20, 10);
  small.add(one, "c", 40, 10);
  small.builder.addFlowEnds({flowEnd(End, 9, one, 45), flowEnd(Start, 9, one, 5), flowEnd(Step, 9, one, 25)});
  const auto trace = small.build();
  EXPECT_THAT(arrows(*trace), UnorderedElementsAre(Arrow{"a", "b"}, Arrow{"b", "c"}));
}

TEST(Flows, oneStartMayHaveSeveralEnds) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 0, 10);
  small.add(one, "b", 20, 10);
  small.builder.addFlowEnds(
      {flowEnd(Start, 9, one, 5), flowEnd(Start, 8, one, 6), flowEnd(End, 9, one, 25), flowEnd(End, 8, one, 26)});
  const auto trace = small.build();
  EXPECT_EQ(trace->flows().size(), 2U);
  EXPECT_EQ(trace->flowsOf(spanNamed(*trace, "a")).size(), 2U);
  EXPECT_EQ(trace->flowsOf(spanNamed(*trace, "b")).size(), 2U);
}

TEST(Flows, anEndWithoutStartIsCountedAsDangling) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 0, 10);
  small.builder.addFlowEnds({flowEnd(End, 9, one, 5)});
  const auto trace = small.build();
  EXPECT_TRUE(trace->flows().empty());
  EXPECT_EQ(trace->report()[IssueKind::DanglingFlow].count, 1U);
  EXPECT_EQ(trace->flowRecordCount(), 1U);
}

TEST(Flows, aStartOutsideEverySpanIsCountedAsDangling) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  small.add(one, "a", 20, 10);
  small.builder.addFlowEnds({flowEnd(Start, 9, one, 5), flowEnd(End, 9, one, 25)});
  const auto trace = small.build();
  EXPECT_TRUE(trace->flows().empty());
  EXPECT_GE(trace->report()[IssueKind::DanglingFlow].count, 1U);
}

TEST(Flows, aPairThatRepeatsALaunchIsNotStoredAgain) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "cudaLaunchKernel", 400, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42);
  FlowEnd start = flowEnd(Start, 3, thread, 400);
  FlowEnd end = flowEnd(End, 3, stream, 500);
  start.correlation = 42;
  end.correlation = 42;
  small.builder.addFlowEnds({start, end});
  const auto trace = small.build();
  EXPECT_TRUE(trace->flows().empty());
  EXPECT_EQ(trace->launches().size(), 1U);
  EXPECT_EQ(trace->flowRecordCount(), 2U);
  EXPECT_EQ(trace->report()[IssueKind::DanglingFlow].count, 0U);
}

TEST(Flows, aSecondVersionFlowNamesItsSpanByOffset) {
  TestedBuilder small;
  const TrackId one = small.thread("1");
  const std::uint64_t from = small.add(one, "producer", 0, 10);
  const std::uint64_t to = small.add(one, "consumer", 20, 10);
  FlowEnd start = flowEnd(Start, 3, one, 0);
  start.spanOffset = from;
  FlowEnd end = flowEnd(End, 3, one, 20);
  end.spanOffset = to;
  small.builder.addFlowEnds({start, end});
  const auto trace = small.build();
  EXPECT_THAT(arrows(*trace), ElementsAre(Arrow{"producer", "consumer"}));
}

}  // namespace
}  // namespace kernline::test
