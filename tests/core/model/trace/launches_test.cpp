// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/trace/tested_builder.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(Launches, aKernelKnowsItsCallAndTheCallItsKernel) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42);
  small.addCorrelated(thread, "cudaLaunchKernel", 400, 10, SpanKind::Runtime, 42);
  const auto trace = small.build();
  const SpanId call = spanNamed(*trace, "cudaLaunchKernel");
  const SpanId kernel = spanNamed(*trace, "kernel");
  EXPECT_EQ(trace->launchOf(kernel), call);
  ASSERT_EQ(trace->launchedBy(call).size(), 1U);
  EXPECT_EQ(trace->launchedBy(call)[0].activity, kernel);
  EXPECT_EQ(trace->launchOf(call), SpanId::none);
  EXPECT_TRUE(trace->launchedBy(kernel).empty());
  EXPECT_TRUE(trace->report().isClean());
}

TEST(Launches, theExternalIdNamesTheOpEvenIfAnotherOneIsCloser) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "aten::outer", 0, 100, SpanKind::Op, 0, 5);
  small.addCorrelated(thread, "aten::inner", 10, 80, SpanKind::Op, 0, 6);
  small.addCorrelated(thread, "cudaLaunchKernel", 20, 10, SpanKind::Runtime, 42, 5);
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42, 5);
  const auto trace = small.build();
  const SpanId outer = spanNamed(*trace, "aten::outer");
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "cudaLaunchKernel")), outer);
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "kernel")), outer);
}

TEST(Launches, anExternalIdOfAnOperatorThatWasNotRunningIsNoReason) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "aten::over", 0, 10, SpanKind::Op, 0, 42);
  small.addCorrelated(thread, "aten::copy_", 20, 50, SpanKind::Op, 0, 6);
  small.addCorrelated(thread, "cudaMemcpyAsync", 30, 10, SpanKind::Runtime, 42, 42);
  small.addCorrelated(stream, "memcpy", 40, 100, SpanKind::Memcpy, 42, 42);
  small.addCorrelated(thread, "cudaLaunchKernel", 60, 5, SpanKind::Runtime, 43, 43);
  small.addCorrelated(stream, "kernel", 200, 100, SpanKind::Kernel, 43, 43);
  small.addCorrelated(thread, "aten::later", 100, 10, SpanKind::Op, 0, 43);
  const auto trace = small.build();
  const SpanId copy = spanNamed(*trace, "aten::copy_");
  for (const char* name : {"cudaMemcpyAsync", "memcpy", "cudaLaunchKernel", "kernel"}) {
    EXPECT_EQ(trace->opOf(spanNamed(*trace, name)), copy) << name;
  }
}

TEST(Launches, withoutExternalIdTheInnermostOpAroundTheCallCounts) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.add(thread, "aten::linear", 0, 100, SpanKind::Op);
  small.add(thread, "aten::addmm", 10, 80, SpanKind::Op);
  small.add(thread, "frame", 15, 40, SpanKind::PythonFunction);
  small.addCorrelated(thread, "cudaLaunchKernel", 20, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "kernel", 500, 100, SpanKind::Kernel, 42);
  const auto trace = small.build();
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "kernel")), spanNamed(*trace, "aten::addmm"));
}

TEST(Launches, aKernelOfNoCallIsCountedAndKept) {
  TestedBuilder small;
  const TrackId stream = small.stream("7");
  const std::uint64_t offset = small.addCorrelated(stream, "lonely", 500, 100, SpanKind::Kernel, 42);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "lonely")), SpanId::none);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].firstOffset, offset);
}

TEST(Launches, aKernelThatStartsBeforeItsCallIsLinkedAndCounted) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "cudaLaunchKernel", 400, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "early", 390, 100, SpanKind::Kernel, 42);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "early")), spanNamed(*trace, "cudaLaunchKernel"));
  EXPECT_EQ(trace->report()[IssueKind::NegativeLaunchLatency].count, 1U);
}

TEST(Launches, theKernelsOfAGraphReplayShareOneCallAndHaveNoOp) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.add(thread, "aten::something", 390, 100, SpanKind::Op);
  small.addCorrelated(thread, "cudaGraphLaunch", 400, 10, SpanKind::Runtime, 42);
  for (int i = 0; i < 4; ++i) {
    small.addCorrelated(stream, "k" + std::to_string(i), 500 + i * 100, 90, SpanKind::Kernel, 42);
  }
  const auto trace = small.build();
  EXPECT_EQ(trace->launchedBy(spanNamed(*trace, "cudaGraphLaunch")).size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const SpanId kernel = spanNamed(*trace, "k" + std::to_string(i));
    EXPECT_TRUE(has(trace->flags(kernel), SpanFlags::GraphReplay));
    EXPECT_EQ(trace->opOf(kernel), SpanId::none);
  }
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 4U);
}

TEST(Launches, aCallThatStartsACopyAndAKernelIsNoGraphReplay) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "cudaMemcpyAsync", 400, 10, SpanKind::Runtime, 42);
  small.addCorrelated(stream, "Memcpy HtoD", 500, 90, SpanKind::Memcpy, 42);
  const auto trace = small.build();
  EXPECT_FALSE(has(trace->flags(spanNamed(*trace, "Memcpy HtoD")), SpanFlags::GraphReplay));
  EXPECT_EQ(trace->report()[IssueKind::GraphReplay].count, 0U);
}

TEST(Launches, launchesAreSortedByCallAndWork) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  for (std::uint32_t i = 0; i < 50; ++i) {
    small.addCorrelated(thread, "call", 1000 + i * 10, 5, SpanKind::Runtime, 50 - i);
    small.addCorrelated(stream, "kernel", 5000 + i * 10, 5, SpanKind::Kernel, 1 + i);
  }
  const auto trace = small.build();
  EXPECT_EQ(trace->launches().size(), 50U);
  EXPECT_TRUE(
      std::ranges::is_sorted(trace->launches(), {}, [](const Launch& l) { return std::pair{l.call, l.activity}; }));
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(Launches, farApartCorrelationIdsLinkAsWell) {
  TestedBuilder small;
  const TrackId thread = small.thread("1");
  const TrackId stream = small.stream("7");
  small.addCorrelated(thread, "call", 0, 5, SpanKind::Runtime, 4000000000U);
  small.addCorrelated(thread, "other", 10, 5, SpanKind::Runtime, 3);
  small.addCorrelated(stream, "kernel", 20, 5, SpanKind::Kernel, 4000000000U);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "kernel")), spanNamed(*trace, "call"));
}

// Two ranks in one file, as somebody pasted their events together: the same ids on both sides.
class TwoRanks : public testing::Test {
 protected:
  TwoRanks() {
    for (int rank = 0; rank < 2; ++rank) {
      const std::string number = std::to_string(rank);
      hosts[rank] = small.addProcess("90" + number, -1);
      devices[rank] = small.addProcess(number, rank);
      threads[rank] = small.addTrack(hosts[rank], "1", TrackKind::Thread);
      streams[rank] = small.addTrack(devices[rank], "7", TrackKind::Stream);
    }
  }

  void launch(int rank, std::uint32_t id, std::int64_t callNs, std::int64_t workNs) {
    const std::string of = std::to_string(id) + " of " + std::to_string(rank);
    small.addCorrelated(threads[rank], "op " + of, callNs - 5, 30, SpanKind::Op, 0, id);
    small.addCorrelated(threads[rank], "call " + of, callNs, 10, SpanKind::Runtime, id, id);
    small.addCorrelated(streams[rank], "work " + of, workNs, 10, SpanKind::Kernel, id, id);
  }

  static void expectOwnLaunches(const Trace& trace, std::uint32_t ids) {
    for (std::uint32_t id = 1; id <= ids; ++id) {
      for (int rank = 0; rank < 2; ++rank) {
        const std::string of = std::to_string(id) + " of " + std::to_string(rank);
        EXPECT_EQ(trace.launchOf(spanNamed(trace, "work " + of)), spanNamed(trace, "call " + of)) << of;
        EXPECT_EQ(trace.opOf(spanNamed(trace, "work " + of)), spanNamed(trace, "op " + of)) << of;
        EXPECT_EQ(trace.opOf(spanNamed(trace, "call " + of)), spanNamed(trace, "op " + of)) << of;
      }
    }
    EXPECT_EQ(brokenPromise(trace), "");
  }

  TestedBuilder small;
  ProcessId hosts[2];
  ProcessId devices[2];
  TrackId threads[2];
  TrackId streams[2];
};

std::int64_t timeOf(std::uint32_t id) {
  return std::int64_t{id} * 100;
}

TEST_F(TwoRanks, idsThatOnlyOneProcessHasTellWhoseDeviceItIs) {
  for (std::uint32_t id = 1; id <= 20; ++id) {
    launch(0, id, timeOf(id), timeOf(id) + 50);
    launch(1, id, timeOf(id) + 3, timeOf(id) + 53);
  }
  small.addCorrelated(threads[0], "call", 5000, 10, SpanKind::Runtime, 77);
  small.addCorrelated(streams[0], "work", 5050, 10, SpanKind::Kernel, 77);
  small.addCorrelated(threads[1], "call", 5000, 10, SpanKind::Runtime, 88);
  small.addCorrelated(streams[1], "work", 5050, 10, SpanKind::Kernel, 88);
  expectOwnLaunches(*small.build(), 20);
}

TEST_F(TwoRanks, ranksDecideWhereProcessesHaveThem) {
  for (int rank = 0; rank < 2; ++rank) {
    small.builder.process(hosts[rank]).rank = rank;
    small.builder.process(devices[rank]).rank = rank;
  }
  for (std::uint32_t id = 1; id <= 5; ++id) {
    launch(0, id, timeOf(id), timeOf(id) + 50);
    launch(1, id, timeOf(id), timeOf(id) + 50);
  }
  expectOwnLaunches(*small.build(), 5);
}

TEST_F(TwoRanks, timeDecidesWhereOneProcessCallsTooLate) {
  for (std::uint32_t id = 1; id <= 5; ++id) {
    launch(0, id, timeOf(id), timeOf(id) + 50);
    launch(1, id, 10000 + timeOf(id), 10000 + timeOf(id) + 50);
  }
  const auto trace = small.build();
  // The calls of rank 0 come before the work of both, those of rank 1 only before its own.
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "work 3 of 0")), spanNamed(*trace, "call 3 of 0"));
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "work 3 of 1")), SpanId::none);
  EXPECT_EQ(trace->report()[IssueKind::AmbiguousLaunch].count, 5U);
}

TEST_F(TwoRanks, whereNothingDecidesNothingIsLinked) {
  for (std::uint32_t id = 1; id <= 5; ++id) {
    launch(0, id, timeOf(id), timeOf(id) + 50);
    launch(1, id, timeOf(id), timeOf(id) + 50);
  }
  const auto trace = small.build();
  EXPECT_TRUE(trace->launches().empty());
  EXPECT_EQ(trace->report()[IssueKind::AmbiguousLaunch].count, 10U);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].count, 0U);
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "work 3 of 1")), SpanId::none);
  EXPECT_EQ(trace->opOf(spanNamed(*trace, "call 3 of 1")), spanNamed(*trace, "op 3 of 1"))
      << "a call is of one process";
}

TEST_F(TwoRanks, workWhoseOwnCallIsMissingIsNotLinkedToAStrangers) {
  for (std::uint32_t id = 1; id <= 20; ++id) {
    small.addCorrelated(threads[0], "call", timeOf(id), 10, SpanKind::Runtime, id);
    small.addCorrelated(streams[0], "work", timeOf(id) + 50, 10, SpanKind::Kernel, id);
    small.addCorrelated(threads[1], "call", timeOf(id), 10, SpanKind::Runtime, 100 + id);
    small.addCorrelated(streams[1], "work", timeOf(id) + 50, 10, SpanKind::Kernel, 100 + id);
  }
  small.addCorrelated(threads[1], "stranger", 3000, 10, SpanKind::Runtime, 500);
  small.addCorrelated(streams[0], "lonely", 3050, 10, SpanKind::Kernel, 500);
  const auto trace = small.build();
  EXPECT_EQ(trace->launchOf(spanNamed(*trace, "lonely")), SpanId::none);
  EXPECT_EQ(trace->report()[IssueKind::KernelWithoutLaunch].count, 1U);
  EXPECT_EQ(trace->launches().size(), 40U);
}

}  // namespace
}  // namespace kernline::test
