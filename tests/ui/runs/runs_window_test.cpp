// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_window.h"

#include "core/runs/counterpart.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/language/language.h"
#include "ui/window/commands.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <string>

namespace kernline::ui {
namespace {

/// A GPU that does `rounds` times a matrix product of so many microseconds and something of 20.
std::string loopText(int rounds, int product, const char* second) {
  std::string text = "[";
  double now = 100;
  for (int i = 0; i < rounds; ++i) {
    for (const auto& [name, length] : {std::pair("gemm", product), std::pair(second, 20)}) {
      text += std::string(text.size() > 1 ? "," : "") + R"({"ph":"X","cat":"kernel","name":")" + name +
              R"(","pid":0,"tid":7,"ts":)" + std::to_string(now) + R"(,"dur":)" + std::to_string(length) +
              R"(,"args":{"device":0,"stream":7}})";
      now += length + 5;
    }
  }
  return text + "]";
}

class Runs : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_window.open({QString::fromStdString(m_before.path()), QString::fromStdString(m_after.path())});
    ASSERT_TRUE(settles());
    tabs().setCurrentIndex(0);
    m_window.commands()[Command::CompareTraces]->trigger();
    m_runs = m_window.findChild<RunsWindow*>();
    ASSERT_NE(m_runs, nullptr);
    m_runs->resize(1280, 800);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_runs));
    ASSERT_TRUE(compares());
  }

  bool compares() {
    return test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison() != nullptr; });
  }

  template <typename Widget>
  Widget* part(const char* name) {
    return m_runs->findChild<Widget*>(QString::fromUtf8(name));
  }

  QString cell(int row, int column) {
    const QAbstractItemModel* model = part<QTableView>("runsRows")->model();
    return model->data(model->index(row, column), Qt::DisplayRole).toString();
  }

  test::TemporaryFile m_before{loopText(6, 100, "relu")};
  test::TemporaryFile m_after{loopText(6, 70, "gelu")};
  RunsWindow* m_runs = nullptr;
};

TEST_F(Runs, saysWhoIsFasterAndWhatChanged) {
  EXPECT_TRUE(part<QLabel>("runsVerdict")->text().startsWith(QStringLiteral("Faster: a step takes 0.769")))
      << part<QLabel>("runsVerdict")->text().toStdString();
  EXPECT_TRUE(part<QLabel>("runsReasons")->text().contains(QStringLiteral("over 5 rounds")));
  EXPECT_FALSE(part<QLabel>("runsDoubts")->isVisible());
  EXPECT_EQ(cell(0, 0), QStringLiteral("gemm"));
  EXPECT_EQ(cell(0, 3), QStringLiteral("-180.0 µs"));
  EXPECT_EQ(cell(0, 4), QStringLiteral("0.700×"));
  EXPECT_EQ(cell(0, 5), QStringLiteral("6"));
}

TEST_F(Runs, filtersAndSortsItsRows) {
  QTest::keyClicks(part<QLineEdit>("runsFilter"), QStringLiteral("ELU"));
  ASSERT_EQ(part<QTableView>("runsRows")->model()->rowCount(), 2);
  part<QTableView>("runsRows")->sortByColumn(3, Qt::AscendingOrder);
  EXPECT_EQ(cell(0, 0), QStringLiteral("relu"));
  EXPECT_EQ(cell(0, 4), QStringLiteral("gone"));
  EXPECT_EQ(cell(1, 4), QStringLiteral("new"));
  EXPECT_EQ(cell(1, 5), QStringLiteral("– → 6"));
}

TEST_F(Runs, joinsWhatIsTheSameInBothTimelines) {
  const TimelineView* other = m_runs->timelines()->view(1);
  // The first line of the picture is the base's step, the second what changed most.
  auto* waterfall = part<QWidget>("runsWaterfall");
  const int line = waterfall->fontMetrics().height() + 5;
  QTest::mouseClick(waterfall, Qt::LeftButton, Qt::NoModifier, QPoint(100, 6 + line + line / 2));
  const SpanId here = m_runs->timelines()->view(0)->selection();
  ASSERT_NE(here, SpanId::none);
  EXPECT_EQ(m_runs->timelines()->view(0)->trace()->nameText(here), "gemm");
  ASSERT_NE(other->selection(), SpanId::none);
  EXPECT_EQ(other->trace()->nameText(other->selection()), "gemm");
  EXPECT_EQ(other->selection(), counterpart(*m_runs->comparison(), 0, here, 1));
  EXPECT_EQ(counterpart(*m_runs->comparison(), 1, other->selection(), 0), here);
}

TEST_F(Runs, movesBothTimelinesUntilUnlinked) {
  TimelineView* base = m_runs->timelines()->view(0);
  TimelineView* other = m_runs->timelines()->view(1);
  const TimeRange before = other->visibleRange();
  EXPECT_EQ(base->visibleRange().length(), before.length());
  base->setFocus();
  QTest::keyClick(m_runs->focusWidget(), Qt::Key_W);
  EXPECT_LT(base->visibleRange().length().ns, before.length().ns);
  EXPECT_EQ(base->visibleRange().length(), other->visibleRange().length());
  part<QCheckBox>("runsLinked")->click();
  const TimeRange alone = other->visibleRange();
  QTest::keyClick(m_runs->focusWidget(), Qt::Key_W);
  EXPECT_EQ(other->visibleRange(), alone);
}

TEST_F(Runs, drawsStepsAsLongAsEachOther) {
  auto* scale = part<QComboBox>("runsScale");
  scale->setFocus();
  QTest::keyClick(scale, Qt::Key_Down);
  const double base = static_cast<double>(m_runs->timelines()->view(0)->visibleRange().length().ns);
  const double other = static_cast<double>(m_runs->timelines()->view(1)->visibleRange().length().ns);
  EXPECT_NEAR(other / base, 100.0 / 130.0, 1e-3);
}

TEST_F(Runs, exchangesBaseAndOther) {
  QTest::mouseClick(part<QPushButton>("runsSwap"), Qt::LeftButton);
  ASSERT_TRUE(
      test::waitUntil([&] { return part<QLabel>("runsVerdict")->text().startsWith(QStringLiteral("Slower")); }));
  EXPECT_EQ(cell(0, 3), QStringLiteral("+180.0 µs"));
}

TEST_F(Runs, followsTheOpenFiles) {
  tabs().closeTab(1);
  ASSERT_TRUE(test::waitUntil([&] { return m_runs->comparison() == nullptr; }));
  EXPECT_TRUE(part<QLabel>("runsSentence")->isVisible());
  m_window.open({QString::fromStdString(m_after.path())});
  ASSERT_TRUE(compares());
  EXPECT_FALSE(part<QLabel>("runsSentence")->isVisible());
}

TEST_F(Runs, saysWhatCannotBeCompared) {
  openSmallTrace();
  const test::TemporaryFile host(R"([{"ph":"X","name":"f","pid":1,"tid":1,"ts":1,"dur":2}])");
  m_window.open({QString::fromStdString(host.path())});
  ASSERT_TRUE(settles());
  auto* other = part<QComboBox>("runsOther");
  other->setFocus();
  QTest::keyClick(other, Qt::Key_End);
  ASSERT_TRUE(test::waitUntil(
      [&] { return part<QLabel>("runsSentence")->text().contains(QStringLiteral("no work of a GPU")); }));
}

TEST_F(Runs, speaksChinese) {
  applyLanguage(LanguageChoice::SimplifiedChinese);
  RunsWindow window;
  std::vector<OpenRun> runs;
  for (int i = 0; i < 2; ++i) {
    const auto* document = qobject_cast<const DocumentTab*>(tabs().at(i));
    runs.push_back({.title = QStringLiteral("a"), .trace = document->trace(), .index = nullptr});
  }
  window.setRuns(std::move(runs));
  ASSERT_TRUE(test::waitUntil([&] { return window.comparison() != nullptr; }));
  EXPECT_TRUE(window.findChild<QLabel*>(QStringLiteral("runsVerdict"))->text().startsWith(QStringLiteral("更快")));
  EXPECT_FALSE(window.findChild<QLabel*>(QStringLiteral("runsReasons"))->text().contains(QStringLiteral("rounds")));
  applyLanguage(LanguageChoice::English);
}

}  // namespace
}  // namespace kernline::ui
