// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/counter_pyramid.h"

#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace kernline {
namespace {

ValueRange walked(std::span<const double> values, std::size_t first, std::size_t last) {
  ValueRange range;
  for (std::size_t i = first; i < last; ++i) {
    range.add(values[i]);
  }
  return range;
}

TEST(CounterPyramid, anyRunHasTheLeastAndGreatestThatAWalkFinds) {
  std::mt19937_64 random{3};
  std::vector<double> values(10'007);
  for (double& value : values) {
    value = static_cast<double>(random() % 1'000'000) - 500'000;
  }
  const CounterPyramid pyramid{std::span<const double>(values)};
  for (int i = 0; i < 2'000; ++i) {
    const std::size_t a = random() % (values.size() + 1);
    const std::size_t b = random() % (values.size() + 1);
    const ValueRange expected = walked(values, std::min(a, b), std::max(a, b));
    const ValueRange found = pyramid.range(values, std::min(a, b), std::max(a, b));
    ASSERT_EQ(found.min, expected.min);
    ASSERT_EQ(found.max, expected.max);
  }
}

TEST(CounterPyramid, aValueThatIsNoNumberCountsNowhere) {
  std::vector<double> values(100, 5.0);
  values[40] = std::nan("");
  const CounterPyramid pyramid{std::span<const double>(values)};
  EXPECT_EQ(pyramid.range(values, 0, 100).min, 5.0);
  EXPECT_TRUE(pyramid.range(values, 40, 41).isEmpty());
}

TEST(CounterEnvelope, endsWhereTheCounterIsNotSampled) {
  const auto trace = test::sketch(R"(ns
    cpu 1: all 0+1000
    counter cpu 1: SM active 10@100 nan@350 30@800)");
  const auto envelope = counterEnvelope(*trace, trace->counters()[0], {}, {{0}, {1000}}, 10);
  const std::vector<bool> isThere = {false, true, true, true, false, false, false, false, true, true};
  for (std::size_t i = 0; i < envelope.size(); ++i) {
    EXPECT_EQ(!envelope[i].values.isEmpty(), isThere[i]) << i;
  }
  EXPECT_EQ(envelope[8].values.min, 30);
  EXPECT_EQ(trace->counters()[0].minimum, 10);
  EXPECT_EQ(trace->counters()[0].maximum, 30);
}

class TwoSamples : public ::testing::Test {
 protected:
  void SetUp() override {
    m_trace = test::sketch(R"(ns
      cpu 1: all 0+1000
      counter cpu 1: memory 10@200 30@650 20@660)");
    m_envelope = counterEnvelope(*m_trace, m_trace->counters()[0], {}, {{0}, {1000}}, 10);
  }

  std::shared_ptr<const Trace> m_trace;
  std::vector<CounterColumn> m_envelope;
};

TEST_F(TwoSamples, nothingIsShownBeforeTheFirst) {
  EXPECT_TRUE(m_envelope[0].values.isEmpty());
  EXPECT_TRUE(m_envelope[1].values.isEmpty());
  EXPECT_FALSE(m_envelope[2].values.isEmpty());
}

TEST_F(TwoSamples, aValueHoldsUntilTheNext) {
  EXPECT_EQ(m_envelope[5].values.min, 10);
  EXPECT_EQ(m_envelope[5].values.max, 10);
  EXPECT_EQ(m_envelope[9].last, 20);
}

TEST_F(TwoSamples, aPeakWithinAColumnIsNotLost) {
  EXPECT_EQ(m_envelope[6].values.min, 10);
  EXPECT_EQ(m_envelope[6].values.max, 30);
  EXPECT_EQ(m_envelope[6].last, 20);
}

}  // namespace
}  // namespace kernline
