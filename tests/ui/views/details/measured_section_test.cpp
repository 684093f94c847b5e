// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/measured_section.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/kit/charts/share_bars.h"
#include "ui/views/details/link_row.h"
#include "ui/views/ncu/trace_reports.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

class DetailsOfCountedLaunches : public test::PanelTest<MeasuredSection> {
 protected:
  void SetUp() override {
    m_trace = load(test::fixture("recordings/profile-run.json.gz")).value();
    m_reports.setTrace(m_trace);
    ASSERT_TRUE(test::settles(m_reports));
    m_causes = causesOf(m_trace);
    m_causes->setMeasured(m_reports.measured());
  }
  void showCounted() { m_panel.showMeasuredOf(m_trace, countedLaunches(*m_trace).launches.front().kernel); }
  bool hasText(const QString& text) {
    for (const auto* label : m_panel.findChildren<QLabel*>()) {
      if (label->text().contains(text)) {
        return true;
      }
    }
    return false;
  }

  std::shared_ptr<TraceAnalysis> m_causes;
  TraceReports m_reports;
};

TEST_F(DetailsOfCountedLaunches, sayWhoCountedAndWhatHoldsTheKernelBack) {
  ASSERT_NE(m_reports.measured(), nullptr) << "without any report";
  showCounted();
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_TRUE(hasText("Counted by the recorder"));
  EXPECT_TRUE(hasText(QString::fromStdString(test::phrase("limited-by-unit", "Tensor pipe", "86.8 %"))));
  EXPECT_TRUE(hasText("in 22 passes"));
  EXPECT_FALSE(hasText("Nsight"));
}

TEST_F(DetailsOfCountedLaunches, areTheWholeCard) {
  showCounted();
  EXPECT_TRUE(hasText("177.1 µs at 1.65 GHz"));
  EXPECT_TRUE(hasText("14.6 % achieved, 18.8 % theoretical · limited by registers, shared memory"));
  EXPECT_TRUE(hasText("78.5 % by counters")) << "137.4 GFLOP at 989 TFLOP/s take 139 µs";
  const auto* units = m_panel.findChild<ShareBars*>(QStringLiteral("detailsUnits"));
  ASSERT_FALSE(units->bars().empty());
  EXPECT_EQ(units->bars().front().label, QStringLiteral("Tensor pipe"));
  EXPECT_EQ(units->bars().front().text, QStringLiteral("86.8 %"));
  const auto* states = m_panel.findChild<ShareBars*>(QStringLiteral("detailsStates"));
  ASSERT_FALSE(states->bars().empty());
  EXPECT_EQ(states->bars().front().label, QStringLiteral("Barrier"));
}

TEST_F(DetailsOfCountedLaunches, standBesideWhatTheAlgorithmNeeds) {
  showCounted();
  EXPECT_FALSE(hasText("counted 1.0"));
  WorkFigures modeled;
  modeled.count = 1;
  modeled.modeledCount = 1;
  modeled.flops = 137'438'953'472;
  modeled.bytes = 3.0 * 4096 * 4096 * 2;
  m_panel.showModeled(modeled);
  EXPECT_TRUE(hasText("137.4 GFLOP, counted 1.00× · 96.00 MiB, counted 2.00×"));
  EXPECT_TRUE(hasText("78.5 % by the algorithm"));
}

TEST_F(DetailsOfCountedLaunches, areHiddenForWhatIsNoSuchKernel) {
  std::uint32_t span = 0;
  while (m_trace->kind(SpanId{span}) == SpanKind::Kernel) {
    ++span;
  }
  m_panel.showMeasuredOf(m_trace, SpanId{span});
  EXPECT_TRUE(m_panel.isHidden());
}

TEST_F(DetailsOfCountedLaunches, areReachedFromOtherLaunchesOfTheKernel) {
  const SpanId counted = countedLaunches(*m_trace).launches.front().kernel;
  std::uint32_t other = 0;
  while (SpanId{other} == counted || m_trace->name(SpanId{other}) != m_trace->name(counted)) {
    ++other;
  }
  m_panel.showMeasuredOf(m_trace, SpanId{other});
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_FALSE(hasText("177.1 µs at 1.65 GHz")) << "that is of the other one";
  const auto rows = m_panel.findChildren<LinkRow*>();
  ASSERT_EQ(rows.size(), 1);
  QSignalSpy requested(&m_panel, &MeasuredSection::spanRequested);
  QTest::mouseClick(rows.front(), Qt::LeftButton);
  ASSERT_EQ(requested.size(), 1);
  EXPECT_EQ(requested.front().front().value<SpanId>(), counted);
  showCounted();
  EXPECT_TRUE(hasText("177.1 µs at 1.65 GHz"));
}

}  // namespace
}  // namespace kernline::ui
