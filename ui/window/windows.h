// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/byte_units.h"
#include "ui/kit/language/language.h"
#include "ui/kit/style/theme.h"
#include "ui/window/main_window.h"

#include <QObject>

#include <memory>

namespace kernline::ui {

/// The program's one window. Texts are made with the widgets that show them; for another language, or other units in
/// them, the window is made anew, at the same place and with the same files, none of which is read again.
class Windows : public QObject {
  Q_OBJECT

 public:
  /// Speaks `language`. The window is not shown yet.
  Windows(MainWindow::Settings settings, ThemeChoice theme, LanguageChoice language);
  ~Windows() override;

  [[nodiscard]] MainWindow& current() const { return *m_window; }

 public Q_SLOTS:
  /// Changes the language at once, and for later starts if settings are stored.
  void changeLanguage(kernline::ui::LanguageChoice language);
  /// Likewise.
  void changeByteUnits(kernline::ByteUnits units);

 private:
  void remakeWindow();
  /// Warns about a chosen language that cannot be drawn.
  void warnAboutMissingFont();
  [[nodiscard]] std::unique_ptr<MainWindow> makeWindow(ThemeChoice theme);

  MainWindow::Settings m_settings;
  LanguageChoice m_language;
  std::unique_ptr<MainWindow> m_window;
};

}  // namespace kernline::ui
