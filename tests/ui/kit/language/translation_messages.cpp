// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/kit/language/translation_messages.h"

#include <QFile>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

namespace kernline::test {

std::vector<TranslationMessage> translationMessages() {
  QFile file(QString::fromUtf8(translationsPath));
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  std::vector<TranslationMessage> all;
  std::string context;
  TranslationMessage message;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) {
      continue;
    }
    if (xml.name() == QLatin1String("name")) {
      context = xml.readElementText().toStdString();
    } else if (xml.name() == QLatin1String("source")) {
      message = {.context = context, .source = xml.readElementText(), .translation = {}, .type = {}};
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

}  // namespace kernline::test
