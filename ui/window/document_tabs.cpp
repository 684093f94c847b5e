// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/document_tabs.h"

#include "core/analysis/memory/trace_memory.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/document_tab.h"
#include "ui/window/log_tab.h"
#include "ui/window/memory_tab.h"
#include "ui/window/stored_path.h"

#include <QTabBar>

#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

QString iconName(const FileTab& tab) {
  switch (tab.state()) {
    case FileTab::State::Refused:
    case FileTab::State::Cancelled:
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
  tabBar()->setAccessibleName(tr("Open files"));
  tabBar()->setFocusPolicy(Qt::TabFocus);
  connect(this, &QTabWidget::tabCloseRequested, this, &DocumentTabs::closeTab);
  connect(this, &QTabWidget::currentChanged, this, &DocumentTabs::documentChanged);
}

FileTab* DocumentTabs::at(int index) const {
  return qobject_cast<FileTab*>(widget(index));
}

FileTab* DocumentTabs::current() const {
  return at(currentIndex());
}

int DocumentTabs::indexOfFile(const QString& path) const {
  const QString wanted = pathIdentity(path);
  for (int i = 0; i < count(); ++i) {
    if (path != QLatin1String("-") && pathIdentity(at(i)->path()) == wanted) {
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
  const FileTab::State state = at(known)->state();
  if (state == FileTab::State::Refused || state == FileTab::State::Cancelled) {
    at(known)->reload();
  }
}

FileTab* DocumentTabs::makeTab(std::unique_ptr<FileLoad> load) {
  if (load->hasLog()) {
    auto* tab = new LogTab(std::move(load), this);
    connect(tab, &LogTab::fileRequested, this, &DocumentTabs::fileRequested);
    return tab;
  }
  if (load->hasMemory()) {
    auto* tab = new MemoryTab(std::move(load), this);
    connect(tab, &MemoryTab::exportRequested, this, &DocumentTabs::exportRequested);
    tab->page()->setOthers([this, tab] { return memorySources(tab); });
    return tab;
  }
  auto* tab = new DocumentTab(std::move(load), this);
  if (m_keepsArrangements) {
    tab->view()->keepArrangements();
  }
  return tab;
}

void DocumentTabs::adopt(std::unique_ptr<FileLoad> load) {
  FileTab* tab = makeTab(std::move(load));
  insert(count(), tab);
  setCurrentWidget(tab);
  tab->setFocus();
  openOthersOf(tab);
}

void DocumentTabs::insert(int index, FileTab* tab) {
  insertTab(index, tab, tab->title());
  setTabToolTip(index, tab->path());
  follow(tab);
}

/// An archive of logs: the others become tabs beside the first one.
void DocumentTabs::openOthersOf(FileTab* tab) {
  std::vector<OpenedFile> others = tab->takeOthers();
  if (others.empty()) {
    return;
  }
  const int index = indexOf(tab);
  setTabText(index, tab->title());
  setTabToolTip(index, tab->path());
  int next = index + 1;
  for (OpenedFile& other : others) {
    if (indexOfFile(qt(other.path)) < 0) {
      insert(next++, makeTab(std::make_unique<FileLoad>(std::move(other))));
    }
  }
  if (tab->leftOut() > 0) {
    Q_EMIT logsLeftOut(storedPath(tab->path()), tab->leftOut());
  }
  if (const int twin = indexOfFile(tab->path()); at(twin) != tab) {
    setCurrentIndex(twin);  // the archive was opened before
    closeTab(indexOf(tab));
  }
}

/// A file is no trace but a log, or no longer: its tab gives way to one that can show it.
void DocumentTabs::exchange(FileTab* old) {
  FileTab* tab = makeTab(old->takeLoad());
  const int index = indexOf(old);
  const bool isCurrent = old == current();
  insert(index, tab);
  if (isCurrent) {
    setCurrentIndex(index);
    tab->setFocus();
  }
  removeTab(index + 1);
  old->hide();
  old->deleteLater();
  openOthersOf(tab);
}

void DocumentTabs::follow(FileTab* tab) {
  connect(tab, &FileTab::openRequested, this, &DocumentTabs::openRequested);
  connect(tab, &FileTab::otherKindFound, this, [this, tab] { exchange(tab); });
  const auto tell = [this, tab] {
    const QString name = iconName(*tab);
    setTabIcon(indexOf(tab), name.isEmpty() ? QIcon() : icon(name));
    if (tab->state() == FileTab::State::Ready) {
      setTabText(indexOf(tab), tab->title());
      Q_EMIT opened(tab->path());
    } else if (tab->state() == FileTab::State::Refused) {
      Q_EMIT refused(tab->path());
    }
    if (tab == current()) {
      Q_EMIT documentChanged();
    }
  };
  connect(tab, &FileTab::stateChanged, this, tell);
  tell();
}

void DocumentTabs::closeFile(const QString& path) {
  closeTab(indexOfFile(path));
}

void DocumentTabs::closeTab(int index) {
  FileTab* tab = at(index);
  if (tab != nullptr) {
    const bool isCurrent = index == currentIndex();
    removeTab(index);
    tab->hide();
    tab->deleteLater();
    if (!isCurrent) {
      Q_EMIT documentChanged();
    }
  }
}

void DocumentTabs::step(int by) {
  if (count() > 1) {
    setCurrentIndex((currentIndex() + by + count()) % count());
  }
}

std::vector<MemorySource> DocumentTabs::memorySources(const FileTab* except) const {
  std::vector<MemorySource> sources;
  for (int i = 0; i < count(); ++i) {
    const FileTab* tab = at(i);
    if (tab == except || tab == nullptr || tab->state() != FileTab::State::Ready) {
      continue;
    }
    if (const auto* memory = qobject_cast<const MemoryTab*>(tab)) {
      sources.push_back({.title = tab->title(), .history = memory->history(), .trace = {}, .path = {}});
    } else if (const auto* document = qobject_cast<const DocumentTab*>(tab);
               document != nullptr && document->trace() && tellsOfMemory(*document->trace())) {
      sources.push_back({.title = tab->title(), .history = {}, .trace = document->trace(), .path = {}});
    }
  }
  return sources;
}

}  // namespace kernline::ui
