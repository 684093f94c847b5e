// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/byte_units.h"
#include "ui/kit/language/language.h"
#include "ui/kit/style/theme.h"

#include <QObject>

class QMenu;
class QWidget;

namespace kernline::ui {

/// The menus of themes, languages and units of memory. The theme changes at once; for another language or other units
/// the window must be made anew.
class AppearanceMenus : public QObject {
  Q_OBJECT

 public:
  /// `keepsTheme`: in the user's settings.
  AppearanceMenus(QWidget& window, bool keepsTheme);

  [[nodiscard]] QMenu* themeMenu() const { return m_themes; }
  [[nodiscard]] QMenu* languageMenu() const { return m_languages; }
  [[nodiscard]] QMenu* byteUnitsMenu() const { return m_byteUnits; }
  [[nodiscard]] ThemeChoice theme() const { return m_theme; }
  void setTheme(ThemeChoice choice);
  /// Marks what is chosen.
  void setLanguage(LanguageChoice choice);

 Q_SIGNALS:
  void languageRequested(kernline::ui::LanguageChoice choice);
  void byteUnitsRequested(kernline::ByteUnits units);

 private:
  void fillThemes(bool keepsTheme);
  void fillLanguages();
  void fillByteUnits();

  QMenu* m_themes;
  QMenu* m_languages;
  QMenu* m_byteUnits;
  ThemeChoice m_theme = ThemeChoice::System;
  LanguageChoice m_language = LanguageChoice::System;
};

}  // namespace kernline::ui
