// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counter_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace kernline::recorder {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t us = 1000;

/// Samples of two counters of GPU 3, 100 us apart.
class CounterLinesTest : public testing::Test {
 protected:
  void add(std::int64_t start, double smActive, double clock = 1.5e9) {
    m_lines.add(start * us, (start + 100) * us, std::array{smActive, clock});
  }
  std::string text() const { return std::string(m_lines.lines().text()); }
  /// How often `part` is in the lines.
  std::size_t count(std::string_view part) const {
    std::size_t found = 0;
    const std::string all = text();
    for (std::size_t at = all.find(part); at != std::string::npos; at = all.find(part, at + 1)) {
      ++found;
    }
    return found;
  }

  std::vector<CounterMetric> m_metrics{{.metric = "sm", .chart = "GPU use (%)", .series = "SM active"},
                                       {.metric = "clock", .chart = "SM clock (Hz)", .series = "SM clock"}};
  CounterLines m_lines{3, m_metrics, std::chrono::microseconds(100)};
};

TEST_F(CounterLinesTest, leaveOutTheFirstSampleAndValuesThatDidNotChange) {
  add(100, 99);
  EXPECT_TRUE(m_lines.hasBegun());
  EXPECT_EQ(m_lines.lines().text(), "");
  add(200, 40);
  add(300, 40);
  add(400, 50);
  EXPECT_EQ(count("SM active"), 2U);
  EXPECT_EQ(count("\"SM clock\":"), 1U);
  EXPECT_THAT(text(), HasSubstr(R"("ts":200.000,"args":{"SM active":40})"));
  EXPECT_THAT(text(), HasSubstr(R"("ts":400.000,"args":{"SM active":50})"));
  EXPECT_EQ(m_lines.samples(), 3U);
  EXPECT_EQ(m_lines.missing(), 0U);
}

TEST_F(CounterLinesTest, sayWhereSamplesAreMissingAndWriteAllValuesAfterThat) {
  add(100, 99);
  add(200, 40);
  add(600, 40);
  EXPECT_THAT(text(), HasSubstr(R"("name":"GPU 3: counters not sampled","pid":-1,"tid":3,"ts":300.000,"dur":300.000)"));
  EXPECT_EQ(count("\"SM active\":40"), 2U);
  EXPECT_EQ(m_lines.missing(), 3U);
}

TEST_F(CounterLinesTest, sayWhereSamplingEnded) {
  add(100, 99);
  add(200, 40);
  add(300, 40);
  m_lines.end();
  EXPECT_THAT(text(), EndsWith(R"("GPU 3: counters not sampled","pid":-1,"tid":3,"ts":400.000,"dur":0.000,"args":)"
                               R"({"device":3}})"));
  EXPECT_EQ(m_lines.missing(), 0U);
  EXPECT_EQ(m_lines.lines().counts()[RecordKind::Overhead], 1U);
}

TEST_F(CounterLinesTest, countWhatIsMissingSinceSamplingBrokeDown) {
  add(100, 99);
  add(200, 40);
  m_lines.breakOff(1'300 * us);
  EXPECT_THAT(text(), HasSubstr(R"("ts":300.000,"dur":1000.000)"));
  EXPECT_EQ(m_lines.missing(), 10U);
}

TEST_F(CounterLinesTest, sayNothingOfAnEndWhereNothingWasSampled) {
  m_lines.end();
  m_lines.breakOff(500 * us);
  EXPECT_EQ(m_lines.lines().text(), "");
  add(100, 99);
  m_lines.end();
  EXPECT_THAT(text(), Not(HasSubstr("not sampled")));
}

}  // namespace
}  // namespace kernline::recorder
