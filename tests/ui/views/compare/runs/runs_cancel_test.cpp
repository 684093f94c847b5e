// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/compare/runs/runs_fixture.h"

#include <QAbstractButton>
#include <QLabel>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

class LongComparison : public Runs {
 protected:
  /// Compares anew; the result is handed over by the event loop, so until that turns it is under way.
  void swap() { part<QAbstractButton>("runsSwap")->click(); }
  QPushButton& button(const char* work, const char* what) { return test::buttonOf(*m_runs, work, what); }

  test::Impatient m_impatient;
};

TEST_F(LongComparison, OffersToCancelAndToBeginAgain) {
  EXPECT_FALSE(button("runs", "Cancel").isVisible());
  swap();
  ASSERT_TRUE(m_runs->isBusy());
  ASSERT_TRUE(button("runs", "Cancel").isVisible());
  QTest::mouseClick(&button("runs", "Cancel"), Qt::LeftButton);
  EXPECT_FALSE(m_runs->isBusy());
  EXPECT_EQ(m_runs->comparison(), nullptr);
  EXPECT_TRUE(part<QLabel>("runsSentence")->isVisible());
  QTest::mouseClick(&button("runs", "Again"), Qt::LeftButton);
  ASSERT_TRUE(compares());
  EXPECT_FALSE(button("runs", "Again").isVisible());
  EXPECT_FALSE(button("runs", "Cancel").isVisible());
}

TEST_F(LongComparison, OfSeriesAndMatrixIsCanceledToo) {
  for (const auto& [mode, work] :
       {std::pair(RunsWindow::Mode::Series, "series"), std::pair(RunsWindow::Mode::Matrix, "matrix")}) {
    m_runs->showMode(mode);
    ASSERT_TRUE(m_runs->isBusy()) << work;
    QTest::mouseClick(&button(work, "Cancel"), Qt::LeftButton);
    EXPECT_FALSE(m_runs->isBusy()) << work;
    QTest::mouseClick(&button(work, "Again"), Qt::LeftButton);
    ASSERT_TRUE(test::settles(*m_runs)) << work;
    EXPECT_FALSE(m_runs->isEmpty()) << work;
    EXPECT_FALSE(button(work, "Cancel").isVisible()) << work;
  }
}

}  // namespace
}  // namespace kernline::ui
