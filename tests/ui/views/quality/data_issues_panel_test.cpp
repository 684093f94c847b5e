// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/data_issues_panel.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/trace_sketch.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"
#include "ui/views/dock/dock_panel.h"
#include "ui/views/quality/data_issues_dock.h"
#include "ui/views/quality/data_issues_mark.h"
#include "ui/views/quality/data_issues_table.h"
#include "ui/views/quality/trace_quality.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

namespace kernline::ui {
namespace {

using test::cell;

// Two kernels that begin before their calls, one event that cannot be read, and an end without a begin.
std::shared_ptr<const Trace> doubtfulTrace() {
  const auto loaded = chrome::readChromeText(R"([
{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":50,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":60,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"early one","pid":0,"tid":7,"ts":40,"dur":3,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"early two","pid":0,"tid":7,"ts":45,"dur":3,"args":{"correlation":2}},
{"ph":"E","name":"never begun","pid":5,"tid":5,"ts":99}
])",
                                             {});
  EXPECT_TRUE(loaded);
  return loaded ? *loaded : nullptr;
}

class DataIssuesPanelTest : public test::PanelTest<DataIssuesPanel> {
 protected:
  void SetUp() override {
    m_trace = doubtfulTrace();
    show({900, 240});
    m_panel.setIssues(std::make_shared<const DataQuality>(DataQuality::of(*m_trace)));
    QObject::connect(&m_panel, &DataIssuesPanel::spanRequested, &m_panel,
                     [this](SpanId span) { m_walked.emplace_back(m_trace->nameText(span)); });
  }

  QTableView& view() { return child<QTableView>("dataIssuesView"); }
  std::string text(const char* name) { return child<QLabel>(name).text().toStdString(); }
  QPushButton& next() { return child<QPushButton>("dataIssuesNext"); }

  std::vector<std::string> m_walked;
};

TEST_F(DataIssuesPanelTest, listsFindingsWorstFirstWithSeverityInWordsAndAsAnIcon) {
  ASSERT_EQ(view().model()->rowCount(), 2);
  EXPECT_EQ(cell(view(), 0, DataIssuesTable::Severity), "Lost");
  EXPECT_EQ(cell(view(), 0, DataIssuesTable::Count), "1");
  EXPECT_EQ(cell(view(), 1, DataIssuesTable::Severity), "Caution");
  EXPECT_EQ(cell(view(), 1, DataIssuesTable::Count), "2");
  EXPECT_EQ(cell(view(), 1, DataIssuesTable::First), "early one");
  for (int row = 0; row < 2; ++row) {
    EXPECT_FALSE(
        view().model()->index(row, DataIssuesTable::Severity).data(Qt::DecorationRole).value<QIcon>().isNull());
  }
}

TEST_F(DataIssuesPanelTest, neverCutsTheExplanationShort) {
  m_panel.resize(600, m_panel.minimumSizeHint().height());
  const auto& meaning = child<QLabel>("dataIssuesMeaning");
  test::runEventsFor(std::chrono::milliseconds(50));
  EXPECT_GE(meaning.height(), meaning.heightForWidth(meaning.width())) << "it scrolls";
}

TEST_F(DataIssuesPanelTest, explainsTheCurrentRow) {
  const std::string first = text("dataIssuesMeaning");
  EXPECT_FALSE(first.empty());
  EXPECT_FALSE(next().isEnabled()) << "what was skipped has no place";
  QTest::keyClick(&view(), Qt::Key_Down);
  EXPECT_NE(text("dataIssuesMeaning"), first);
  EXPECT_TRUE(next().isEnabled());
}

TEST_F(DataIssuesPanelTest, enterWalksThroughTheExamplesAndBeginsAnew) {
  QTest::keyClick(&view(), Qt::Key_Down);
  for (int i = 0; i < 3; ++i) {
    QTest::keyClick(&view(), Qt::Key_Return);
  }
  EXPECT_EQ(m_walked, (std::vector<std::string>{"early one", "early two", "early one"}));
  EXPECT_EQ(text("dataIssuesPosition"), "1 of 2");
}

TEST_F(DataIssuesPanelTest, aDoubleClickAndTheButtonGoToTheNextOne) {
  const QRect row = view().visualRect(view().model()->index(1, DataIssuesTable::What));
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, row.center());
  QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, row.center());
  QTest::mouseClick(&next(), Qt::LeftButton);
  EXPECT_EQ(m_walked, (std::vector<std::string>{"early one", "early two"}));
}

TEST_F(DataIssuesPanelTest, saysSoWhereNothingIsDoubtful) {
  m_panel.setIssues(std::make_shared<const DataQuality>());
  EXPECT_FALSE(view().isVisible());
  EXPECT_TRUE(text("dataIssuesEmpty").starts_with("No data issues"));
  m_panel.setIssues(nullptr);
  EXPECT_TRUE(text("dataIssuesEmpty").ends_with("once it is loaded."));
}

/// Operators of 8 us, each with a kernel of 10 us, one after the other: half of that may be the profiler's.
std::shared_ptr<const Trace> slowedTrace() {
  std::string text = "cpu 1: add 0+8 x20 every 20\n";
  for (int at = 0; at < 400; at += 20) {
    text += fmt::format("gpu 0/7: add {}+10 <- launch {}+5\n", at + 10, at + 1);
  }
  return test::sketch(text);
}

TEST(TraceQualities, knowThatRecordingMayBeWhyADeviceWaits) {
  TraceQuality quality;
  quality.setTrace(slowedTrace());
  ASSERT_TRUE(test::settles(quality));
  EXPECT_NE(quality.issues()->find("recording_slows_host"), nullptr) << "as the command line says";
  quality.setTrace(doubtfulTrace());
  ASSERT_TRUE(test::settles(quality));
  EXPECT_EQ(quality.issues()->find("recording_slows_host"), nullptr);
}

TEST(DataIssuesDocks, endLookingOnCancelAndBeginAgain) {
  const test::Impatient impatient;
  QWidget window;
  TraceQuality quality;
  DockPanel* dock = dataIssuesDock.make(&window);
  window.show();
  quality.setTrace(doubtfulTrace());
  dock->showTrace({.quality = &quality});
  QPushButton& cancel = test::buttonOf(window, "trust", "Cancel");
  ASSERT_TRUE(cancel.isVisible());
  QTest::mouseClick(&cancel, Qt::LeftButton);
  EXPECT_FALSE(quality.isBusy());
  EXPECT_EQ(quality.issues(), nullptr);
  QPushButton& again = test::buttonOf(window, "trust", "Again");
  ASSERT_TRUE(again.isVisible());
  QTest::mouseClick(&again, Qt::LeftButton);
  EXPECT_TRUE(cancel.isVisible());
  ASSERT_TRUE(test::settles(quality));
  EXPECT_EQ(window.findChild<QTableView*>(QStringLiteral("dataIssuesView"))->model()->rowCount(), 2);
  EXPECT_FALSE(cancel.isVisible());
}

TEST(DataIssuesMarks, showWhatTouchesTheirFiguresAndHideOtherwise) {
  TraceQuality quality;
  QWidget window;
  auto* latency = new DataIssuesMark({Figure::LaunchLatency}, &window);
  auto* names = new DataIssuesMark({Figure::Names}, &window);
  latency->follow(&quality);
  names->follow(&quality);
  EXPECT_TRUE(latency->isHidden());
  quality.setTrace(doubtfulTrace());
  ASSERT_TRUE(test::settles(quality));
  EXPECT_FALSE(latency->isHidden());
  EXPECT_TRUE(latency->toolTip().contains(QStringLiteral("2: "))) << latency->toolTip().toStdString();
  EXPECT_TRUE(names->isHidden());
  quality.setTrace(nullptr);
  EXPECT_TRUE(latency->isHidden());
}

}  // namespace
}  // namespace kernline::ui
