// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/collective_work.h"
#include "core/analysis/work/trace_work.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace kernline::test {
namespace {

using testing::HasSubstr;

CollectiveCall collective(CollectiveKind kind, std::int64_t bytes, std::size_t ranks) {
  CollectiveCall call;
  call.kind = kind;
  call.bytes = bytes;
  call.groupSize = ranks;
  return call;
}

TEST(CollectiveWork, isWhatTheLinksOfARankCarry) {
  const auto busBytes = [](CollectiveKind kind, std::size_t ranks) {
    return collectiveWork(collective(kind, 8000, ranks)).value().busBytes;
  };
  EXPECT_EQ(busBytes(CollectiveKind::AllReduce, 8), 14000) << "2 (n - 1) / n";
  EXPECT_EQ(busBytes(CollectiveKind::AllGather, 8), 7000) << "(n - 1) / n";
  EXPECT_EQ(busBytes(CollectiveKind::ReduceScatter, 4), 6000);
  EXPECT_EQ(busBytes(CollectiveKind::AllToAll, 2), 4000);
  EXPECT_EQ(busBytes(CollectiveKind::Broadcast, 8), 8000);
  EXPECT_EQ(busBytes(CollectiveKind::SendReceive, 0), 8000) << "however many ranks there are";
  EXPECT_EQ(collectiveWork(collective(CollectiveKind::AllReduce, 8000, 8))->algorithmBytes, 8000);
}

TEST(CollectiveWork, isNotGuessed) {
  const auto reason = [](const CollectiveCall& call) { return collectiveWork(call).error().english(); };
  EXPECT_THAT(reason(collective(CollectiveKind::AllReduce, -1, 8)), mentions("message-size-not-recorded"));
  EXPECT_THAT(reason(collective(CollectiveKind::AllReduce, 8000, 0)), mentions("number-of-ranks-not-recorded"));
  EXPECT_THAT(reason(collective(CollectiveKind::Other, 8000, 8)), HasSubstr("which collective"));
}

TEST(CollectiveWork, ofAKernelIsWhatItsProfileSays) {
  const auto trace = load(fixture("h200-ring-rank0.json.gz"));
  ASSERT_TRUE(trace);
  const auto works = collectiveWorks(**trace);
  ASSERT_FALSE(works.empty());
  for (const auto& [kernel, work] : works) {
    ASSERT_TRUE(work) << work.error().english();
    EXPECT_EQ(work->kind, CollectiveKind::SendReceive) << (*trace)->nameText(kernel);
    EXPECT_GT(work->algorithmBytes, 0);
    EXPECT_EQ(work->busBytes, work->algorithmBytes);
  }
}

TEST(CollectiveWork, isModeledBesideTheWorkOfOperators) {
  const auto trace = load(fixture("h200-ring-rank0.json.gz"));
  ASSERT_TRUE(trace);
  const WorkModel model = workModel(**trace, WorkRules::builtin(), 2);
  const TraceWork work = traceWork(**trace, model, WorkMeter(**trace, model, ceilingsOf("H200")), {});
  const auto row = std::ranges::find_if(work.rows, [](const WorkRow& one) { return one.figures.collectiveCount > 0; });
  ASSERT_NE(row, work.rows.end());
  const WorkFigures& figures = row->figures;
  EXPECT_EQ(figures.collectiveCount, 20U) << "of ten steps, two rounds each";
  constexpr double keysAndValues = 2.0 * 8192 * 16 * 128 * 2;
  EXPECT_EQ(figures.messageBytesPerCall(), keysAndValues);
  EXPECT_EQ(figures.busBytesPerSecond(), 20 * keysAndValues / static_cast<double>(figures.collectiveTime.ns) * 1e9);
  EXPECT_EQ(figures.bound(), WorkBound::Communication);
  EXPECT_EQ(figures.modeled, figures.kernelTime);
  EXPECT_EQ(figures.bytesPerCall(), std::nullopt) << "messages are no traffic of the memory";
  EXPECT_EQ(figures.recoverableNs, 0);
}

}  // namespace
}  // namespace kernline::test
