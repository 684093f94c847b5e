// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/document_tabs.h"

#include "ui/style/icons.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/document_tab.h"

#include <QFileInfo>
#include <QTabBar>

#include <utility>

namespace kernline::ui {
namespace {

QString identity(const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return canonical.isEmpty() ? path : canonical;
}

QString iconName(const DocumentTab& tab) {
  switch (tab.state()) {
    case DocumentTab::State::Refused:
    case DocumentTab::State::Cancelled:
      return QStringLiteral("warning");
    default:
      return {};
  }
}

}  // namespace

DocumentTabs::DocumentTabs(QWidget* parent) : QTabWidget(parent) {
  setObjectName(QStringLiteral("documentTabs"));
  setDocumentMode(true);
  setTabsClosable(true);
  setMovable(true);
  setElideMode(Qt::ElideMiddle);
  setUsesScrollButtons(true);
  tabBar()->setExpanding(false);
  tabBar()->setAccessibleName(QStringLiteral("Open files"));
  tabBar()->setFocusPolicy(Qt::TabFocus);
  connect(this, &QTabWidget::tabCloseRequested, this, &DocumentTabs::closeTab);
  connect(this, &QTabWidget::currentChanged, this, &DocumentTabs::documentChanged);
}

DocumentTab* DocumentTabs::at(int index) const {
  return qobject_cast<DocumentTab*>(widget(index));
}

DocumentTab* DocumentTabs::current() const {
  return at(currentIndex());
}

int DocumentTabs::indexOfFile(const QString& path) const {
  const QString wanted = identity(path);
  for (int i = 0; i < count(); ++i) {
    if (path != QLatin1String("-") && identity(at(i)->path()) == wanted) {
      return i;
    }
  }
  return -1;
}

void DocumentTabs::open(const QString& path) {
  const int known = indexOfFile(path);
  if (known < 0) {
    adopt(std::make_unique<FileLoad>(path.toStdString()));
    return;
  }
  setCurrentIndex(known);
  const DocumentTab::State state = at(known)->state();
  if (state == DocumentTab::State::Refused || state == DocumentTab::State::Cancelled) {
    at(known)->reload();
  }
}

void DocumentTabs::adopt(std::unique_ptr<FileLoad> load) {
  auto* tab = new DocumentTab(std::move(load), this);
  if (m_keepsArrangements) {
    tab->view()->keepArrangements();
  }
  const int index = addTab(tab, tab->title());
  setTabToolTip(index, tab->path());
  follow(tab);
  setCurrentIndex(index);
  tab->setFocus();
}

void DocumentTabs::follow(DocumentTab* tab) {
  connect(tab, &DocumentTab::openRequested, this, &DocumentTabs::openRequested);
  const auto tell = [this, tab] {
    const QString name = iconName(*tab);
    setTabIcon(indexOf(tab), name.isEmpty() ? QIcon() : icon(name));
    if (tab->state() == DocumentTab::State::Ready) {
      Q_EMIT opened(tab->path());
    }
    if (tab == current()) {
      Q_EMIT documentChanged();
    }
  };
  connect(tab, &DocumentTab::stateChanged, this, tell);
  tell();
}

void DocumentTabs::closeTab(int index) {
  DocumentTab* tab = at(index);
  if (tab != nullptr) {
    removeTab(index);
    tab->hide();
    tab->deleteLater();
  }
}

void DocumentTabs::step(int by) {
  if (count() > 1) {
    setCurrentIndex((currentIndex() + by + count()) % count());
  }
}

}  // namespace kernline::ui
