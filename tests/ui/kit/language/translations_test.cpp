// SPDX-License-Identifier: GPL-3.0-or-later
// The file of translations: what the sources say, with the same placeholders and mnemonics. A text may be untranslated
// until a release.
#include "tests/support/test_files.h"
#include "tests/ui/kit/language/translation_messages.h"
#include "ui/kit/language/language.h"
#include "ui/kit/language/words.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <string>

namespace kernline::ui {
namespace {

using test::TranslationMessage;
using test::translationMessages;

/// Runs `.ci/translations` with these arguments.
struct TranslationsRun {
  explicit TranslationsRun(const QStringList& arguments) {
    QProcess update;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LUPDATE"), QStringLiteral(KERNLINE_LUPDATE));
    update.setProcessEnvironment(environment);
    update.start(QStringLiteral(KERNLINE_SOURCE_DIR "/.ci/translations"), arguments);
    constexpr int timeoutMs = 120'000;
    EXPECT_TRUE(update.waitForFinished(timeoutMs));
    code = update.exitCode();
    errors = update.readAllStandardError().toStdString();
  }

  int code = -1;
  std::string errors;
};

QStringList placeholders(const QString& text) {
  static const QRegularExpression placeholder(QStringLiteral("%(L?[1-9]|n)"));
  QStringList found;
  for (const QRegularExpressionMatch& match : placeholder.globalMatch(text)) {
    found << match.captured();
  }
  found.sort();
  return found;
}

TEST(Translations, fillTheSamePlaceholders) {
  for (const TranslationMessage& message : translationMessages()) {
    if (message.isFinished()) {
      EXPECT_EQ(placeholders(message.source), placeholders(message.translation)) << message.source.toStdString();
    }
  }
}

TEST(Translations, keepTheirMnemonicsInBrackets) {
  static const QRegularExpression marked(QStringLiteral("&([A-Za-z])"));
  static const QRegularExpression inBrackets(QStringLiteral("\\(&([A-Z])\\)(…?)$"));
  for (const TranslationMessage& message : translationMessages()) {
    if (!message.isFinished()) {
      continue;
    }
    const QRegularExpressionMatch source = marked.match(message.source);
    const QRegularExpressionMatch translation = inBrackets.match(message.translation);
    ASSERT_EQ(source.hasMatch(), translation.hasMatch()) << message.source.toStdString();
    EXPECT_EQ(source.captured(1).toUpper(), translation.captured(1)) << message.source.toStdString();
    EXPECT_EQ(source.hasMatch() && message.source.endsWith(QStringLiteral("…")), !translation.captured(2).isEmpty())
        << message.source.toStdString();
  }
}

TEST(Translations, haveFullWidthCommasAndOneWordForKernels) {
  static const QRegularExpression narrow(QStringLiteral("\\p{Han}[,;]|[,;]\\p{Han}"));
  const QString ofTheSystem = QStringLiteral("\u5185\u6838");  // the kernel of Linux, which drivers have modules in
  const QString modules = QStringLiteral("\u6a21\u5757");
  for (const TranslationMessage& message : translationMessages()) {
    const bool isListOfEndings = message.translation.contains(QStringLiteral(";;"));
    EXPECT_TRUE(isListOfEndings || !narrow.match(message.translation).hasMatch()) << message.translation.toStdString();
    EXPECT_TRUE(!message.translation.contains(ofTheSystem) || message.translation.contains(modules))
        << message.translation.toStdString();
  }
}

/// `.ci/translations` on a copy changes nothing: no text is new, none is gone.
TEST(Translations, areThoseOfTheSources) {
  const QTemporaryDir folder;
  const QString copy = folder.filePath(QStringLiteral("kernline_zh_CN.ts"));
  ASSERT_TRUE(QFile::copy(QString::fromUtf8(test::translationsPath), copy));
  const TranslationsRun run({copy});
  ASSERT_EQ(run.code, 0) << run.errors;
  EXPECT_TRUE(test::readFile(copy.toStdString()) == test::readFile(test::translationsPath))
      << "the sources say other things than the translations: run .ci/translations";
}

TEST(Translations, mustBeFinishedForARelease) {
  const QTemporaryDir folder;
  const QString copy = folder.filePath(QStringLiteral("kernline_zh_CN.ts"));
  const auto write = [&](const char* type) {
    QFile file(copy);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral("<TS><context><name>Words</name>\n<message>\n<source>A &lt;new&gt; text</source>\n"
                              "<translation%1></translation>\n</message></context></TS>\n")
                   .arg(QLatin1String(type))
                   .toUtf8());
  };
  write(" type=\"unfinished\"");
  const TranslationsRun refused({QStringLiteral("--release"), copy});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.errors, copy.toStdString() + ": 1 text is not translated\n  A <new> text\n");
  write("");
  EXPECT_EQ(TranslationsRun({QStringLiteral("--release"), copy}).code, 0);
}

TEST(Language, isSpokenAsChosen) {
  EXPECT_EQ(Words::tr("Kernel"), QStringLiteral("Kernel"));
  applyLanguage(LanguageChoice::SimplifiedChinese);
  EXPECT_EQ(Words::tr("Kernel"), QStringLiteral("核函数"));
  EXPECT_EQ(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("取消"));  // Qt's own
  applyLanguage(LanguageChoice::English);
  EXPECT_EQ(Words::tr("Kernel"), QStringLiteral("Kernel"));
}

TEST(Language, hasATextThatIsReadAgain) {
  for (const auto choice : {LanguageChoice::System, LanguageChoice::English, LanguageChoice::SimplifiedChinese}) {
    EXPECT_EQ(languageFromText(toText(choice)), choice);
  }
  EXPECT_EQ(languageFromText(QStringLiteral("zh")), LanguageChoice::SimplifiedChinese);
  EXPECT_EQ(languageFromText(QStringLiteral("fr")), std::nullopt);
  EXPECT_NE(resolvedLanguage(LanguageChoice::System), LanguageChoice::System);
}

}  // namespace
}  // namespace kernline::ui
