// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/log_tab.h"

#include "core/format/quantity.h"
#include "ui/jobs/workers.h"
#include "ui/logs/log_page.h"
#include "ui/style/qt_text.h"

#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {
namespace {

QString counted(std::size_t count, const char* one, const char* many) {
  return QStringLiteral("%1 %2").arg(qt(formatCount(static_cast<std::int64_t>(count))),
                                     QString::fromUtf8(count == 1 ? one : many));
}

}  // namespace

LogTab::LogTab(std::unique_ptr<FileLoad> load, QWidget* parent)
    : FileTab(QString::fromStdString(load->path()), parent) {
  m_page = new LogPage(this);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_page, 1);
  setFocusProxy(m_page);
  connect(m_page, &LogPage::fileRequested, this, &LogTab::fileRequested);
  begin(std::move(load));
}

LogTab::~LogTab() {
  stopWatching();
  m_page->blockSignals(true);  // whoever listens may be half gone
  m_page->setLog(nullptr);
  disposeInBackground(std::move(m_log));
}

QString LogTab::summary() const {
  QStringList parts{counted(m_log->tables().size(), "table", "tables")};
  if (!m_log->metrics().empty()) {
    parts << counted(m_log->metrics().size(), "measurement", "measurements");
  }
  if (!m_log->failures().empty()) {
    parts << counted(m_log->failures().size(), "failure", "failures");
  }
  parts << counted(m_log->lineCount(), "line", "lines");
  parts << qt(formatBytes(static_cast<std::int64_t>(m_log->storedBytes())));
  return parts.join(QStringLiteral(" · "));
}

bool LogTab::isBusy() const {
  return FileTab::isBusy() || m_page->isBusy();
}

QWidget* LogTab::pageWidget() const {
  return m_page;
}

QWidget* LogTab::pictureWidget() const {
  return m_page->chartWidget();
}

QString LogTab::tableText() const {
  return m_page->tableText();
}

void LogTab::clearSelection() {
  m_page->clearSelection();
}

void LogTab::takeFile(OpenedFile file) {
  disposeInBackground(std::exchange(m_log, std::move(file.log)));
  m_page->setLog(m_log);
}

void LogTab::dropContent() {
  m_page->setLog(nullptr);
  disposeInBackground(std::exchange(m_log, nullptr));
  m_page->hide();
}

void LogTab::restoreContent() {
  m_page->show();
}

}  // namespace kernline::ui
