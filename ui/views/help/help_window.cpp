// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/help/help_window.h"

#include "ui/kit/open/installed_file.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/help/help_pages.h"

#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>
#include <QShortcut>
#include <QSignalBlocker>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int contentsWidth = 220;
/// Shown in other languages.
constexpr auto pagesNote = QT_TRANSLATE_NOOP("kernline::ui::HelpWindow", "The pages are in English.");

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
  resize(QSize(1240, 900).boundedTo(screen()->availableSize() * 9 / 10));
  const QString folder = installedFile(QStringLiteral("docs"));
  m_contents = new QListWidget(this);
  m_contents->setObjectName(QStringLiteral("helpContents"));
  m_contents->setAccessibleName(tr("Contents"));
  m_contents->setFixedWidth(contentsWidth);
  m_contents->setFrameShape(QFrame::NoFrame);
  m_contents->setBackgroundRole(QPalette::Window);
  m_contents->viewport()->setBackgroundRole(QPalette::Window);
  auto* first = new QListWidgetItem(tr("Contents"), m_contents);
  first->setData(Qt::UserRole, QStringLiteral("index.md"));
  for (const auto& [file, title] : pagesOf(folder)) {
    auto* item = new QListWidgetItem(title, m_contents);
    item->setData(Qt::UserRole, file);
  }
  for (int row = 0; row < m_contents->count(); ++row) {
    m_contents->item(row)->setSizeHint({contentsWidth, fontMetrics().height() + 12});
  }
  m_text = new HelpPages(this);
  m_text->setObjectName(QStringLiteral("helpText"));
  m_text->setOpenExternalLinks(true);
  m_text->setSearchPaths({folder});

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* side = new QVBoxLayout;
  side->addWidget(m_contents, 1);
  if (const QString note = tr(pagesNote); note != QLatin1String(pagesNote)) {
    auto* label = new QuietLabel(note, this);
    label->setObjectName(QStringLiteral("helpNote"));
    label->setContentsMargins(8, 4, 8, 8);
    side->addWidget(label);
  }
  layout->addLayout(side);
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
