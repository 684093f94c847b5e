// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/window_settings.h"

#include "ui/kit/language/qt_text.h"

#include <QMainWindow>
#include <QScreen>
#include <QSettings>

namespace kernline::ui {
namespace {

constexpr int layoutVersion = 2;
constexpr auto themeKey = "style/theme";
constexpr auto namesKey = "style/kernelNames";
constexpr auto languageKey = "style/language";
constexpr auto byteUnitsKey = "style/byteUnits";
constexpr auto rooflineColorsKey = "style/rooflineColors";
constexpr auto memoryLimitKey = "reading/memoryLimit";
constexpr auto guideSeenKey = "help/guidedLookSeen";

QString windowKey(const char* what) {
  return QStringLiteral("window/%1/%2").arg(layoutVersion).arg(QLatin1String(what));
}

}  // namespace

void restoreWindow(QMainWindow& window) {
  const QSettings settings;
  if (!window.restoreGeometry(settings.value(windowKey("geometry")).toByteArray())) {
    // Typical size of a window manager's frame, which none reports before the window is shown.
    constexpr QSize frame(16, 48);
    window.resize(window.size().boundedTo(window.screen()->availableSize() - frame));
  }
  window.restoreState(settings.value(windowKey("state")).toByteArray(), layoutVersion);
}

void storeWindow(const QMainWindow& window) {
  QSettings settings;
  settings.setValue(windowKey("geometry"), window.saveGeometry());
  settings.setValue(windowKey("state"), window.saveState(layoutVersion));
}

void placeWindowLike(QMainWindow& window, const QMainWindow& other) {
  window.restoreGeometry(other.saveGeometry());
  window.restoreState(other.saveState(layoutVersion), layoutVersion);
}

NameStyle storedNameStyle() {
  return nameStyleFrom(QSettings().value(QLatin1String(namesKey)).toString().toStdString()).value_or(NameStyle::Short);
}

void storeNameStyle(NameStyle style) {
  QSettings().setValue(QLatin1String(namesKey), qt(toText(style)));
}

ByteUnits storedByteUnits() {
  return byteUnitsFrom(QSettings().value(QLatin1String(byteUnitsKey)).toString().toStdString())
      .value_or(ByteUnits::Binary);
}

void storeByteUnits(ByteUnits units) {
  QSettings().setValue(QLatin1String(byteUnitsKey), qt(toText(units)));
}

std::uint64_t storedMemoryLimit() {
  return QSettings().value(QLatin1String(memoryLimitKey)).toULongLong();
}

void storeMemoryLimit(std::uint64_t bytes) {
  QSettings().setValue(QLatin1String(memoryLimitKey), QVariant::fromValue<qulonglong>(bytes));
}

bool storedRooflineColors() {
  return QSettings().value(QLatin1String(rooflineColorsKey)).toBool();
}

void storeRooflineColors(bool isByRoofline) {
  QSettings().setValue(QLatin1String(rooflineColorsKey), isByRoofline);
}

bool storedGuideSeen() {
  return QSettings().value(QLatin1String(guideSeenKey)).toBool();
}

void storeGuideSeen() {
  QSettings().setValue(QLatin1String(guideSeenKey), true);
}

ThemeChoice storedTheme() {
  return themeFromText(QSettings().value(QLatin1String(themeKey)).toString()).value_or(ThemeChoice::System);
}

LanguageChoice storedLanguage() {
  return languageFromText(QSettings().value(QLatin1String(languageKey)).toString()).value_or(LanguageChoice::System);
}

void storeLanguage(LanguageChoice choice) {
  QSettings().setValue(QLatin1String(languageKey), toText(choice));
}

void storeTheme(ThemeChoice choice) {
  QSettings().setValue(QLatin1String(themeKey), toText(choice));
}

}  // namespace kernline::ui
