// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/theme.h"

#include "ui/kit/style/kernline_style.h"

#include <QApplication>
#include <QPointer>

#include <initializer_list>
#include <utility>

namespace kernline::ui {
namespace {

using RoleColor = std::pair<QPalette::ColorRole, QRgb>;

QPalette paletteOf(std::initializer_list<RoleColor> colors, QRgb disabledText) {
  QPalette palette;
  for (const auto& [role, rgb] : colors) {
    palette.setColor(QPalette::All, role, QColor(rgb));
  }
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
    palette.setColor(QPalette::Disabled, role, QColor(disabledText));
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, palette.color(QPalette::Midlight));
  return palette;
}

QPalette lightPalette() {
  return paletteOf({{QPalette::Window, 0xf5f6f8},      {QPalette::WindowText, 0x1b2027},
                    {QPalette::Base, 0xffffff},        {QPalette::AlternateBase, 0xf7f8fa},
                    {QPalette::Text, 0x1b2027},        {QPalette::PlaceholderText, 0x6a7380},
                    {QPalette::Button, 0xffffff},      {QPalette::ButtonText, 0x1b2027},
                    {QPalette::BrightText, 0xffffff},  {QPalette::Light, 0xffffff},
                    {QPalette::Midlight, 0xe9ecf0},    {QPalette::Mid, 0xcdd3da},
                    {QPalette::Dark, 0xa9b1bc},        {QPalette::Shadow, 0x7c8591},
                    {QPalette::Highlight, 0x2563c9},   {QPalette::HighlightedText, 0xffffff},
                    {QPalette::Link, 0x1f5bbd},        {QPalette::LinkVisited, 0x1f5bbd},
                    {QPalette::ToolTipBase, 0xffffff}, {QPalette::ToolTipText, 0x1b2027}},
                   0x9aa2ad);
}

QPalette darkPalette() {
  return paletteOf({{QPalette::Window, 0x1d2025},      {QPalette::WindowText, 0xe4e7eb},
                    {QPalette::Base, 0x16181c},        {QPalette::AlternateBase, 0x1a1d21},
                    {QPalette::Text, 0xe4e7eb},        {QPalette::PlaceholderText, 0x9099a5},
                    {QPalette::Button, 0x2a2e35},      {QPalette::ButtonText, 0xe4e7eb},
                    {QPalette::BrightText, 0xffffff},  {QPalette::Light, 0x3a4049},
                    {QPalette::Midlight, 0x2a2e35},    {QPalette::Mid, 0x3a4049},
                    {QPalette::Dark, 0x5a626d},        {QPalette::Shadow, 0x000000},
                    {QPalette::Highlight, 0x2f6fd6},   {QPalette::HighlightedText, 0xffffff},
                    {QPalette::Link, 0x7fb0ff},        {QPalette::LinkVisited, 0x7fb0ff},
                    {QPalette::ToolTipBase, 0x2a2e35}, {QPalette::ToolTipText, 0xe4e7eb}},
                   0x6d7580);
}

bool desktopIsDark() {
  // The platform's own palette, before we replace it; GTK_THEME is how desktops without a Qt plugin say it.
  static const bool platformIsDark = isDark(QGuiApplication::palette());
  return platformIsDark || qgetenv("GTK_THEME").toLower().endsWith("dark");
}

}  // namespace

QString toText(ThemeChoice choice) {
  switch (choice) {
    case ThemeChoice::Light:
      return QStringLiteral("light");
    case ThemeChoice::Dark:
      return QStringLiteral("dark");
    case ThemeChoice::System:
      break;
  }
  return QStringLiteral("system");
}

std::optional<ThemeChoice> themeFromText(const QString& text) {
  for (const auto choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
    if (toText(choice) == text) {
      return choice;
    }
  }
  return std::nullopt;
}

void applyTheme(ThemeChoice choice) {
  const bool systemIsDark = desktopIsDark();
  // Asking for QApplication::style() instead would first make the desktop's own.
  static QPointer<KernlineStyle> style;
  if (style == nullptr) {
    style = new KernlineStyle;
    QApplication::setStyle(style);
  }
  const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark);
  QApplication::setPalette(dark ? darkPalette() : lightPalette());
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

const Tint& tint(const QPalette& palette) {
  static const Tint light{QColor(0xd9dde3), QColor(0x5b6470), QColor(0xe8eef8), QColor(0x2563c9),
                          QColor(0x1c7f4a), QColor(0xa86300), QColor(0xb3261e), QColor(0xf2b632)};
  static const Tint dark{QColor(0x31363e), QColor(0x9aa3af), QColor(0x2a3342), QColor(0x6aa3ff),
                         QColor(0x5cc48d), QColor(0xe8ae4f), QColor(0xff8a80), QColor(0xf2b632)};
  return isDark(palette) ? dark : light;
}

}  // namespace kernline::ui
