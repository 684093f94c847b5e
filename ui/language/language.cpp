// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/language.h"

#include <QApplication>
#include <QFont>
#include <QFontInfo>
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

/// Installs what is in `folder` under `name`; nothing if it is not there.
QPointer<QTranslator> install(const QString& name, const QString& folder) {
  auto* translator = new QTranslator(QCoreApplication::instance());
  if (!translator->load(name, folder)) {
    delete translator;
    return nullptr;
  }
  QCoreApplication::installTranslator(translator);
  return translator;
}

/// Han characters have shapes of their own in each language; without a name, whichever font comes first draws them,
/// often a Japanese one. Latin letters stay those of the program's font.
void chooseFont(LanguageChoice spoken) {
  if (qobject_cast<QApplication*>(QCoreApplication::instance()) == nullptr) {
    return;
  }
  static const QFont usual = QApplication::font();
  QFont font = usual;
  if (spoken == LanguageChoice::SimplifiedChinese) {
    font.setFamilies(QStringList{QFontInfo(usual).family()}
                     << QStringLiteral("Noto Sans CJK SC") << QStringLiteral("Source Han Sans SC")
                     << QStringLiteral("WenQuanYi Micro Hei") << QStringLiteral("WenQuanYi Zen Hei"));
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
  // What people and shells write too.
  return text == QLatin1String("zh") ? std::optional(LanguageChoice::SimplifiedChinese) : std::nullopt;
}

LanguageChoice spokenLanguage(LanguageChoice choice) {
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
  const LanguageChoice spoken = spokenLanguage(choice);
  chooseFont(spoken);
  if (spoken == LanguageChoice::SimplifiedChinese) {
    installed = {install(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)),
                 install(QStringLiteral("kernline_zh_CN"), QStringLiteral(":/translations"))};
  }
}

}  // namespace kernline::ui
