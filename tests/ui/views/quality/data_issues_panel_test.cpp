// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/data_issues_panel.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/ui/kit/panels/impatient.h"
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

#include <gtest/gtest.h>

#include <chrono>
namespace kernline::ui {
namespace {

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

class Panel : public ::testing::Test {
 protected:
  void SetUp() override {
    m_panel.resize(900, 240);
    m_panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_panel));
    m_panel.setIssues(std::make_shared<const DataQuality>(DataQuality::of(*m_trace)));
    QObject::connect(&m_panel, &DataIssuesPanel::spanRequested, &m_panel,
                     [this](SpanId span) { m_asked.emplace_back(m_trace->nameText(span)); });
  }

  QTableView& view() { return *m_panel.findChild<QTableView*>(QStringLiteral("dataIssuesView")); }
  std::string text(const char* name) {
    return m_panel.findChild<QLabel*>(QString::fromUtf8(name))->text().toStdString();
  }
  QPushButton& next() { return *m_panel.findChild<QPushButton*>(QStringLiteral("dataIssuesNext")); }
  std::string cell(int row, int column) { return view().model()->index(row, column).data().toString().toStdString(); }

  std::shared_ptr<const Trace> m_trace = doubtfulTrace();
  DataIssuesPanel m_panel;
  std::vector<std::string> m_asked;
};

TEST_F(Panel, listsFindingsWorstFirstWithSeverityInWordsAndAsAnIcon) {
  ASSERT_EQ(view().model()->rowCount(), 2);
  EXPECT_EQ(cell(0, DataIssuesTable::Severity), "Lost");
  EXPECT_EQ(cell(0, DataIssuesTable::Count), "1");
  EXPECT_EQ(cell(1, DataIssuesTable::Severity), "Caution");
  EXPECT_EQ(cell(1, DataIssuesTable::Count), "2");
  EXPECT_EQ(cell(1, DataIssuesTable::First), "early one");
  for (int row = 0; row < 2; ++row) {
    EXPECT_FALSE(
        view().model()->index(row, DataIssuesTable::Severity).data(Qt::DecorationRole).value<QIcon>().isNull());
  }
}

TEST_F(Panel, neverCutsTheExplanationShort) {
  m_panel.resize(600, m_panel.minimumSizeHint().height());
  const auto& meaning = *m_panel.findChild<QLabel*>(QStringLiteral("dataIssuesMeaning"));
  test::runEventsFor(std::chrono::milliseconds(50));
  EXPECT_GE(meaning.height(), meaning.heightForWidth(meaning.width())) << "it scrolls";
}

TEST_F(Panel, explainsTheCurrentRow) {
  const std::string first = text("dataIssuesMeaning");
  EXPECT_FALSE(first.empty());
  EXPECT_FALSE(next().isEnabled()) << "what was skipped has no place";
  QTest::keyClick(&view(), Qt::Key_Down);
  EXPECT_NE(text("dataIssuesMeaning"), first);
  EXPECT_TRUE(next().isEnabled());
}

TEST_F(Panel, enterWalksThroughTheExamplesAndBeginsAnew) {
  QTest::keyClick(&view(), Qt::Key_Down);
  for (int i = 0; i < 3; ++i) {
    QTest::keyClick(&view(), Qt::Key_Return);
  }
  EXPECT_EQ(m_asked, (std::vector<std::string>{"early one", "early two", "early one"}));
  EXPECT_EQ(text("dataIssuesPosition"), "1 of 2");
}

TEST_F(Panel, aDoubleClickAndTheButtonGoToTheNextOne) {
  const QRect row = view().visualRect(view().model()->index(1, DataIssuesTable::What));
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, row.center());
  QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, row.center());
  QTest::mouseClick(&next(), Qt::LeftButton);
  EXPECT_EQ(m_asked, (std::vector<std::string>{"early one", "early two"}));
}

TEST_F(Panel, saysSoWhereNothingIsDoubtful) {
  m_panel.setIssues(std::make_shared<const DataQuality>());
  EXPECT_FALSE(view().isVisible());
  EXPECT_TRUE(text("dataIssuesEmpty").starts_with("No data issues"));
  m_panel.setIssues(nullptr);
  EXPECT_TRUE(text("dataIssuesEmpty").ends_with("once it is loaded."));
}

/// Operators of 8 us, each with a kernel of 10 us, one after the other: half of that may be the profiler's.
std::string slowedText() {
  constexpr int rounds = 20;
  constexpr int period = 20;
  std::string text = R"([{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}})";
  for (int i = 0; i < rounds; ++i) {
    const auto event = [&](const char* category, const char* place, int from, int length) {
      text += std::string(",{\"ph\":\"X\",\"name\":\"add\",\"cat\":\"") + category + "\"," + place +
              ",\"ts\":" + std::to_string(i * period + from) + ",\"dur\":" + std::to_string(length) +
              ",\"args\":{\"correlation\":" + std::to_string(i + 1) + "}}";
    };
    event("cpu_op", R"("pid":5,"tid":5)", 0, 8);
    event("cuda_runtime", R"("pid":5,"tid":5)", 1, 5);
    event("kernel", R"("pid":0,"tid":7)", 10, 10);
  }
  return text + "]";
}

TEST(TraceQualities, knowThatRecordingMayBeWhyADeviceWaits) {
  TraceQuality quality;
  quality.setTrace(chrome::readChromeText(slowedText(), {}).value());
  ASSERT_TRUE(test::waitUntil([&] { return !quality.isBusy(); }));
  EXPECT_NE(quality.issues()->find("recording_slows_host"), nullptr) << "as the command line says";
  quality.setTrace(doubtfulTrace());
  ASSERT_TRUE(test::waitUntil([&] { return !quality.isBusy(); }));
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
  ASSERT_TRUE(test::waitUntil([&] { return !quality.isBusy(); }));
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
  ASSERT_TRUE(test::waitUntil([&] { return !quality.isBusy(); }));
  EXPECT_FALSE(latency->isHidden());
  EXPECT_TRUE(latency->toolTip().contains(QStringLiteral("2: "))) << latency->toolTip().toStdString();
  EXPECT_TRUE(names->isHidden());
  quality.setTrace(nullptr);
  EXPECT_TRUE(latency->isHidden());
}

}  // namespace
}  // namespace kernline::ui
