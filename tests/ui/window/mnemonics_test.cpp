// SPDX-License-Identifier: GPL-3.0-or-later
// Mnemonics that work at the same time lead to one thing each: two would make neither happen.
#include "tests/support/test_files.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/language/language.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/commands.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QKeySequence>
#include <QLabel>
#include <QMenuBar>
#include <QTest>

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>

namespace kernline::ui {
namespace {

using Owners = std::map<std::string, std::set<const QObject*>>;

std::string mnemonicOf(const QString& text) {
  return QKeySequence::mnemonic(text).toString().toStdString();
}

/// Mnemonics of commands that are enabled, and of menus.
Owners keysOfWindow(const MainWindow& window) {
  Owners owners;
  for (const QAction* action : window.findChildren<QAction*>()) {
    const bool isOfWindow =
        action->shortcutContext() == Qt::WindowShortcut || action->shortcutContext() == Qt::ApplicationShortcut;
    for (const QKeySequence& key : action->isEnabled() && isOfWindow ? action->shortcuts() : QList<QKeySequence>()) {
      owners[key.toString().toStdString()].insert(action);
    }
  }
  for (const QAction* menu : window.menuBar()->actions()) {
    owners[mnemonicOf(menu->text())].insert(menu);
  }
  return owners;
}

/// Returns "Alt+G: Group by" for each text in the window whose key is that of a command or a menu, or of another text
/// in the same panel.
std::set<std::string> collisions(const MainWindow& window) {
  std::set<std::string> found;
  const Owners ofWindow = keysOfWindow(window);
  for (const auto& [key, owners] : ofWindow) {
    if (owners.size() > 1) {
      found.insert(key);
    }
  }
  std::map<const QWidget*, std::map<std::string, int>> ofPanels;
  const auto* start = window.findChild<QWidget*>(QStringLiteral("startPage"));
  const auto look = [&](const QWidget& widget, const QString& text) {
    if (start != nullptr && !start->isVisible() && start->isAncestorOf(&widget)) {
      return;
    }
    const std::string key = mnemonicOf(text);
    const QWidget* panel = &widget;
    while (panel->parentWidget() != nullptr && qobject_cast<const QDockWidget*>(panel) == nullptr) {
      panel = panel->parentWidget();
    }
    if (!key.empty() && widget.window() == &window && (ofWindow.contains(key) || ++ofPanels[panel][key] > 1)) {
      found.insert(key + ": " + text.toStdString());
    }
  };
  for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
    look(*button, button->text());
  }
  for (const QLabel* label : window.findChildren<QLabel*>()) {
    if (label->buddy() != nullptr) {
      look(*label, label->text());
    }
  }
  return found;
}

class Mnemonics : public ::testing::TestWithParam<LanguageChoice> {
 protected:
  void SetUp() override {
    RecentFiles::clear();
    applyLanguage(GetParam());
    m_window = std::make_unique<MainWindow>(MainWindow::Settings::Ephemeral);
    m_window->showStart();
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
  }
  void TearDown() override {
    m_window.reset();
    applyLanguage(LanguageChoice::English);
  }

  test::TemporaryFile m_file{test::smallTraceText()};
  std::unique_ptr<MainWindow> m_window;
};

TEST_P(Mnemonics, leadToOneThingEachOnTheStartPage) {
  EXPECT_EQ(collisions(*m_window), std::set<std::string>());
}

TEST_P(Mnemonics, leadToOneThingEachWithATraceAndAllPanels) {
  m_window->openFiles({QString::fromStdString(m_file.path())});
  ASSERT_TRUE(test::settles(*m_window));
  EXPECT_GT(m_window->findChildren<QDockWidget*>().size(), 15);
  EXPECT_EQ(collisions(*m_window), std::set<std::string>());
  m_window->currentTrace()->view()->select(SpanId{0});
  EXPECT_EQ(collisions(*m_window), std::set<std::string>()) << "with the commands of a selection";
}

INSTANTIATE_TEST_SUITE_P(Languages, Mnemonics,
                         testing::Values(LanguageChoice::English, LanguageChoice::SimplifiedChinese));

}  // namespace
}  // namespace kernline::ui
