// SPDX-License-Identifier: GPL-3.0-or-later
// Another language, and other units, while files are open.
#include "core/model/format/byte_units.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/language/language.h"
#include "ui/views/notes/notes_dock.h"
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/record/record_panel.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/trace_tab.h"
#include "ui/window/windows.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::waitUntil;

class LanguageSwitch : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings().clear();
    show();
  }
  void TearDown() override {
    m_windows.reset();
    applyLanguage(LanguageChoice::English);
    setByteUnits(ByteUnits::Binary);
    QSettings().clear();
  }

  void show() {
    m_windows = std::make_unique<Windows>(
        MainWindow::Settings::Kept, ThemeChoice::Light,
        storedLanguage() == LanguageChoice::System ? LanguageChoice::English : storedLanguage());
    window().resize(1280, 720);
    window().showStart();
    window().show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window()));
  }

  MainWindow& window() { return m_windows->current(); }
  FileTabs& tabs() { return *window().findChild<FileTabs*>(QStringLiteral("fileTabs")); }

  void open(const std::string& path) {
    window().openFiles({QString::fromStdString(path)});
    ASSERT_TRUE(test::settles(window()));
  }

  /// Chooses a language in the menu, as a person does.
  void choose(const QString& language) {
    const QPointer<MainWindow> before = &window();
    for (QMenu* menu : window().findChildren<QMenu*>()) {
      for (QAction* action : menu->actions()) {
        if (action->text() == language) {
          action->trigger();
          ASSERT_TRUE(waitUntil([&] { return before == nullptr; }));
          ASSERT_TRUE(test::settles(window()));
          return;
        }
      }
    }
    FAIL() << "no menu offers " << language.toStdString();
  }

  test::TemporaryFile m_file{test::smallTraceText()};
  test::TemporaryFile m_log{"序列长度: 256\nSoftmax | 24.5±0.06ms | 1337286 tok/s | 1490.0MB\n", ".log"};
  std::unique_ptr<Windows> m_windows;
};

TEST_F(LanguageSwitch, theWindowSpeaksAtOnceAndFilesStayOpenWhereTheyWere) {
  open(m_file.path());
  open(m_log.path());
  tabs().setCurrentIndex(0);
  TimelineView& before = *window().currentTrace()->view();
  const std::shared_ptr<const Trace> trace = before.trace();
  before.setVisibleRange({{20'000}, {50'000}});
  before.chooseRange(TimeRange{{30'000}, {40'000}});
  before.select(test::spanNamed(*trace, "aten::mm"), false);
  window().commands().ofDock(notesDock)->trigger();
  window().currentTrace()->showPage(TraceTab::Page::Overview);

  choose(QStringLiteral("简体中文(&C)"));
  EXPECT_EQ(window().menuBar()->actions().front()->text(), QStringLiteral("文件(&F)"));
  ASSERT_EQ(tabs().count(), 2);
  EXPECT_EQ(tabs().currentIndex(), 0);
  ASSERT_EQ(tabs().at(0)->state(), FileTab::State::Ready);
  ASSERT_EQ(tabs().at(1)->state(), FileTab::State::Ready);
  EXPECT_NE(qobject_cast<LogTab*>(tabs().at(1)), nullptr);
  TraceTab& document = *window().currentTrace();
  EXPECT_EQ(document.trace(), trace);  // the very same: nothing was read again
  EXPECT_EQ(document.page(), TraceTab::Page::Overview);
  EXPECT_EQ(document.view()->visibleRange(), (TimeRange{{20'000}, {50'000}}));
  EXPECT_EQ(document.view()->chosenRange(), std::optional(TimeRange{{30'000}, {40'000}}));
  EXPECT_EQ(document.view()->selection(), test::spanNamed(*trace, "aten::mm"));
  document.showPage(TraceTab::Page::Timeline);
  EXPECT_TRUE(window().findChild<QDockWidget*>(QStringLiteral("notesDock"))->isVisible());

  choose(QStringLiteral("&English"));
  EXPECT_EQ(window().menuBar()->actions().front()->text(), QStringLiteral("&File"));
  EXPECT_EQ(window().currentTrace()->trace(), trace);
}

TEST_F(LanguageSwitch, theChoiceIsKeptForTheNextStart) {
  choose(QStringLiteral("简体中文(&C)"));
  EXPECT_EQ(storedLanguage(), LanguageChoice::SimplifiedChinese);
  m_windows.reset();
  show();
  EXPECT_EQ(window().menuBar()->actions().front()->text(), QStringLiteral("文件(&F)"));
}

TEST_F(LanguageSwitch, tellsWhichPackageHasAFontWhereNoneHasTheCharacters) {
  const bool hasFont = qgetenv("KERNLINE_TEST_FONTS") == "cjk";
  EXPECT_TRUE(missingFontNotice(LanguageChoice::English).isEmpty());
  EXPECT_EQ(missingFontNotice(LanguageChoice::SimplifiedChinese).contains(QStringLiteral("fonts-noto-cjk")), !hasFont);
  choose(QStringLiteral("简体中文(&C)"));
  QCoreApplication::processEvents();
  const auto* box = window().findChild<QMessageBox*>(QStringLiteral("missingFont"));
  ASSERT_EQ(box != nullptr, !hasFont);
  if (box != nullptr) {
    EXPECT_TRUE(box->isVisible());
    EXPECT_FALSE(box->isModal());
  }
}

TEST_F(LanguageSwitch, sizesOfMemoryAreToldInTheChosenUnitsAtOnceAndAtTheNextStart) {
  const auto titles = [this] {
    QStringList all;
    const auto* table = window().findChild<QTableView*>(QStringLiteral("gridView"))->model();
    for (int column = 0; column < table->columnCount(); ++column) {
      all << table->headerData(column, Qt::Horizontal).toString();
    }
    return all.join(QLatin1Char('|')).toStdString();
  };
  open(m_log.path());
  EXPECT_THAT(titles(), testing::HasSubstr("(MiB)"));
  choose(QStringLiteral("&Decimal: kB, MB, GB"));
  EXPECT_THAT(titles(), testing::HasSubstr("(MB)"));
  m_windows.reset();
  setByteUnits(ByteUnits::Binary);
  show();
  open(m_log.path());
  EXPECT_THAT(titles(), testing::HasSubstr("(MB)")) << "the choice is kept";
  choose(QStringLiteral("&Binary: KiB, MiB, GiB"));
  EXPECT_THAT(titles(), testing::HasSubstr("(MiB)"));
}

TEST_F(LanguageSwitch, aFileThatWasRefusedStaysRefused) {
  open("/no/such/file.json");
  ASSERT_EQ(window().currentFile()->state(), FileTab::State::Refused);
  choose(QStringLiteral("简体中文(&C)"));
  ASSERT_NE(window().currentFile(), nullptr);
  EXPECT_EQ(window().currentFile()->state(), FileTab::State::Refused);
  EXPECT_TRUE(window().currentFile()->refusal().contains(QStringLiteral("没有这样的文件")));
}

TEST_F(LanguageSwitch, aFileThatIsBeingReadGoesOnInTheNewWindow) {
  window().openFiles({QString::fromStdString(test::fixture("torch-alexnet-a100.json.gz"))});
  choose(QStringLiteral("简体中文(&C)"));
  ASSERT_EQ(tabs().count(), 1);
  EXPECT_EQ(window().currentFile()->state(), FileTab::State::Ready);
  EXPECT_GT(window().currentTrace()->trace()->spanCount(), 0U);
}

TEST_F(LanguageSwitch, commandsAreFoundByTheirNamesInBothLanguages) {
  choose(QStringLiteral("简体中文(&C)"));
  open(m_file.path());
  for (const char* typed : {"collapse all", "折叠所有行", "view zoom in", "视图 放大"}) {
    window().commands()[Command::FindCommand]->trigger();
    auto* field = window().findChild<QLineEdit*>(QStringLiteral("paletteField"));
    ASSERT_NE(field, nullptr);
    field->setText(QString::fromUtf8(typed));
    const auto* list = window().findChild<QTableView*>(QStringLiteral("paletteList"));
    ASSERT_GT(list->model()->rowCount(), 0) << typed;
    const QString best = list->model()->index(0, 0).data().toString();
    EXPECT_TRUE(best == QStringLiteral("视图: 折叠所有行") || best == QStringLiteral("视图: 放大"))
        << typed << " finds " << best.toStdString();
    QTest::keyClick(field, Qt::Key_Escape);
    ASSERT_TRUE(waitUntil([&] { return window().findChild<QLineEdit*>(QStringLiteral("paletteField")) == nullptr; }));
  }
}

TEST_F(LanguageSwitch, aRecordingGoesOnAndItsTabWithIt) {
  qputenv("KERNLINE_RECORDER", KERNLINE_SOURCE_DIR "/tests/support/fake_recorder.py");
  qputenv("FAKE_RECORDER_PACE", "10");
  window().commands()[Command::ShowRecord]->trigger();
  const auto panel = [&] { return window().findChild<RecordPanel*>(); };
  ASSERT_TRUE(waitUntil([&] { return panel() != nullptr && !panel()->isAsking(); }));
  panel()->findChild<KernelPage*>()->selectKernel(QStringLiteral("copy"));
  window().commands()[Command::RunRecording]->trigger();
  const auto live = [&] { return window().currentTrace() != nullptr ? window().currentTrace()->live() : nullptr; };
  ASSERT_TRUE(waitUntil([&] { return live() != nullptr; }));
  choose(QStringLiteral("简体中文(&C)"));
  ASSERT_TRUE(panel() != nullptr && panel()->isRunning());
  ASSERT_NE(live(), nullptr);
  EXPECT_FALSE(live()->isOver());
  ASSERT_TRUE(waitUntil([&] { return !panel()->isRunning() && live()->isOver(); }));
  EXPECT_EQ(window().currentTrace()->trace()->spanCount(), 20U);
  qunsetenv("FAKE_RECORDER_PACE");
  qunsetenv("KERNLINE_RECORDER");
}

}  // namespace
}  // namespace kernline::ui
