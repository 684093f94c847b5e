// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/measured_section.h"

#include "core/analysis/causes/trace_causes.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/wait.h"
#include "ui/views/ncu/trace_reports.h"

#include <gtest/gtest.h>

#include <QLabel>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

class DetailsOfCountedLaunches : public ::testing::Test {
 protected:
  void SetUp() override {
    m_reports.setTrace(m_trace);
    ASSERT_TRUE(test::waitUntil([&] { return !m_reports.isBusy(); }));
    m_causes->setMeasured(m_reports.measured());
  }
  bool hasText(const QString& text) {
    for (const auto* label : m_section.findChildren<QLabel*>()) {
      if (label->text().contains(text)) {
        return true;
      }
    }
    return false;
  }

  std::shared_ptr<const Trace> m_trace = load(test::fixture("recordings/profile-run.json.gz")).value();
  std::shared_ptr<TraceCauses> m_causes = causesOf(m_trace);
  TraceReports m_reports;
  MeasuredSection m_section;
};

TEST_F(DetailsOfCountedLaunches, sayWhoCountedAndWhatHoldsTheKernelBack) {
  ASSERT_NE(m_reports.measured(), nullptr) << "without any report";
  m_section.showMeasuredOf(m_trace, countedLaunches(*m_trace).launches.front().kernel);
  EXPECT_FALSE(m_section.isHidden());
  EXPECT_TRUE(hasText("Counted by the recorder"));
  EXPECT_TRUE(hasText("Limited by Tensor pipe: 86.8 % of its peak"));
  EXPECT_TRUE(hasText("in 22 passes"));
  EXPECT_TRUE(hasText("Long scoreboard"));
  EXPECT_FALSE(hasText("Nsight"));
}

TEST_F(DetailsOfCountedLaunches, areHiddenForKernelsThatWereNotCounted) {
  m_section.showMeasuredOf(m_trace, SpanId{0});
  EXPECT_TRUE(m_section.isHidden());
}

}  // namespace
}  // namespace kernline::ui
