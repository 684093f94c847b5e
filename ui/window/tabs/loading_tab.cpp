// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/loading_tab.h"

#include "ui/views/timeline/timeline_view.h"

#include <QVBoxLayout>

namespace kernline::ui {

LoadingTab::LoadingTab(const QString& path, QWidget* parent) : FileTab(path, parent), m_blank(new TimelineView(this)) {
  static_cast<QVBoxLayout*>(layout())->addWidget(m_blank, 1);
  setFocusProxy(m_blank);
}

QWidget* LoadingTab::pageWidget() const {
  return m_blank;
}

void LoadingTab::resume(const FileTab& before) {
  m_sight = before.sight();
  if (!before.isWritten()) {
    endWriting();
  }
}

void LoadingTab::dropContent() {
  m_blank->hide();
}

void LoadingTab::restoreContent() {
  m_blank->show();
}

}  // namespace kernline::ui
