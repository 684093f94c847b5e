// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/appearance_menus.h"

#include "ui/kit/language/source_text.h"
#include "ui/window/parts/window_settings.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QWidget>

#include <utility>

namespace kernline::ui {

AppearanceMenus::AppearanceMenus(QWidget& window, bool keepsTheme)
    : QObject(&window),
      m_themes(new QMenu(tr("&Theme"), &window)),
      m_languages(new QMenu(tr("Lan&guage"), &window)),
      m_byteUnits(new QMenu(tr("Memor&y units"), &window)) {
  fillThemes(keepsTheme);
  fillLanguages();
  fillByteUnits();
}

void AppearanceMenus::fillThemes(bool keepsTheme) {
  auto* group = new QActionGroup(this);
  const std::pair<ThemeChoice, const char*> choices[] = {{ThemeChoice::System, QT_TR_NOOP("Like the &system")},
                                                         {ThemeChoice::Light, QT_TR_NOOP("&Light")},
                                                         {ThemeChoice::Dark, QT_TR_NOOP("&Dark")}};
  for (const auto& [choice, text] : choices) {
    QAction* action = m_themes->addAction(tr(text));
    setSourceText(action, text);
    action->setCheckable(true);
    action->setData(static_cast<int>(choice));
    action->setChecked(choice == m_theme);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, chosen = choice, keepsTheme] {
      setTheme(chosen);
      if (keepsTheme) {
        storeTheme(chosen);
      }
    });
  }
}

void AppearanceMenus::setTheme(ThemeChoice choice) {
  m_theme = choice;
  applyTheme(choice);
  for (QAction* action : m_themes->actions()) {
    action->setChecked(action->data().toInt() == static_cast<int>(choice));
  }
}

void AppearanceMenus::setLanguage(LanguageChoice choice) {
  m_language = choice;
  for (QAction* action : m_languages->actions()) {
    action->setChecked(action->data().toInt() == static_cast<int>(choice));
  }
}

void AppearanceMenus::fillLanguages() {
  auto* group = new QActionGroup(this);
  const auto add = [&](LanguageChoice choice, const QString& text) {
    QAction* action = m_languages->addAction(text);
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

void AppearanceMenus::fillByteUnits() {
  auto* group = new QActionGroup(this);
  const std::pair<ByteUnits, const char*> choices[] = {{ByteUnits::Binary, QT_TR_NOOP("&Binary: KiB, MiB, GiB")},
                                                       {ByteUnits::Decimal, QT_TR_NOOP("&Decimal: kB, MB, GB")}};
  for (const auto& [units, text] : choices) {
    QAction* action = m_byteUnits->addAction(tr(text));
    setSourceText(action, text);
    action->setCheckable(true);
    action->setChecked(units == byteUnits());
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, chosen = units] { Q_EMIT byteUnitsRequested(chosen); });
  }
}

}  // namespace kernline::ui
