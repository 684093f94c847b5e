// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of themes, languages and units, and what they choose.
#include "ui/kit/language/source_text.h"
#include "ui/window/main_window.h"
#include "ui/window/window_settings.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <utility>

namespace kernline::ui {

void MainWindow::buildThemeMenu(QMenu* menu) {
  auto* group = new QActionGroup(this);
  const std::pair<ThemeChoice, const char*> choices[] = {{ThemeChoice::System, QT_TR_NOOP("Like the &system")},
                                                         {ThemeChoice::Light, QT_TR_NOOP("&Light")},
                                                         {ThemeChoice::Dark, QT_TR_NOOP("&Dark")}};
  for (const auto& [choice, text] : choices) {
    QAction* action = menu->addAction(tr(text));
    setSourceText(action, text);
    action->setCheckable(true);
    action->setData(static_cast<int>(choice));
    action->setChecked(choice == m_theme);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, chosen = choice] {
      setTheme(chosen);
      if (m_settings == Settings::Kept) {
        storeTheme(chosen);
      }
    });
  }
}

void MainWindow::setTheme(ThemeChoice choice) {
  m_theme = choice;
  applyTheme(choice);
  for (QAction* action : m_themeMenu->actions()) {
    action->setChecked(action->data().toInt() == static_cast<int>(choice));
  }
}

void MainWindow::setLanguage(LanguageChoice choice) {
  m_language = choice;
  for (QAction* action : m_languageMenu->actions()) {
    action->setChecked(action->data().toInt() == static_cast<int>(choice));
  }
}

void MainWindow::buildLanguageMenu(QMenu* menu) {
  auto* group = new QActionGroup(this);
  const auto add = [&](LanguageChoice choice, const QString& text) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setData(static_cast<int>(choice));
    action->setChecked(choice == m_language);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, choice] {
      if (choice != m_language) {
        setLanguage(choice);
        Q_EMIT languageRequested(choice);
      }
    });
    return action;
  };
  constexpr auto system = QT_TR_NOOP("Like the &system");
  setSourceText(add(LanguageChoice::System, tr(system)), system);
  // Each in its own words, for whoever ended up in a language that they cannot read.
  add(LanguageChoice::English, QStringLiteral("&English"));
  add(LanguageChoice::SimplifiedChinese, QStringLiteral("简体中文(&C)"));
}

void MainWindow::buildByteUnitsMenu(QMenu* menu) {
  auto* group = new QActionGroup(this);
  const std::pair<ByteUnits, const char*> choices[] = {{ByteUnits::Binary, QT_TR_NOOP("&Binary: KiB, MiB, GiB")},
                                                       {ByteUnits::Decimal, QT_TR_NOOP("&Decimal: kB, MB, GB")}};
  for (const auto& [units, text] : choices) {
    QAction* action = menu->addAction(tr(text));
    setSourceText(action, text);
    action->setCheckable(true);
    action->setChecked(units == byteUnits());
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, chosen = units] { Q_EMIT byteUnitsRequested(chosen); });
  }
}

}  // namespace kernline::ui
