// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/help/help_window.h"

#include <QDir>
#include <QListWidget>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

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
int picturesOf(const QTextDocument& document) {
  int pictures = 0;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
      if (format.isValid()) {
        const auto image = document.resource(QTextDocument::ImageResource, QUrl(format.name())).value<QImage>();
        EXPECT_FALSE(image.isNull()) << format.name().toStdString();
        EXPECT_LE(image.width(), 720);
        ++pictures;
      }
    }
  }
  return pictures;
}

TEST(Help, drawsPicturesNoWiderThanThePage) {
  HelpWindow window;
  const auto* contents = window.findChild<QListWidget*>(QStringLiteral("helpContents"));
  int pages = 0;
  for (int row = 0; row < contents->count(); ++row) {
    window.showPage(contents->item(row)->data(Qt::UserRole).toString());
    pages += picturesOf(*window.findChild<QTextBrowser*>()->document()) > 0 ? 1 : 0;
  }
  EXPECT_GE(pages, 9);
  for (const char* guide : {"timeline.md", "where-time-goes.md", "what-to-optimize.md", "statistics.md", "kernels.md",
                            "memory.md", "compare.md", "logs-and-benchmarks.md", "distributed-runs.md", "record.md"}) {
    window.showPage(QString::fromUtf8(guide));
    EXPECT_GE(picturesOf(*window.findChild<QTextBrowser*>()->document()), 1) << guide;
  }
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
