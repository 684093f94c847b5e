// SPDX-License-Identifier: GPL-3.0-or-later
// This folder draws every page, for the documentation and to be looked at: packaging/pictures.sh runs it.
// KERNLINE_LOOKS names the folder. Each page is drawn as the documentation has it, unless KERNLINE_LOOK changes that:
// "1280x720 dark zh_CN".
#pragma once

#include "tests/ui/window/wait.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/language.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/dock/dock_kind.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/docks/docks.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/appearance_menus.h"
#include "ui/window/parts/commands.h"
#include "ui/window/screenshot.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>

namespace kernline::ui {

/// Look of a picture.
struct Look {
  QSize size;
  ThemeChoice theme = ThemeChoice::Light;
  LanguageChoice language = LanguageChoice::English;
};

/// A window whose pictures are saved.
class Pictures : public ::testing::Test {
 protected:
  void SetUp() override {
    m_folder = qEnvironmentVariable("KERNLINE_LOOKS");
    ASSERT_FALSE(m_folder.isEmpty()) << "KERNLINE_LOOKS names no folder; packaging/pictures.sh sets it";
  }

  void TearDown() override {
    m_window.reset();
    applyLanguage(LanguageChoice::English);
  }

  static QString data(const char* name) { return QStringLiteral(KERNLINE_SOURCE_DIR "/tests/data/h200/%1").arg(name); }
  static QString sample(const char* name) {
    return QStringLiteral(KERNLINE_SOURCE_DIR "/resources/samples/%1").arg(name);
  }

  void open(Look look, const QStringList& paths) {
    for (const QString& word : qEnvironmentVariable("KERNLINE_LOOK").split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      const QStringList extents = word.split(QLatin1Char('x'));
      if (const auto theme = themeFromText(word)) {
        look.theme = *theme;
      } else if (const auto language = languageFromText(word)) {
        look.language = *language;
      } else if (extents.size() == 2) {
        look.size = {extents[0].toInt(), extents[1].toInt()};
      }
    }
    applyLanguage(look.language);
    m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
    m_window->appearance().setTheme(look.theme);
    m_window->resize(look.size);
    m_window->showStart();
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    if (!paths.isEmpty()) {
      m_window->openFiles(paths);
      ASSERT_TRUE(settles());
    }
  }

  bool settles() {
    const bool isStill = test::settles(*m_window, std::chrono::seconds(60));
    test::runEventsFor(std::chrono::milliseconds(300));
    return isStill;
  }

  void trigger(Command command) {
    m_window->commands()[command]->trigger();
    ASSERT_TRUE(settles());
  }

  void openDock(const char* name) {
    const auto kinds = dockKinds();
    const auto kind = std::ranges::find(kinds, std::string_view(name), [](const DockKind* each) { return each->name; });
    ASSERT_NE(kind, kinds.end());
    QAction* action = m_window->commands().ofDock(**kind);
    if (!action->isChecked()) {
      action->trigger();
    }
    ASSERT_TRUE(settles());
  }

  void select(const char* name) {
    TimelineView& view = *m_window->currentTrace()->view();
    const SpanId span = longestNamed(*view.trace(), name);
    ASSERT_NE(span, SpanId::none);
    view.select(span);
    ASSERT_TRUE(settles());
  }

  template <typename Widget>
  Widget* child(const char* name) {
    return m_window->findChild<Widget*>(QString::fromUtf8(name));
  }

  void save(const char* name) { save(name, *m_window); }
  void save(const char* name, QWidget& widget) {
    ASSERT_TRUE(settles());
    ASSERT_TRUE(widget.grab().save(QStringLiteral("%1/%2.png").arg(m_folder, QString::fromUtf8(name))));
  }

  /// A panel alone, as high as it needs.
  void savePanel(const char* name, const char* dock, int height) {
    openDock(dock);
    child<QDockWidget>("detailsDock")->hide();
    auto* panel = m_window->findChild<QDockWidget*>(QString::fromUtf8(dock) + QStringLiteral("Dock"));
    ASSERT_NE(panel, nullptr);
    m_window->resizeDocks({panel}, {height}, Qt::Vertical);
    save(name, *panel);
  }

  void choose(const char* combo, const QString& text) {
    auto* box = child<QComboBox>(combo);
    ASSERT_GE(box->findText(text), 0) << text.toStdString();
    box->setCurrentIndex(box->findText(text));
    ASSERT_TRUE(settles());
  }

  /// Compares the original and the optimized run in the log of the experiment.
  void compareOriginalAndOptimized() {
    trigger(Command::ShowOverview);
    QTest::mouseClick(child<QToolButton>("compareTablesMode"), Qt::LeftButton);
    auto* tables = child<QListWidget>("compareTables");
    for (int row = 0; row < tables->count(); ++row) {
      const bool isWanted = tables->item(row)->text().contains(QStringLiteral("341")) ||
                            tables->item(row)->text().contains(QStringLiteral("372"));
      tables->item(row)->setCheckState(isWanted ? Qt::Checked : Qt::Unchecked);
    }
  }

  RunsWindow* compare(const QStringList& paths, Look look) {
    open(look, paths);
    m_window->commands()[Command::CompareTraces]->trigger();
    auto* runs = m_window->findChild<RunsWindow*>();
    if (runs != nullptr) {
      runs->resize(look.size);
      EXPECT_TRUE(test::waitUntil([&] { return !runs->isBusy() && runs->comparison() != nullptr; }));
    }
    return runs;
  }

  QString m_folder;
  std::unique_ptr<MainWindow> m_window;
};

inline constexpr QSize page{1600, 900};
inline constexpr QSize panelPage{1200, 800};

}  // namespace kernline::ui
