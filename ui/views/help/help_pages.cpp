// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/help/help_pages.h"

#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QImage>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr int pageMargin = 20;
constexpr int maxLineWidth = 960;  ///< width of about 130 letters
constexpr int minPictureWidth = 320;
constexpr int lineHeight = 125;  ///< percent of the font's

/// The anchor of a heading, as GitHub makes it: "Out of memory: what was alive?" is out-of-memory-what-was-alive.
QString anchorOfHeading(const QString& heading) {
  const QString lower = heading.toLower();
  QString anchor;
  for (const QChar character : lower) {
    if (character == QLatin1Char(' ') || character == QLatin1Char('-')) {
      anchor += QLatin1Char('-');
    } else if (character.isLetterOrNumber() || character == QLatin1Char('_')) {
      anchor += character;
    }
  }
  return anchor;
}

bool isCode(const QTextBlock& block) {
  return block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
}

/// The names of the pictures in a block.
QStringList picturesIn(const QTextBlock& block) {
  QStringList names;
  for (auto part = block.begin(); !part.atEnd(); ++part) {
    const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
    if (format.isValid()) {
      names << format.name();
    }
  }
  return names;
}

/// Adds what Qt's Markdown leaves out: space between paragraphs, thin lines of tables, a background of code.
class PageStyle {
 public:
  PageStyle(QTextDocument& document, const QPalette& palette)
      : m_document(document), m_line(tint(palette).line), m_background(palette.color(QPalette::Midlight)) {}

  void apply() {
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
      styleLetters(block);
      styleBlock(block);
    }
    for (QTextFrame* frame : m_document.rootFrame()->childFrames()) {
      if (auto* table = qobject_cast<QTextTable*>(frame)) {
        styleTable(*table);
      }
    }
    frameCode();
  }

 private:
  void styleBlock(const QTextBlock& block) {
    QTextBlockFormat format;
    const int level = block.blockFormat().headingLevel();
    if (level > 0) {
      format.setTopMargin(block == m_document.begin() ? 0 : level <= 2 ? 24 : 18);
      format.setBottomMargin(6);
    } else if (isCode(block)) {
      format.setNonBreakableLines(false);
      format.setTopMargin(0);
      format.setBottomMargin(0);
    } else if (!picturesIn(block).isEmpty()) {
      format.setTopMargin(8);
      format.setBottomMargin(12);
    } else {
      format.setLineHeight(lineHeight, QTextBlockFormat::ProportionalHeight);
    }
    QTextCursor(block).mergeBlockFormat(format);
  }

  /// Code gets the size of the other text, and a background within a line.
  void styleLetters(const QTextBlock& block) {
    std::vector<std::pair<int, int>> parts;  // changing the format of one moves the iterator
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      if (part.fragment().charFormat().fontFixedPitch()) {
        parts.emplace_back(part.fragment().position(), part.fragment().length());
      }
    }
    QTextCharFormat format;
    format.setFontPointSize(m_document.defaultFont().pointSizeF());
    if (!isCode(block)) {
      format.setBackground(m_background);
    }
    for (const auto& [position, length] : parts) {
      QTextCursor cursor(&m_document);
      cursor.setPosition(position);
      cursor.setPosition(position + length, QTextCursor::KeepAnchor);
      cursor.mergeCharFormat(format);
    }
  }

  void styleTable(QTextTable& table) {
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderBrush(m_line);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setCellSpacing(0);
    format.setCellPadding(5);
    format.setTopMargin(6);
    format.setBottomMargin(6);
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
      QTextTableCell cell = table.cellAt(0, column);
      QTextCharFormat head = cell.format();
      head.setBackground(m_background);
      cell.setFormat(head);
    }
  }

  void frameCode() {
    std::vector<std::pair<int, int>> codes;
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
      if (!isCode(block)) {
        continue;
      }
      if (codes.empty() || !isCode(block.previous())) {
        codes.emplace_back(block.position(), block.position());
      }
      codes.back().second = block.position() + block.length() - 1;
    }
    QTextFrameFormat format;
    format.setBackground(m_background);
    format.setPadding(8);
    format.setTopMargin(4);
    format.setBottomMargin(8);
    std::ranges::reverse(codes);  // a frame moves what comes after it
    for (const auto& [from, to] : codes) {
      QTextCursor cursor(&m_document);
      cursor.setPosition(from);
      cursor.setPosition(to, QTextCursor::KeepAnchor);
      const QTextFrame* frame = cursor.insertFrame(format);
      collapse(m_document.findBlock(frame->firstPosition() - 1));
      collapse(m_document.findBlock(frame->lastPosition() + 1));
    }
  }

  /// Gives the empty line next to a frame no height; Qt does not let it be removed.
  static void collapse(const QTextBlock& block) {
    if (block.length() > 1) {
      return;
    }
    QTextBlockFormat format;
    format.setLineHeight(1, QTextBlockFormat::FixedHeight);
    QTextCharFormat letters;
    letters.setFontPointSize(1);
    QTextCursor cursor(block);
    cursor.setBlockFormat(format);
    cursor.setBlockCharFormat(letters);
  }

  QTextDocument& m_document;
  QColor m_line;
  QColor m_background;
};

}  // namespace

HelpPages::HelpPages(QWidget* parent) : QTextBrowser(parent) {
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // the width of the text does not depend on its height
  setLineWrapMode(QTextEdit::FixedPixelWidth);
  document()->setDocumentMargin(pageMargin);
  limitLines();
  connect(this, &QTextBrowser::sourceChanged, this, &HelpPages::finish);
}

QVariant HelpPages::loadResource(int type, const QUrl& url) {
  if (type != QTextDocument::ImageResource) {
    QVariant loaded = QTextBrowser::loadResource(type, url);
    if (type == QTextDocument::MarkdownResource && m_arriving.isNull()) {
      m_arriving = QTextCursor(document());
      m_arriving.beginEditBlock();
    }
    return loaded;
  }
  QImage image(source().resolved(url).toLocalFile());
  const qreal ratio = devicePixelRatioF();
  const int width = qRound(pictureWidth() * ratio);
  if (image.width() > width) {
    image = image.scaledToWidth(width, Qt::SmoothTransformation);
  }
  if (!image.isNull()) {
    QPainter painter(&image);
    painter.setPen(tint(palette()).line);
    painter.drawRect(image.rect().adjusted(0, 0, -1, -1));
  }
  image.setDevicePixelRatio(ratio);
  return image;
}

int HelpPages::pictureWidth() const {
  return std::max(viewport()->width() - 2 * pageMargin, minPictureWidth);
}

/// A page was set, or a heading of the one that is shown.
void HelpPages::finish(const QUrl& url) {
  if (!m_arriving.isNull()) {
    std::exchange(m_arriving, {}).endEditBlock();  // Qt finds tables only afterwards
    QTextCursor style(document());
    style.beginEditBlock();
    PageStyle(*document(), palette()).apply();
    style.endEditBlock();
    m_scaledTo = pictureWidth();
  }
  if (url.hasFragment()) {
    showHeading(url.fragment());
  }
}

void HelpPages::resizeEvent(QResizeEvent* event) {
  limitLines();
  QTextBrowser::resizeEvent(event);
  scalePictures();
}

void HelpPages::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && source().isValid()) {
    const int place = verticalScrollBar()->value();
    reload();
    verticalScrollBar()->setValue(place);
  }
}

void HelpPages::limitLines() {
  setLineWrapColumnOrWidth(std::min(viewport()->width(), maxLineWidth));
}

/// Reads the pictures of the page again, for the width that they may have now.
void HelpPages::scalePictures() {
  const int width = pictureWidth();
  if (width == std::exchange(m_scaledTo, width)) {
    return;
  }
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    for (const QString& name : picturesIn(block)) {
      const QUrl url = document()->baseUrl().resolved(QUrl(name));
      document()->addResource(QTextDocument::ImageResource, url, loadResource(QTextDocument::ImageResource, url));
      document()->markContentsDirty(block.position(), block.length());
    }
  }
}

/// Qt's Markdown gives headings no anchors, so the requested one gets its own.
void HelpPages::showHeading(const QString& anchor) {
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() > 0 && anchorOfHeading(block.text()) == anchor) {
      QTextCursor heading(block);
      heading.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
      QTextCharFormat format;
      format.setAnchor(true);
      format.setAnchorNames({anchor});
      heading.mergeCharFormat(format);
      scrollToAnchor(anchor);
      return;
    }
  }
}

}  // namespace kernline::ui
