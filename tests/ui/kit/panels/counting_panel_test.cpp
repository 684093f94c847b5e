// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/panels/counting_panel.h"

#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/views/statistics/statistics_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace kernline::ui {
namespace {

/// Counts until somebody stops it.
class EndlessPanel : public CountingPanel {
 public:
  EndlessPanel() : CountingPanel("endless", nullptr) { setContents(new QWidget(this)); }

  [[nodiscard]] int running() const { return *m_running; }
  [[nodiscard]] int begun() const { return m_begun; }

 protected:
  void startCounting() override {
    ++m_begun;
    count(
        [running = m_running](const std::stop_token& stop) -> Expected<std::shared_ptr<const int>> {
          ++*running;
          while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
          }
          --*running;
          return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("canceled")});
        },
        [](const std::shared_ptr<const int>&) {});
  }
  void forget() override {}
  [[nodiscard]] QString emptyText() const override { return isCounting() ? countingText() : QString(); }
  [[nodiscard]] QString countsText() const override { return {}; }

 private:
  std::shared_ptr<std::atomic<int>> m_running = std::make_shared<std::atomic<int>>(0);
  int m_begun = 0;
};

class LongCounting : public ::testing::Test {
 protected:
  void SetUp() override {
    m_panel.resize(600, 300);
    m_panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_panel));
    m_panel.setTrace(test::smallTrace());
    ASSERT_TRUE(test::waitUntil([this] { return m_panel.running() == 1; }));
  }
  [[nodiscard]] QPushButton& button(const char* name) {
    return *m_panel.findChild<QPushButton*>(QString::fromUtf8(name));
  }

  EndlessPanel m_panel;
};

TEST_F(LongCounting, offersToCancelAfterASecondAndToBeginAgain) {
  EXPECT_FALSE(button("endlessCancel").isVisible()) << "most work is done before anybody could read it";
  ASSERT_TRUE(test::waitUntil([this] { return button("endlessCancel").isVisible(); }));
  QTest::mouseClick(&button("endlessCancel"), Qt::LeftButton);
  EXPECT_TRUE(test::waitUntil([this] { return m_panel.running() == 0; }));
  EXPECT_FALSE(m_panel.isBusy());
  EXPECT_EQ(m_panel.findChild<QLabel*>(QStringLiteral("endlessEmpty"))->text(), QStringLiteral("Canceled"));
  ASSERT_TRUE(button("endlessAgain").isVisible());
  QTest::mouseClick(&button("endlessAgain"), Qt::LeftButton);
  EXPECT_TRUE(test::waitUntil([this] { return m_panel.running() == 1; }));
  EXPECT_FALSE(button("endlessAgain").isVisible());
}

TEST_F(LongCounting, endsWithThePanelAndBeginsAgainWithIt) {
  m_panel.hide();
  EXPECT_TRUE(test::waitUntil([this] { return m_panel.running() == 0; }));
  m_panel.show();
  EXPECT_TRUE(test::waitUntil([this] { return m_panel.running() == 1; }));
  EXPECT_EQ(m_panel.begun(), 2);
}

TEST_F(LongCounting, endsWithItsTrace) {
  m_panel.setTrace(nullptr);
  EXPECT_TRUE(test::waitUntil([this] { return m_panel.running() == 0; }));
  EXPECT_FALSE(m_panel.isBusy());
}

TEST(LongStatistics, areCountedAnewAfterTheyWereHiddenTooEarly) {
  StatisticsPanel panel;
  panel.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
  panel.setTrace(test::smallTrace());
  ASSERT_TRUE(panel.isBusy());
  panel.hide();
  EXPECT_FALSE(panel.isBusy()) << "nobody waits for it";
  panel.show();
  ASSERT_TRUE(test::settles(panel));
  EXPECT_FALSE(panel.allRows().isEmpty());
}

}  // namespace
}  // namespace kernline::ui
