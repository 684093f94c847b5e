// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window in Chinese: wherever a text was forgotten, a Latin word shows.
#include "core/analysis/whatif/what_if_change.h"
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/format/printable_text.h"
#include "core/output/sql/schema.h"
#include "tests/support/test_files.h"
#include "tests/ui/kit/language/latin_words.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/language/language.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/families/families_dialog.h"
#include "ui/views/logs/log_page.h"
#include "ui/views/quality/data_issues_dock.h"
#include "ui/views/statistics/statistics_choices.h"
#include "ui/views/timeline/row_menu.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/dialogs/shortcut_sheet.h"
#include "ui/window/docks/docks.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/commands.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/start/start_page.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>

namespace kernline::ui {
namespace {

using test::LatinWords;

/// Every string of a trace: names, categories, titles.
QStringList namesOf(const Trace& trace) {
  QStringList names;
  for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
    names << qt(trace.strings()[StringId{i}]);
  }
  for (const SourceFile& source : trace.sources()) {
    names << qt(source.path);
  }
  for (const Device& device : trace.devices()) {
    names << qt(device.name);
  }
  return names;
}

/// Names of SQL in the query page, in any language.
QStringList schemaNames() {
  QStringList names;
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    names << qt(table.name);
    for (const sql::Column& column : table.columns) {
      names << qt(column.name);
    }
  }
  for (const sql::FunctionSchema& function : sql::functionSchemas()) {
    names << qt(function.signature);
  }
  return names;
}

/// The keys and values of the details: the file's own.
QStringList argsOf(const Trace& trace) {
  QStringList texts;
  const std::function<void(const ArgNode&)> add = [&](const ArgNode& node) {
    texts << qt(node.key) << qt(node.text);
    std::ranges::for_each(node.children, add);
  };
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    add(trace.details(SpanId{i}).args);
  }
  return texts;
}

/// Names in resources/work.txt and resources/devices.txt, and the program that set how the bus is counted.
QStringList rulesOfWork() {
  QStringList texts;
  for (const WorkRule& rule : WorkRules::builtin().rules()) {
    texts << qt(rule.text);
  }
  for (const Ceilings& device : builtinDevices()) {
    texts << qt(device.name) << qt(device.source);
  }
  texts << QStringLiteral("nccl-tests");
  return texts;
}

/// How changes are written in the page of what-if, whatever the language.
QStringList changesAsTyped() {
  QStringList names{QStringLiteral("launch=graph family:GEMM=x0.5 copy:pageable=async 2ms roofline none")};
  for (std::size_t target = 0; target < whatIfTargetCount; ++target) {
    names << qt(toText(static_cast<WhatIfTarget>(target)));
  }
  return names;
}

class ChineseWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    RecentFiles::clear();
    applyLanguage(LanguageChoice::SimplifiedChinese);
    m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
    m_window->resize(1600, 900);
    m_window->showStart();
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
  }
  void TearDown() override {
    m_window.reset();
    applyLanguage(LanguageChoice::English);
  }

  void open(const std::string& path) {
    m_window->openFiles({QString::fromStdString(path)});
    ASSERT_TRUE(settles());
  }

  [[nodiscard]] bool settles() { return test::settles(*m_window, std::chrono::seconds(60)); }

  void openDock(const DockKind& kind) {
    if (QAction* action = m_window->commands().ofDock(kind); !action->isChecked()) {
      action->trigger();
      ASSERT_TRUE(settles());
    }
  }

  void trigger(Command command) {
    (*m_window).commands()[command]->trigger();
    ASSERT_TRUE(settles());
  }

  static void expectNone(const LatinWords& words) {
    for (const auto& [word, text] : words.found()) {
      ADD_FAILURE() << word << " in: " << text;
    }
  }

  std::unique_ptr<MainWindow> m_window;
};

TEST_F(ChineseWindow, saysNothingInEnglishBeforeAFileIsOpen) {
  LatinWords words;
  words.read(*m_window);
  ShortcutSheet sheet(*m_window->menuBar(), nullptr);
  words.read(sheet);
  const StartPage page;
  words.read(page);
  expectNone(words);
}

TEST_F(ChineseWindow, saysOfATraceInEnglishOnlyWhatTheTraceSays) {
  open(test::fixture("h200-profiler-steps.json.gz"));
  TraceTab& document = *m_window->currentTrace();
  ASSERT_EQ(document.state(), FileTab::State::Ready);
  const Trace& trace = *document.trace();
  for (const DockKind* kind : dockKinds()) {
    if (kind->needs == Needs::TimelineFile) {
      openDock(*kind);
    }
  }
  trigger(Command::ShowIdle);
  trigger(Command::ShowQueue);
  LatinWords words(namesOf(trace) << schemaNames() << filterPrefixes() << argsOf(trace) << rulesOfWork()
                                  << changesAsTyped());
  for (std::uint32_t i = 0; i < trace.spanCount(); i += 1 + static_cast<std::uint32_t>(trace.spanCount() / 40)) {
    document.view()->select(SpanId{i});
    ASSERT_TRUE(settles());
    words.read(*m_window);
    words.readText(describeSpan(trace, SpanId{i}).text());
  }
  document.view()->chooseRange(TimeRange{trace.bounds().begin, trace.bounds().begin + Duration{1'000'000}});
  ASSERT_TRUE(settles());
  words.read(*m_window);
  trigger(Command::ShowOverview);
  words.read(*m_window);
  expectNone(words);
}

TEST_F(ChineseWindow, showsNoMenuKeysOnTheButtonsOfATrace) {
  open(test::fixture("h200-profiler-steps.json.gz"));
  for (const QToolButton* button : m_window->findChildren<QToolButton*>()) {
    EXPECT_FALSE(button->text().contains(QRegularExpression(QStringLiteral("\\(&?[A-Z]\\)"))))
        << qPrintable(button->text());
  }
}

TEST_F(ChineseWindow, explainsInChineseWhatIsDoubtful) {
  for (const char* name : {"torch-rocm-gpu-only.json.gz", "begin-end-trouble.json", "torch-merged-8-ranks.json.gz"}) {
    open(test::fixture(name));
    openDock(dataIssuesDock);
    LatinWords words(namesOf(*m_window->currentTrace()->trace()) << QString::fromUtf8(name));
    words.read(*m_window->findChild<QWidget*>(QStringLiteral("trustDock")));
    words.read(*m_window->findChild<QWidget*>(QStringLiteral("tracksDock")));
    expectNone(words);
  }
}

TEST_F(ChineseWindow, saysOfALogInEnglishOnlyWhatTheLogSays) {
  QStringList known;  // tabs of other logs stay open
  for (const char* name : {"logs/attention-sweep.log", "logs/two-ranks.log", "logs/nsys-layouts.log"}) {
    const std::string path = test::fixture(name);
    open(path);
    ASSERT_NE(m_window->currentLog(), nullptr);
    known << qt(test::readFile(path)) << QString::fromStdString(path);
    LatinWords words(known);
    LogPage& page = *m_window->currentLog()->page();
    page.showText(true);
    for (OutlineId node = 0; node < 30; ++node) {
      page.goTo(node);
      ASSERT_TRUE(settles());
      words.read(*m_window);
    }
    trigger(Command::ShowOverview);
    words.read(*m_window);
    expectNone(words);
  }
}

TEST_F(ChineseWindow, refusesAFileInChinese) {
  open("/no/such/file.json");
  LatinWords words({QStringLiteral("/no/such/file.json")});
  words.read(*m_window);
  expectNone(words);
}

}  // namespace
}  // namespace kernline::ui
