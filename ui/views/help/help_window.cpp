// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/help/help_window.h"

#include "ui/kit/open/installed_file.h"

#include <QFile>
#include <QHBoxLayout>
#include <QImage>
#include <QListWidget>
#include <QRegularExpression>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QUrl>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int contentsWidth = 220;
constexpr int maxImageWidth = 720;

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

/// A browser of local Markdown, with pictures no wider than a page. Links may lead to a heading.
class Pages final : public QTextBrowser {
 public:
  explicit Pages(QWidget* parent) : QTextBrowser(parent) {}

  QVariant loadResource(int type, const QUrl& url) override {
    QVariant loaded = QTextBrowser::loadResource(type, url);
    if (type != QTextDocument::ImageResource) {
      return loaded;
    }
    const QImage image(source().resolved(url).toLocalFile());
    return image.width() > maxImageWidth ? QVariant(image.scaledToWidth(maxImageWidth, Qt::SmoothTransformation))
                                         : QVariant(image);
  }

 protected:
  void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override {
    QTextBrowser::doSetSource(url, type);
    if (url.hasFragment()) {
      showHeading(url.fragment());
    }
  }

 private:
  /// Qt's Markdown gives headings no anchors, so the requested one gets its own.
  void showHeading(const QString& anchor) {
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
};

/// The pages that index.md links to, in the order of its first links.
QList<QPair<QString, QString>> pagesOf(const QString& folder) {
  QFile index(folder + QStringLiteral("/index.md"));
  if (!index.open(QIODevice::ReadOnly)) {
    return {};
  }
  static const QRegularExpression link(QStringLiteral("\\[([^\\]]+)\\]\\(([a-z-]+\\.md)\\)"));
  QList<QPair<QString, QString>> pages;
  for (const QRegularExpressionMatch& match : link.globalMatch(QString::fromUtf8(index.readAll()))) {
    if (std::ranges::find(pages, match.captured(2), &QPair<QString, QString>::first) == pages.end()) {
      pages.append({match.captured(2), match.captured(1)});
    }
  }
  return pages;
}

}  // namespace

HelpWindow::HelpWindow(QWidget* parent) : QWidget(parent, Qt::Window) {
  setObjectName(QStringLiteral("helpWindow"));
  setWindowTitle(tr("Kernline documentation"));
  resize(1000, 720);
  const QString folder = installedFile(QStringLiteral("docs"));
  m_contents = new QListWidget(this);
  m_contents->setObjectName(QStringLiteral("helpContents"));
  m_contents->setAccessibleName(tr("Contents"));
  m_contents->setFixedWidth(contentsWidth);
  m_contents->setFrameShape(QFrame::NoFrame);
  auto* first = new QListWidgetItem(tr("Contents"), m_contents);
  first->setData(Qt::UserRole, QStringLiteral("index.md"));
  for (const auto& [file, title] : pagesOf(folder)) {
    auto* item = new QListWidgetItem(title, m_contents);
    item->setData(Qt::UserRole, file);
  }
  m_text = new Pages(this);
  m_text->setObjectName(QStringLiteral("helpText"));
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setOpenExternalLinks(true);
  m_text->setSearchPaths({folder});
  m_text->document()->setDocumentMargin(16);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_contents);
  layout->addWidget(m_text, 1);
  connect(m_contents, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item != nullptr && item->data(Qt::UserRole).toString() != page()) {
      showPage(item->data(Qt::UserRole).toString());
    }
  });
  connect(m_text, &QTextBrowser::sourceChanged, this, [this](const QUrl& source) {
    for (int row = 0; row < m_contents->count(); ++row) {
      if (m_contents->item(row)->data(Qt::UserRole).toString() == source.fileName()) {
        const QSignalBlocker blocker(m_contents);  // it is being shown already
        m_contents->setCurrentRow(row);
      }
    }
  });
  connect(new QShortcut(QKeySequence::Back, this), &QShortcut::activated, m_text, &QTextBrowser::backward);
  connect(new QShortcut(QKeySequence::Forward, this), &QShortcut::activated, m_text, &QTextBrowser::forward);
  connect(new QShortcut(QKeySequence::Cancel, this), &QShortcut::activated, this, &QWidget::close);
  showPage();
}

void HelpWindow::showPage(const QString& page) {
  const QString file = installedFile(QStringLiteral("docs/") + page);
  if (file.isEmpty()) {
    m_text->setPlainText(tr("The documentation is missing: /usr/share/kernline/docs. Install Kernline again."));
    return;
  }
  m_text->setSource(QUrl::fromLocalFile(file), QTextDocument::MarkdownResource);
}

QString HelpWindow::page() const {
  return m_text->source().fileName();
}

}  // namespace kernline::ui
