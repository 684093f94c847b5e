// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windows.h"

#include "ui/kit/output/print_error.h"
#include "ui/window/parts/appearance_menus.h"
#include "ui/window/parts/window_settings.h"

#include <QMessageBox>

#include <utility>

namespace kernline::ui {

Windows::Windows(MainWindow::Settings settings, ThemeChoice theme, LanguageChoice language)
    : m_settings(settings), m_language(language) {
  applyLanguage(language);
  if (settings == MainWindow::Settings::Kept) {
    setByteUnits(storedByteUnits());
  }
  m_window = makeWindow(theme);
  warnAboutMissingFont();
}

Windows::~Windows() = default;

std::unique_ptr<MainWindow> Windows::makeWindow(ThemeChoice theme) {
  auto window = std::make_unique<MainWindow>(m_settings);
  AppearanceMenus& appearance = window->appearance();
  appearance.setTheme(theme);
  appearance.setLanguage(m_language);
  // Queued: the menu that sends the signal must not be deleted meanwhile.
  connect(&appearance, &AppearanceMenus::languageRequested, this, &Windows::changeLanguage, Qt::QueuedConnection);
  connect(&appearance, &AppearanceMenus::byteUnitsRequested, this, &Windows::changeByteUnits, Qt::QueuedConnection);
  return window;
}

void Windows::changeLanguage(LanguageChoice language) {
  const bool isOther = resolvedLanguage(language) != resolvedLanguage(m_language);
  m_language = language;
  if (m_settings == MainWindow::Settings::Kept) {
    storeLanguage(language);
  }
  if (!isOther) {
    m_window->appearance().setLanguage(language);
    return;
  }
  applyLanguage(language);
  remakeWindow();
  warnAboutMissingFont();
}

void Windows::warnAboutMissingFont() {
  const QString notice = missingFontNotice(m_language);
  if (notice.isEmpty()) {
    return;
  }
  printError(notice.toStdString());
  if (m_settings == MainWindow::Settings::Ephemeral) {
    return;  // a picture is being made: there is no user to close a box
  }
  auto* box =
      new QMessageBox(QMessageBox::Information, QStringLiteral("Kernline"), notice, QMessageBox::Ok, m_window.get());
  box->setObjectName(QStringLiteral("missingFont"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setModal(false);
  QMetaObject::invokeMethod(box, &QWidget::show, Qt::QueuedConnection);  // shows it after the window itself
}

void Windows::changeByteUnits(ByteUnits units) {
  if (m_settings == MainWindow::Settings::Kept) {
    storeByteUnits(units);
  }
  if (units != byteUnits()) {
    setByteUnits(units);
    remakeWindow();
  }
}

void Windows::remakeWindow() {
  std::unique_ptr<MainWindow> next = makeWindow(m_window->appearance().theme());
  m_window->transferTo(*next);
  next->show();
  std::exchange(m_window, std::move(next)).release()->deleteLater();
}

}  // namespace kernline::ui
