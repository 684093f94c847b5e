// SPDX-License-Identifier: GPL-3.0-or-later
// The summary of a launch, where a table holds what Nsight Compute measured of one.
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/kit/charts/share_bars.h"
#include "ui/views/logs/chart_pane.h"
#include "ui/views/logs/log_chart.h"
#include "ui/views/logs/log_page.h"
#include "ui/views/ncu/kernel_card_view.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <variant>

namespace kernline::ui {
namespace {

class KernelPane : public test::PanelTest<LogPage> {
 protected:
  void SetUp() override {
    show({1280, 720});
    const auto document = openDocument(test::shared("formats/ncu_rep/two_kernels_full.ncu-rep.gz"));
    ASSERT_TRUE(document);
    m_panel.setLog(std::get<std::shared_ptr<const Log>>(*document));
    ASSERT_TRUE(settles());
  }

  void choose(const char* path) {
    ASSERT_TRUE(m_panel.select(QString::fromUtf8(path)));
    ASSERT_TRUE(settles());
  }

  KernelCardView& kernel() { return *m_panel.findChild<KernelCardView*>(); }
  QString verdict() { return kernel().findChild<QLabel*>(QStringLiteral("kernelVerdict"))->text(); }
  QComboBox& kinds() { return *m_panel.chart().findChild<QComboBox*>(QStringLiteral("chartKind")); }
};

TEST_F(KernelPane, saysWhatHeldALaunchBack) {
  choose("rms(float *, int)");
  ASSERT_TRUE(kernel().isVisible());
  EXPECT_FALSE(m_panel.chart().chart().isVisible());
  EXPECT_THAT(verdict(), test::says("busiest-unit", "L2 cache", "62.0 %"));
  const auto* units = kernel().findChild<ShareBars*>(QStringLiteral("kernelUnits"));
  ASSERT_FALSE(units->bars().empty());
  EXPECT_EQ(units->bars().front().label.toStdString(), "L2 cache");
  const auto* states = kernel().findChild<ShareBars*>(QStringLiteral("kernelStates"));
  ASSERT_FALSE(states->bars().empty());
  EXPECT_EQ(states->bars().front().label.toStdString(), "Long scoreboard");
  EXPECT_EQ(states->bars().front().text.toStdString(), "87.7 %");
}

TEST_F(KernelPane, givesWayToAChartAndIsBackForTheNextLaunch) {
  choose("rms(float *, int)");
  QTest::keyClick(&kinds(), Qt::Key_Down);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(kernel().isVisible());
  EXPECT_TRUE(m_panel.chart().chart().isVisible());
  choose("axpy(float *, float, int)");
  EXPECT_TRUE(m_panel.chart().chart().isVisible()) << "what a person chose stays";
  QTest::keyClick(&kinds(), Qt::Key_Up);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(kernel().isVisible());
  EXPECT_THAT(verdict(), test::mentions("limited-by-latency", test::anyValue, test::anyValue));
}

TEST_F(KernelPane, isNotThereForTablesOfOtherThings) {
  choose("Instructions of rms");
  EXPECT_FALSE(kernel().isVisible());
  EXPECT_TRUE(m_panel.chart().chart().isVisible());
  choose("axpy(float *, float, int)");
  EXPECT_TRUE(kernel().isVisible());
}

}  // namespace
}  // namespace kernline::ui
