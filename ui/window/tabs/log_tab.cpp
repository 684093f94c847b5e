// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/log_tab.h"

#include "core/model/format/quantity.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/logs/log_page.h"

#include <QApplication>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {
LogTab::LogTab(const QString& path, QWidget* parent) : FileTab(path, parent) {
  m_page = new LogPage(this);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_page, 1);
  setFocusProxy(m_page);
  connect(m_page, &LogPage::fileRequested, this, &LogTab::fileRequested);
}

LogTab::~LogTab() {
  m_page->blockSignals(true);  // whoever listens may be half gone
  m_page->setLog(nullptr);
  disposeInBackground(std::move(m_log));
}

void LogTab::showComparison(bool shown) {
  m_showsComparison = shown;
  if (shown && m_comparison == nullptr) {
    m_comparison = new ComparisonPage(this);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_comparison, 1);
    m_comparison->offerLogs([this](QMenu& menu) { Q_EMIT othersRequested(menu); });
    connect(m_comparison, &ComparisonPage::lineRequested, this, [this](std::size_t log, std::uint32_t line) {
      if (log > 0 && log <= m_others.size()) {
        Q_EMIT lineRequested(qt(m_others[log - 1]->path()), line);
      } else {
        goToLine(line);
      }
    });
    compare();
  }
  const bool hadFocus = hasFocus() || isAncestorOf(QApplication::focusWidget());
  m_page->setVisible(!shown);
  if (m_comparison != nullptr) {
    m_comparison->setVisible(shown);
  }
  setFocusProxy(pageWidget());
  if (hadFocus) {
    setFocus();
  }
  Q_EMIT pageChanged();
}

void LogTab::goToLine(std::uint32_t line) {
  showComparison(false);
  m_page->showText(true);
  m_page->goToLine(line);
}

void LogTab::compareWith(std::vector<std::shared_ptr<const Log>> others) {
  m_others = std::move(others);
  compare();
}

void LogTab::compare() {
  if (m_comparison != nullptr && m_log != nullptr) {
    std::vector<std::shared_ptr<const Log>> logs{m_log};
    logs.insert(logs.end(), m_others.begin(), m_others.end());
    m_comparison->setLogs(std::move(logs));
  }
}

QString LogTab::summary() const {
  QStringList parts{counted(m_log->tables().size(), tr("%1 table"), tr("%1 tables"))};
  if (!m_log->metrics().empty()) {
    parts << counted(m_log->metrics().size(), tr("%1 measurement"), tr("%1 measurements"));
  }
  if (!m_log->failures().empty()) {
    parts << counted(m_log->failures().size(), tr("%1 failure"), tr("%1 failures"));
  }
  parts << counted(m_log->lineCount(), tr("%1 line"), tr("%1 lines"));
  parts << qt(formatBytes(static_cast<std::int64_t>(m_log->storedBytes())));
  return parts.join(QStringLiteral(" · "));
}

bool LogTab::isBusy() const {
  return FileTab::isBusy() || m_page->isBusy() || (m_comparison != nullptr && m_comparison->isBusy());
}

QWidget* LogTab::pageWidget() const {
  return m_showsComparison ? static_cast<QWidget*>(m_comparison) : m_page;
}

QWidget* LogTab::pictureWidget() const {
  return m_showsComparison ? static_cast<QWidget*>(m_comparison) : m_page->chartWidget();
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
  compare();
  showFirstSight();
}

void LogTab::showFirstSight() {
  const Sight first = std::exchange(m_first, {});
  if (!first.logPart.isEmpty()) {
    m_page->keepPlace(first.logPart);
  }
  if (first.showsText) {
    m_page->showText(*first.showsText);
  }
  if (first.showsChart) {
    m_page->showChart(*first.showsChart);
  }
  if (first.showsComparison) {
    showComparison(true);
  }
}

Sight LogTab::sight() const {
  if (m_log == nullptr) {
    return m_first;
  }
  return {.logPart = m_page->place(),
          .showsComparison = m_showsComparison,
          .showsText = m_page->showsText(),
          .showsChart = m_page->showsChart()};
}

void LogTab::resume(const FileTab& before) {
  const auto* tab = qobject_cast<const LogTab*>(&before);
  if (tab == nullptr || m_log == nullptr) {
    m_first = before.sight();
    return;
  }
  m_page->goTo(tab->m_page->current());
  m_page->showText(tab->m_page->showsText());
  m_page->showChart(tab->m_page->showsChart());
  m_others = tab->m_others;
  showComparison(tab->m_showsComparison);
}

void LogTab::dropContent() {
  m_page->setLog(nullptr);
  disposeInBackground(std::exchange(m_log, nullptr));
  m_page->hide();
  if (m_comparison != nullptr) {
    m_comparison->setLogs({});
    m_comparison->hide();
  }
}

void LogTab::restoreContent() {
  showComparison(m_showsComparison);
}

}  // namespace kernline::ui
