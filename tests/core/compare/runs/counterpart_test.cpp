// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/counterpart.h"

#include "tests/core/compare/runs/gpu_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

std::shared_ptr<const RunComparison> comparisonOf(std::shared_ptr<const Trace> base,
                                                  std::shared_ptr<const Trace> other) {
  auto made =
      compareRuns({{.path = "base", .trace = std::move(base)}, {.path = "other", .trace = std::move(other)}}, {});
  EXPECT_TRUE(made.has_value());
  return std::make_shared<const RunComparison>(std::move(*made));
}

std::size_t rowNamed(const RunComparison& comparison, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(comparison.rows, name, &RunRow::name) - comparison.rows.begin());
}

class CountsThatDiffer : public testing::Test {
 protected:
  [[nodiscard]] SpanId work(std::size_t run, std::size_t number) const {
    return m_comparison->runs[run].activities[number];
  }

  std::shared_ptr<const RunComparison> m_comparison =
      comparisonOf(loop({{"gemm", 1, 100}, {"copy", 1, 50}, {"relu", 1, 9}, {"copy", 1, 20}, {"softmax", 1, 9}}, 5),
                   loop({{"gemm", 1, 100}, {"relu", 1, 9}, {"copy", 1, 20}, {"softmax", 1, 9}}, 5));
  Counterparts m_counterparts{m_comparison};
};

TEST_F(CountsThatDiffer, areAlignedByLaunchOrder) {
  EXPECT_EQ(m_counterparts.of(0, work(0, 3), 1), work(1, 2)) << "the copy behind relu";
  EXPECT_EQ(m_counterparts.of(1, work(1, 2), 0), work(0, 3));
  EXPECT_EQ(m_counterparts.of(0, work(0, 1), 1), SpanId::none) << "the other has no copy before relu";
  EXPECT_EQ(m_counterparts.of(0, work(0, 8), 1), work(1, 6)) << "in the second step";
}

TEST_F(CountsThatDiffer, areShownByAWorkThatAllHave) {
  EXPECT_EQ(m_counterparts.example(0, rowNamed(*m_comparison, "copy")), work(0, 3)) << "though another takes longer";
  EXPECT_EQ(m_counterparts.example(0, rowNamed(*m_comparison, "gemm")), work(0, 0));
}

TEST(Counterparts, ofStepsWithNothingElseInCommonAreCounted) {
  std::vector<Work> many{{"gemm", 1, 100}};
  std::vector<Work> others{{"gemm", 1, 100}};
  for (int i = 0; i < 1600; ++i) {
    many.push_back({"a" + std::to_string(i), 1, 2});
    others.push_back({"b" + std::to_string(i), 1, 2});
  }
  many.insert(many.end(), {{"relu", 1, 5}, {"copy", 1, 5}});
  others.insert(others.end(), {{"relu", 1, 5}, {"copy", 1, 5}, {"copy", 1, 5}});
  const auto comparison = comparisonOf(loop(many, 3), loop(others, 3));
  Counterparts counterparts(comparison);
  const auto& here = comparison->runs[0].activities;
  const auto& there = comparison->runs[1].activities;
  EXPECT_EQ(counterparts.of(0, here[1601], 1), there[1601]) << "relu";
  EXPECT_EQ(counterparts.of(0, here[1602], 1), SpanId::none) << "which of two copies is not known";
}

/// A loop of two annotations, each of which launches a kernel that runs when the host is already far ahead.
std::shared_ptr<const Trace> annotated(std::int64_t rounds, std::int64_t late) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId thread = made.track(made.process("100"), "1", TrackKind::Thread);
  std::uint32_t correlation = 0;
  for (std::int64_t i = 0; i < rounds; ++i) {
    const auto phase = [&](const std::string& name, const std::string& kernel, std::int64_t start, std::int64_t work) {
      made.span(thread, SpanKind::Annotation, name, start, 90);
      made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", start + 10, 5).correlation = ++correlation;
      made.span(stream, SpanKind::Kernel, kernel, work, 400).correlation = correlation;
    };
    phase("forward", "gemm", 200 * i, late + 1000 * i);
    phase("backward", "gemm_backward", 200 * i + 100, late + 1000 * i + 500);
  }
  made.span(thread, SpanKind::Annotation, "report", 200 * rounds, 10);
  return made.build();
}

std::vector<SpanId> annotationsNamed(const Trace& trace, std::string_view name) {
  std::vector<SpanId> found;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.kind(SpanId{i}) == SpanKind::Annotation && trace.nameText(SpanId{i}) == name) {
      found.push_back(SpanId{i});
    }
  }
  return found;
}

TEST(Counterparts, ofAnnotationsLaunchedTheSameStep) {
  const auto base = annotated(5, 300);
  const auto other = annotated(4, 600);
  const auto comparison = comparisonOf(base, other);
  ASSERT_EQ(comparison->runs[0].steps.source, StepSource::Annotation);
  Counterparts counterparts(comparison);
  for (const char* name : {"forward", "backward"}) {
    const std::vector<SpanId> here = annotationsNamed(*base, name);
    const std::vector<SpanId> there = annotationsNamed(*other, name);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(counterparts.of(0, here[i], 1), there[i]) << name << i;
      EXPECT_EQ(counterparts.of(1, there[i], 0), here[i]) << name << i;
    }
    EXPECT_EQ(counterparts.of(0, here[4], 1), SpanId::none) << "the other has no fifth step";
  }
  EXPECT_EQ(counterparts.of(0, annotationsNamed(*base, "report")[0], 1), annotationsNamed(*other, "report")[0]);
}

TEST(Counterparts, ofNumberedStepsAreThoseOfTheSamePlace) {
  const auto numbered = [](std::int64_t first) {
    HandMadeTrace made;
    const TrackId thread = made.track(made.process("100"), "1", TrackKind::Thread);
    const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
    for (std::int64_t i = 0; i < 3; ++i) {
      made.span(thread, SpanKind::Annotation, "ProfilerStep#" + std::to_string(first + i), 1000 * i, 900);
      made.span(stream, SpanKind::Kernel, "gemm", 1000 * i + 100, 600);
    }
    return made.build();
  };
  const auto base = numbered(3);
  const auto other = numbered(20);
  Counterparts counterparts(comparisonOf(base, other));
  EXPECT_EQ(counterparts.of(0, annotationsNamed(*base, "ProfilerStep#4")[0], 1),
            annotationsNamed(*other, "ProfilerStep#21")[0]);
}

}  // namespace
}  // namespace kernline::test
