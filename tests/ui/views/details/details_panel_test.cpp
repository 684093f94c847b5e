// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/details_panel.h"

#include "tests/core/analysis/work/made_work.h"
#include "tests/support/trace_query.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"

#include <QTreeView>

#include <gtest/gtest.h>

#include <memory>

namespace kernline::ui {
namespace {

/// What a job makes is handed over by the event loop, so until that turns the parts are busy.
class LongDetails : public test::PanelTest<DetailsPanel> {
 protected:
  void SetUp() override {
    test::MadeWork made;
    made.op("aten::mm", 1, 50, "[[512,4096],[4096,4096]]", test::twoHalves);
    made.kernel("gemm", 10, 100, 100);
    m_trace = made.trace();
    show();
  }
  void select() { m_panel.showSpan(m_trace, test::spansNamed(*m_trace, "aten::mm").front()); }
  [[nodiscard]] bool showsArgs() const {
    return m_panel.findChild<QTreeView*>(QStringLiteral("argsView"))->isVisible();
  }

  test::Impatient m_impatient;
};

TEST_F(LongDetails, OfferToCancelAndToBeginAgain) {
  select();
  ASSERT_TRUE(m_panel.isBusy());
  ASSERT_TRUE(test::buttonOf(m_panel, "details", "Cancel").isVisible());
  QTest::mouseClick(&test::buttonOf(m_panel, "details", "Cancel"), Qt::LeftButton);
  EXPECT_FALSE(m_panel.isBusy());
  EXPECT_FALSE(showsArgs());
  QTest::mouseClick(&test::buttonOf(m_panel, "details", "Again"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_TRUE(showsArgs());
  EXPECT_TRUE(test::waitUntil([&] { return !test::buttonOf(m_panel, "details", "Cancel").isVisible(); }));
}

TEST_F(LongDetails, EndWithThePanelAndBeginAgainWithIt) {
  select();
  ASSERT_TRUE(m_panel.isBusy());
  m_panel.hide();
  EXPECT_FALSE(m_panel.isBusy());
  m_panel.show();
  EXPECT_TRUE(m_panel.isBusy());
  ASSERT_TRUE(settles());
  EXPECT_TRUE(showsArgs());
}

TEST_F(LongDetails, AreNotReadWhileNobodySeesThem) {
  m_panel.hide();
  select();
  EXPECT_FALSE(m_panel.isBusy());
  m_panel.showChosenRange(TimeRange{{0}, {100}});
  m_panel.showCauses();
  EXPECT_FALSE(m_panel.isBusy());
  m_panel.show();
  EXPECT_TRUE(m_panel.isBusy());
  ASSERT_TRUE(settles());
  EXPECT_TRUE(showsArgs());
}

}  // namespace
}  // namespace kernline::ui
