// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/memory_tab.h"

#include "core/model/format/quantity.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/memory/memory_page.h"

#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {

MemoryTab::MemoryTab(const QString& path, QWidget* parent) : FileTab(path, parent) {
  m_page = new MemoryPage(MemoryPage::Style::Page, this);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_page, 1);
  setFocusProxy(m_page);
  connect(m_page, &MemoryPage::rangeRequested, m_page, &MemoryPage::setRange);
  connect(m_page, &MemoryPage::exportRequested, this, &MemoryTab::exportRequested);
}

MemoryTab::~MemoryTab() {
  m_page->setHistory(nullptr);
  disposeInBackground(std::move(m_history));
}

QString MemoryTab::summary() const {
  std::size_t blocks = 0;
  std::size_t changes = 0;
  for (const MemoryDevice& device : m_history->devices) {
    blocks += device.blocks.size();
    changes += device.allocated.size();
  }
  QStringList parts{qt(m_history->format)};
  if (blocks > 0) {
    parts << counted(blocks, tr("%1 block"), tr("%1 blocks"));
  }
  parts << counted(changes, tr("%1 change"), tr("%1 changes"))
        << qt(formatBytes(static_cast<std::int64_t>(m_history->storedBytes)));
  return parts.join(QStringLiteral(" · "));
}

bool MemoryTab::isBusy() const {
  return FileTab::isBusy() || m_page->isBusy();
}

void MemoryTab::resume(const FileTab& before) {
  const auto* tab = qobject_cast<const MemoryTab*>(&before);
  if (tab != nullptr && m_history != nullptr) {
    m_page->resume(*tab->m_page);
  }
}

QWidget* MemoryTab::pageWidget() const {
  return m_page;
}

QWidget* MemoryTab::pictureWidget() const {
  return m_page;
}

void MemoryTab::takeFile(OpenedFile file) {
  m_page->setHistory(file.memory);
  disposeInBackground(std::exchange(m_history, std::move(file.memory)));
}

void MemoryTab::dropContent() {
  m_page->setHistory(nullptr);
  disposeInBackground(std::exchange(m_history, nullptr));
  m_page->hide();
}

void MemoryTab::restoreContent() {
  m_page->show();
}

}  // namespace kernline::ui
