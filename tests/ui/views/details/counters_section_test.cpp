// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/counters_section.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/ui/window/wait.h"
#include "ui/views/details/details_panel.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace kernline::ui {
namespace {

class DetailsOfCounters : public ::testing::Test {
 protected:
  void show(SpanId span) {
    m_section.showCountersOf(m_trace, span);
    ASSERT_TRUE(test::waitUntil([&] { return !m_section.isBusy(); }));
  }
  std::string fact(const char* label) {
    const QString begin = QString::fromUtf8(label) + QStringLiteral(": ");
    for (const auto* each : m_section.findChildren<QWidget*>()) {
      if (each->accessibleName().startsWith(begin)) {
        return each->accessibleName().mid(begin.size()).toStdString();
      }
    }
    return {};
  }

  std::shared_ptr<const Trace> m_trace = load(test::fixture("recordings/counters.json.gz")).value();
  CountersSection m_section;
};

TEST_F(DetailsOfCounters, tellWhatTheGpuDidWhileAKernelRan) {
  show(test::spansNamed(*m_trace, "Memcpy DtoD (Device -> Device)").at(5));
  EXPECT_FALSE(m_section.isHidden());
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
  m_section.showCountersIn(m_trace, {m_trace->start(products.at(3)), m_trace->end(products.at(9))});
  ASSERT_TRUE(test::waitUntil([&] { return !m_section.isBusy(); }));
  EXPECT_FALSE(m_section.isHidden());
  EXPECT_TRUE(fact("tensor pipe").starts_with("9")) << fact("tensor pipe");
  EXPECT_TRUE(fact("Time sampled").starts_with("9")) << fact("Time sampled");
  const auto others = load(test::fixture("h200-profiler-steps.json.gz")).value();
  m_section.showCountersIn(others, others->bounds());
  EXPECT_TRUE(m_section.isHidden()) << "it has no counters";
}

TEST_F(DetailsOfCounters, areInThePanelWhileARangeIsChosen) {
  DetailsPanel panel;
  panel.show();
  panel.showTrace(m_trace);
  const auto* section = panel.findChild<CountersSection*>(QStringLiteral("detailsRangeCounters"));
  ASSERT_NE(section, nullptr);
  EXPECT_TRUE(section->isHidden());
  panel.showChosenRange(m_trace->bounds());
  ASSERT_TRUE(test::waitUntil([&] { return !panel.isBusy(); }));
  EXPECT_FALSE(section->isHidden());
  panel.showSpan(m_trace, test::spansNamed(*m_trace, "Memset (Device)").at(0));
  ASSERT_TRUE(test::waitUntil([&] { return !panel.isBusy(); }));
  EXPECT_FALSE(section->isHidden()) << "whatever is selected";
  panel.showTrace(load(test::fixture("h200-profiler-steps.json.gz")).value());
  EXPECT_TRUE(section->isHidden()) << "it has no counters";
  panel.showSpan(m_trace, test::spansNamed(*m_trace, "Memset (Device)").at(0));
  ASSERT_TRUE(test::waitUntil([&] { return !panel.isBusy(); }));
  EXPECT_FALSE(section->isHidden());
  panel.showChosenRange(std::nullopt);
  EXPECT_TRUE(section->isHidden());
}

TEST_F(DetailsOfCounters, areHiddenForWhatRunsOnTheHost) {
  show(test::spansNamed(*m_trace, "cudaMemcpyAsync").at(0));
  EXPECT_TRUE(m_section.isHidden());
}

}  // namespace
}  // namespace kernline::ui
