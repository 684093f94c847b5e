// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/help/help_window.h"

#include "ui/kit/language/language.h"
#include "ui/views/help/help_pages.h"

#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(Help, showsEveryPageOfTheDocumentation) {
  HelpWindow window;
  const auto* contents = window.findChild<QListWidget*>(QStringLiteral("helpContents"));
  const QDir docs(QStringLiteral(KERNLINE_SOURCE_DIR "/resources/docs"));
  ASSERT_EQ(contents->count(), docs.entryList({QStringLiteral("*.md")}).size());
  for (int row = 0; row < contents->count(); ++row) {
    const QString page = contents->item(row)->data(Qt::UserRole).toString();
    window.showPage(page);
    EXPECT_EQ(window.page(), page);
    EXPECT_GT(window.findChild<QTextBrowser*>()->toPlainText().size(), 200) << page.toStdString();
    EXPECT_EQ(contents->currentRow(), row) << "the contents follow the page";
  }
}

/// How many pictures a page has; each has to be there, and no wider than the page.
int picturesOf(const HelpPages& page) {
  const QTextDocument& document = *page.document();
  int pictures = 0;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
      if (format.isValid()) {
        const auto image = document.resource(QTextDocument::ImageResource, QUrl(format.name())).value<QImage>();
        EXPECT_FALSE(image.isNull()) << format.name().toStdString();
        EXPECT_LE(image.deviceIndependentSize().width(), page.pictureWidth());
        ++pictures;
      }
    }
  }
  return pictures;
}

TEST(Help, drawsPicturesNoWiderThanThePage) {
  HelpWindow window;
  window.resize(800, 600);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  const auto* contents = window.findChild<QListWidget*>(QStringLiteral("helpContents"));
  int pages = 0;
  for (int row = 0; row < contents->count(); ++row) {
    window.showPage(contents->item(row)->data(Qt::UserRole).toString());
    pages += picturesOf(*window.findChild<HelpPages*>()) > 0 ? 1 : 0;
  }
  EXPECT_GE(pages, 15);
  for (const char* guide : {"timeline.md", "where-time-goes.md", "what-to-optimize.md", "statistics.md", "kernels.md",
                            "memory.md", "compare.md", "logs-and-benchmarks.md", "distributed-runs.md", "record.md",
                            "benchmark.md", "tools.md", "formats.md", "index.md"}) {
    window.showPage(QString::fromUtf8(guide));
    EXPECT_GE(picturesOf(*window.findChild<HelpPages*>()), 1) << guide;
  }
}

TEST(Help, scalesPicturesWithTheWindow) {
  HelpWindow window;
  window.resize(800, 600);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  window.showPage(QStringLiteral("memory.md"));
  auto* pages = window.findChild<HelpPages*>();
  const int narrow = pages->pictureWidth();
  EXPECT_LT(narrow, 600);
  window.resize(1200, 600);
  EXPECT_GT(pages->pictureWidth(), narrow + 300);
  EXPECT_GE(picturesOf(*pages), 1);
  const QUrl picture(QStringLiteral("../screenshots/memory-light.png"));
  EXPECT_EQ(pages->document()->resource(QTextDocument::ImageResource, picture).value<QImage>().width(),
            qRound(pages->pictureWidth() * pages->devicePixelRatioF()));
}

/// The first table of the page; null: it has none.
QTextTable* firstTable(const HelpPages& page) {
  for (QTextFrame* frame : page.document()->rootFrame()->childFrames()) {
    if (auto* table = qobject_cast<QTextTable*>(frame)) {
      return table;
    }
  }
  return nullptr;
}

TEST(Help, stylesAPageThatIsGoneBackTo) {
  HelpWindow window;
  window.showPage(QStringLiteral("timeline.md"));
  window.showPage(QStringLiteral("formats.md"));
  auto* pages = window.findChild<HelpPages*>();
  pages->backward();
  EXPECT_EQ(window.page(), QStringLiteral("timeline.md"));
  ASSERT_NE(firstTable(*pages), nullptr);
  EXPECT_TRUE(firstTable(*pages)->format().borderCollapse());
}

TEST(Help, opensAPageWithALongTableAtOnce) {
  HelpWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  QElapsedTimer time;
  time.start();
  window.showPage(QStringLiteral("glossary.md"));
  EXPECT_LT(time.elapsed(), 1500) << "each change of the table is laid out";
}

TEST(Help, tellsTheLanguageOfItsPagesInOthers) {
  EXPECT_EQ(HelpWindow().findChild<QLabel*>(QStringLiteral("helpNote")), nullptr);
  applyLanguage(LanguageChoice::SimplifiedChinese);
  EXPECT_NE(HelpWindow().findChild<QLabel*>(QStringLiteral("helpNote")), nullptr);
  applyLanguage(LanguageChoice::English);
}

TEST(Help, scrollsToTheHeadingOfALink) {
  HelpWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  window.showPage(QStringLiteral("what-to-optimize.md"));
  auto* text = window.findChild<QTextBrowser*>();
  const QUrl page = text->source();
  text->setSource(page.resolved(QUrl(QStringLiteral("where-time-goes.md#data-issues"))));
  EXPECT_EQ(window.page(), QStringLiteral("where-time-goes.md"));
  const int place = text->verticalScrollBar()->value();
  EXPECT_GT(place, 500);
  EXPECT_EQ(text->cursorForPosition(QPoint(30, 10)).block().text(), QStringLiteral("Data issues"));
  text->setSource(text->source().resolved(QUrl(QStringLiteral("#how-a-run-is-replayed"))));
  EXPECT_GT(text->verticalScrollBar()->value(), place);
}

TEST(Help, opensAPageFromItsContents) {
  HelpWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  auto* contents = window.findChild<QListWidget*>(QStringLiteral("helpContents"));
  QTest::mouseClick(contents->viewport(), Qt::LeftButton, Qt::NoModifier,
                    contents->visualItemRect(contents->item(2)).center());
  EXPECT_EQ(window.page(), contents->item(2)->data(Qt::UserRole).toString());
}

}  // namespace
}  // namespace kernline::ui
