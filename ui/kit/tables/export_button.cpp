// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/export_button.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/output/file_dialogs.h"
#include "ui/kit/output/picture_dialog.h"
#include "ui/kit/output/save_file.h"
#include "ui/kit/tables/table_text.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <optional>
#include <utility>

namespace kernline::ui {

ExportButton::ExportButton(PageExport page, QWidget* parent) : QToolButton(parent), m_page(std::move(page)) {
  setObjectName(QStringLiteral("pageExport"));
  setText(tr("Export"));
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  setToolTip(tr("Copy or save what this page shows"));
  setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(this);
  connect(menu->addAction(tr("&Copy table")), &QAction::triggered, this, [this] { copy(m_page.tabSeparated()); });
  connect(menu->addAction(tr("Copy as &Markdown")), &QAction::triggered, this,
          [this] { copy(QString::fromStdString(markdown())); });
  connect(menu->addAction(tr("&Save table…")), &QAction::triggered, this, [this] {
    saveTable(askName(tr("Save the table"), QStringLiteral(".csv"), QStringLiteral("CSV (*.csv);;Markdown (*.md)")));
  });
  connect(menu->addAction(tr("Save as &picture…")), &QAction::triggered, this, [this] { askForPicture(); });
  if (m_page.report) {
    connect(menu->addAction(tr("Save as &HTML…")), &QAction::triggered, this, [this] {
      saveReport(askName(tr("Save as HTML"), QStringLiteral(".html"), QStringLiteral("HTML (*.html)")));
    });
  }
  setMenu(menu);
}

QString ExportButton::askName(const QString& title, const QString& ending, const QString& filters) {
  return askSaveFile(this, title, m_page.name + ending, filters);
}

std::string ExportButton::markdown() const {
  return m_page.markdown ? m_page.markdown() : tableText(m_page.tabSeparated(), true);
}

void ExportButton::copy(const QString& text) {
  if (text.isEmpty()) {
    Q_EMIT statusMessage(tr("Nothing to export yet"));
    return;
  }
  QApplication::clipboard()->setText(text);
  Q_EMIT statusMessage(withNote(tr("Copied"), note()));
}

void ExportButton::saveTable(const QString& path) {
  if (!path.isEmpty()) {
    const bool asMarkdown = path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive);
    write(path, asMarkdown ? markdown() : m_page.commaSeparated(), asMarkdown ? TableForm::Markdown : TableForm::Csv);
  }
}

void ExportButton::saveReport(const QString& path) {
  if (!path.isEmpty()) {
    write(path, m_page.report(), TableForm::Html);
  }
}

void ExportButton::write(const QString& path, std::string text, TableForm form) {
  if (text.empty()) {
    Q_EMIT statusMessage(tr("Nothing to export yet"));
    return;
  }
  m_writing = Job<QString>([path, note = note(), text = withPartNote(std::move(text), note().toStdString(), form)](
                               const std::stop_token&, Progress&) { return saveFile(path, text, note); },
                           [this](const Expected<QString>& written) {
                             Q_EMIT statusMessage(written ? *written : coreText(written.error().message));
                           });
}

void ExportButton::askForPicture() {
  if (const std::optional<PictureLook> look = askPictureLook(window(), *m_page.picture())) {
    savePictureTo(askName(tr("Save as a picture"), QStringLiteral(".png"), QStringLiteral("PNG (*.png);;SVG (*.svg)")),
                  *look);
  }
}

void ExportButton::savePictureTo(const QString& path, const PictureLook& look) {
  if (!path.isEmpty()) {
    const Expected<QString> saved = savePicture(*m_page.picture(), path, note(), look);
    Q_EMIT statusMessage(saved ? *saved : coreText(saved.error().message));
  }
}

}  // namespace kernline::ui
