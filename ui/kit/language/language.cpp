// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/language.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QLibraryInfo>
#include <QLocale>
#include <QPointer>
#include <QTranslator>

#include <array>

// Outside of any namespace: the macro declares a function of the global one.
static void initResources() {
  Q_INIT_RESOURCE(translations);
}

namespace kernline::ui {
namespace {

/// Installs the translation `name` in `folder`; returns nullptr if it is missing.
QPointer<QTranslator> install(const QString& name, const QString& folder) {
  auto* translator = new QTranslator(QCoreApplication::instance());
  if (!translator->load(name, folder)) {
    delete translator;
    return nullptr;
  }
  QCoreApplication::installTranslator(translator);
  return translator;
}

/// The families of the program's font, a Latin one first. On a Chinese desktop the usual font is often a Han one, whose
/// letters are twice as wide on average as what is written with it, and widths are counted in average letters.
QStringList latinFirst(const QFont& usual) {
  const QFontMetrics metrics(usual);
  const bool isHan = metrics.averageCharWidth() > metrics.horizontalAdvance(QLatin1Char('x')) * 5 / 4;
  QStringList families;
  for (const char* family : {"DejaVu Sans", "Noto Sans", "Liberation Sans"}) {
    if (isHan && families.isEmpty() && QFontDatabase::hasFamily(QString::fromUtf8(family))) {
      families << QString::fromUtf8(family);
    }
  }
  return families << QFontInfo(usual).family();
}

/// Han characters have shapes of their own in each language; without a name, whichever font comes first draws them,
/// often a Japanese one. Latin letters stay those of the program's font.
void chooseFont(LanguageChoice spoken) {
  if (qobject_cast<QApplication*>(QCoreApplication::instance()) == nullptr) {
    return;
  }
  static const QFont usual = QApplication::font();
  const QStringList latin = latinFirst(usual);
  QFont font = usual;
  if (spoken == LanguageChoice::SimplifiedChinese) {
    font.setFamilies(QStringList(latin) << QStringLiteral("Noto Sans CJK SC") << QStringLiteral("Source Han Sans SC")
                                        << QStringLiteral("WenQuanYi Micro Hei")
                                        << QStringLiteral("WenQuanYi Zen Hei"));
  } else if (latin.size() > 1) {
    font.setFamilies(latin);
  }
  if (QApplication::font() != font) {
    QApplication::setFont(font);
  }
}

}  // namespace

QString toText(LanguageChoice choice) {
  switch (choice) {
    case LanguageChoice::English:
      return QStringLiteral("en");
    case LanguageChoice::SimplifiedChinese:
      return QStringLiteral("zh_CN");
    case LanguageChoice::System:
      break;
  }
  return QStringLiteral("system");
}

std::optional<LanguageChoice> languageFromText(const QString& text) {
  for (const LanguageChoice choice :
       {LanguageChoice::System, LanguageChoice::English, LanguageChoice::SimplifiedChinese}) {
    if (text == toText(choice)) {
      return choice;
    }
  }
  // Users and shells write it too.
  return text == QLatin1String("zh") ? std::optional(LanguageChoice::SimplifiedChinese) : std::nullopt;
}

LanguageChoice resolvedLanguage(LanguageChoice choice) {
  if (choice != LanguageChoice::System) {
    return choice;
  }
  // The first language that we have decides, so that "de, zh, en" gives Chinese.
  for (const QString& name : QLocale::system().uiLanguages()) {
    const QLocale locale(name);
    if (locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedHanScript) {
      return LanguageChoice::SimplifiedChinese;
    }
    if (locale.language() == QLocale::English) {
      break;
    }
  }
  return LanguageChoice::English;
}

void applyLanguage(LanguageChoice choice) {
  initResources();
  static std::array<QPointer<QTranslator>, 2> installed;  // Qt's own words, then ours
  for (QPointer<QTranslator>& translator : installed) {
    delete translator.data();  // removes itself
  }
  const LanguageChoice spoken = resolvedLanguage(choice);
  chooseFont(spoken);
  if (spoken == LanguageChoice::SimplifiedChinese) {
    installed = {install(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)),
                 install(QStringLiteral("kernline_zh_CN"), QStringLiteral(":/translations"))};
  }
}

QString missingFontNotice(LanguageChoice choice) {
  const bool isChinese = resolvedLanguage(choice) == LanguageChoice::SimplifiedChinese;
  if (!isChinese || !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty()) {
    return {};
  }
  return QStringLiteral(
      "No installed font has Chinese characters, so texts may show as boxes. Install one and restart Kernline: on "
      "Debian and Ubuntu, sudo apt install fonts-noto-cjk.");
}

}  // namespace kernline::ui
