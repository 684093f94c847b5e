// SPDX-License-Identifier: GPL-3.0-or-later
// The file of translations: complete, and what the sources say.
#include "tests/support/test_files.h"
#include "ui/kit/language/language.h"
#include "ui/kit/language/words.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <vector>

namespace kernline::ui {
namespace {

constexpr auto tsPath = KERNLINE_SOURCE_DIR "/resources/translations/kernline_zh_CN.ts";

struct Message {
  std::string context;
  QString source;
  QString translation;
  QString type;  ///< "unfinished", "obsolete"; empty if it is good
};

std::vector<Message> messages() {
  QFile file(QString::fromUtf8(tsPath));
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  std::vector<Message> all;
  std::string context;
  Message message;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) {
      continue;
    }
    if (xml.name() == QLatin1String("name")) {
      context = xml.readElementText().toStdString();
    } else if (xml.name() == QLatin1String("source")) {
      message = {context, xml.readElementText(), {}, {}};
    } else if (xml.name() == QLatin1String("translation")) {
      message.type = xml.attributes().value(QLatin1String("type")).toString();
      message.translation = xml.readElementText();
      all.push_back(message);
    }
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_GT(all.size(), 1000U);
  return all;
}

QStringList placeholders(const QString& text) {
  static const QRegularExpression placeholder(QStringLiteral("%(L?[1-9]|n)"));
  QStringList found;
  for (const QRegularExpressionMatch& match : placeholder.globalMatch(text)) {
    found << match.captured();
  }
  found.sort();
  return found;
}

TEST(Translations, everyTextHasAFinishedOne) {
  for (const Message& message : messages()) {
    EXPECT_TRUE(message.type.isEmpty() && !message.translation.isEmpty())
        << message.context << ": " << message.source.toStdString() << " is " << message.type.toStdString();
  }
}

TEST(Translations, fillTheSamePlaceholders) {
  for (const Message& message : messages()) {
    EXPECT_EQ(placeholders(message.source), placeholders(message.translation)) << message.source.toStdString();
  }
}

TEST(Translations, keepTheirMnemonicsInBrackets) {
  static const QRegularExpression marked(QStringLiteral("&([A-Za-z])"));
  static const QRegularExpression inBrackets(QStringLiteral("\\(&([A-Z])\\)(…?)$"));
  for (const Message& message : messages()) {
    const QRegularExpressionMatch source = marked.match(message.source);
    const QRegularExpressionMatch translation = inBrackets.match(message.translation);
    ASSERT_EQ(source.hasMatch(), translation.hasMatch()) << message.source.toStdString();
    EXPECT_EQ(source.captured(1).toUpper(), translation.captured(1)) << message.source.toStdString();
    EXPECT_EQ(source.hasMatch() && message.source.endsWith(QStringLiteral("…")), !translation.captured(2).isEmpty())
        << message.source.toStdString();
  }
}

/// `.ci/translations` on a copy changes nothing: no text is new, none is gone.
TEST(Translations, areThoseOfTheSources) {
  const QTemporaryDir folder;
  const QString copy = folder.filePath(QStringLiteral("kernline_zh_CN.ts"));
  ASSERT_TRUE(QFile::copy(QString::fromUtf8(tsPath), copy));
  QProcess update;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("LUPDATE"), QStringLiteral(KERNLINE_LUPDATE));
  update.setProcessEnvironment(environment);
  update.start(QStringLiteral(KERNLINE_SOURCE_DIR "/.ci/translations"), {copy});
  constexpr int timeoutMs = 120'000;
  ASSERT_TRUE(update.waitForFinished(timeoutMs));
  ASSERT_EQ(update.exitCode(), 0) << update.readAllStandardError().toStdString();
  EXPECT_TRUE(test::readFile(copy.toStdString()) == test::readFile(tsPath))
      << "the sources say other things than the translations: run .ci/translations and translate what is new";
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
