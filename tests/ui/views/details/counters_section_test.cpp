// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/counters_section.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/details/details_panel.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace kernline::ui {
namespace {

class DetailsOfCounters : public test::PanelTest<CountersSection> {
 protected:
  void SetUp() override { m_trace = load(test::fixture("recordings/counters.json.gz")).value(); }
  void show(SpanId span) {
    m_panel.showCountersOf(m_trace, span);
    ASSERT_TRUE(settles());
  }
};

TEST_F(DetailsOfCounters, tellWhatTheGpuDidWhileAKernelRan) {
  show(test::spansNamed(*m_trace, "Memcpy DtoD (Device -> Device)").at(5));
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_TRUE(fact("DRAM read").ends_with(" TB/s")) << fact("DRAM read");
  EXPECT_TRUE(fact("SM clock").ends_with(" GHz")) << fact("SM clock");
  EXPECT_EQ(fact("tensor pipe"), "0 %");
}

TEST_F(DetailsOfCounters, sayWhereNothingWasSampled) {
  show(test::spansNamed(*m_trace, "Memset (Device)").at(0));
  EXPECT_EQ(fact("SM active"), "Not sampled");
  EXPECT_EQ(fact("Time sampled"), "");
}

TEST_F(DetailsOfCounters, tellWhatTheGpuDidInARange) {
  const auto products = test::spansNamed(*m_trace, "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT");
  m_panel.showCountersIn(m_trace, {m_trace->start(products.at(3)), m_trace->end(products.at(9))});
  ASSERT_TRUE(settles());
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_TRUE(fact("tensor pipe").starts_with("9")) << fact("tensor pipe");
  EXPECT_TRUE(fact("Time sampled").starts_with("9")) << fact("Time sampled");
  const auto others = load(test::fixture("h200-profiler-steps.json.gz")).value();
  m_panel.showCountersIn(others, others->bounds());
  EXPECT_TRUE(m_panel.isHidden()) << "it has no counters";
}

TEST_F(DetailsOfCounters, areInThePanelWhileARangeIsChosen) {
  DetailsPanel panel;
  panel.show();
  panel.showTrace(m_trace);
  const auto* section = panel.findChild<CountersSection*>(QStringLiteral("detailsRangeCounters"));
  ASSERT_NE(section, nullptr);
  EXPECT_TRUE(section->isHidden());
  panel.showChosenRange(m_trace->bounds());
  ASSERT_TRUE(test::settles(panel));
  EXPECT_FALSE(section->isHidden());
  panel.showSpan(m_trace, test::spansNamed(*m_trace, "Memset (Device)").at(0));
  ASSERT_TRUE(test::settles(panel));
  EXPECT_FALSE(section->isHidden()) << "whatever is selected";
  panel.showTrace(load(test::fixture("h200-profiler-steps.json.gz")).value());
  EXPECT_TRUE(section->isHidden()) << "it has no counters";
  panel.showSpan(m_trace, test::spansNamed(*m_trace, "Memset (Device)").at(0));
  ASSERT_TRUE(test::settles(panel));
  EXPECT_FALSE(section->isHidden());
  panel.showChosenRange(std::nullopt);
  EXPECT_TRUE(section->isHidden());
}

TEST_F(DetailsOfCounters, areHiddenForWhatRunsOnTheHost) {
  show(test::spansNamed(*m_trace, "cudaMemcpyAsync").at(0));
  EXPECT_TRUE(m_panel.isHidden());
}

}  // namespace
}  // namespace kernline::ui
