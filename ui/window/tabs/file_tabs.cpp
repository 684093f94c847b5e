// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/file_tabs.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/model/format/time_range.h"
#include "core/open/experiment/files_beside.h"
#include "core/open/rank_files.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/views/memory/memory_head.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/memory/trace_snapshots.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/tabs/experiment_tab.h"
#include "ui/window/tabs/file_tab_bar.h"
#include "ui/window/tabs/loading_tab.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/memory_tab.h"
#include "ui/window/tabs/ranks_tab.h"
#include "ui/window/tabs/stored_path.h"
#include "ui/window/tabs/tab_names.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QFileInfo>
#include <QSignalBlocker>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

QString iconName(const FileTab& tab) {
  switch (tab.state()) {
    case FileTab::State::Refused:
    case FileTab::State::Canceled:
      return QStringLiteral("warning");
    default:
      return {};
  }
}

}  // namespace

FileTabs::FileTabs(QWidget* parent) : QStackedWidget(parent), m_bar(new FileTabBar(this)) {
  setObjectName(QStringLiteral("fileTabs"));
  connect(m_bar, &QTabBar::tabCloseRequested, this, &FileTabs::closeTab);
  connect(m_bar, &QTabBar::tabMoved, this, &FileTabs::moveFile);
  connect(m_bar, &QTabBar::currentChanged, this, &FileTabs::setCurrentIndex);
  connect(this, &QStackedWidget::currentChanged, m_bar, &QTabBar::setCurrentIndex);
  connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
  connect(this, &QStackedWidget::currentChanged, this, &FileTabs::currentFileChanged);
}

QSize FileTabs::minimumSizeHint() const {
  const QWidget* shown = currentWidget();
  return shown != nullptr ? shown->minimumSizeHint().expandedTo(shown->minimumSize()) : QSize();
}

FileTab* FileTabs::at(int index) const {
  return qobject_cast<FileTab*>(widget(index));
}

FileTab* FileTabs::current() const {
  return at(currentIndex());
}

TraceTab* FileTabs::currentTrace() const {
  return qobject_cast<TraceTab*>(current());
}

LogTab* FileTabs::currentLog() const {
  return qobject_cast<LogTab*>(current());
}

int FileTabs::indexOfFile(const QString& path) const {
  const QString wanted = pathIdentity(path);
  for (int i = 0; i < count(); ++i) {
    if (path != QLatin1String("-") && pathIdentity(at(i)->path()) == wanted) {
      return i;
    }
  }
  return -1;
}

void FileTabs::openFile(const QString& path) {
  openFile(path, {});
}

void FileTabs::openFile(const QString& path, const Sight& sight) {
  const int known = indexOfFile(path);
  if (known < 0) {
    const std::string file = path.toStdString();
    const bool isPartEnough = sight.visible && isLargeExport(file);
    adopt(std::make_unique<FileLoad>(file, isPartEnough ? exactRangeText(*sight.visible) : std::string()), sight);
    return;
  }
  setCurrentIndex(known);
  const FileTab::State state = at(known)->state();
  if (state == FileTab::State::Refused || state == FileTab::State::Canceled) {
    at(known)->reload();
  }
}

void FileTabs::openTraceAt(const QString& path, TimeRange range) {
  const Sight sight{.visible = range, .chosen = std::nullopt};
  openFile(path, sight);
  FileTab* tab = at(indexOfFile(path));
  if (auto* trace = qobject_cast<TraceTab*>(tab)) {
    trace->showPage(TraceTab::Page::Timeline);
    trace->view()->setVisibleRange(range);
  } else {
    tab->setSight(sight);
  }
}

LogTab* FileTabs::makeLogTab(const QString& path) {
  auto* tab = new LogTab(path, this);
  connect(tab, &LogTab::fileRequested, this, &FileTabs::fileRequested);
  return tab;
}

MemoryTab* FileTabs::makeMemoryTab(const QString& path) {
  auto* tab = new MemoryTab(path, this);
  connect(tab, &MemoryTab::exportRequested, this, &FileTabs::tableExportRequested);
  tab->page()->head()->setOthers([this, tab] { return memorySources(tab); });
  return tab;
}

TraceTab* FileTabs::makeTraceTab(const QString& path) {
  auto* tab = new TraceTab(path, this);
  if (m_keepsChoices) {
    tab->keepChoices();
  }
  return tab;
}

ExperimentTab* FileTabs::makeExperimentTab(const QString& path) {
  auto* tab = new ExperimentTab(path, this);
  connect(tab, &ExperimentTab::filesRequested, this, [this](const QStringList& paths) {
    for (const QString& file : paths) {
      Q_EMIT fileRequested(file);
    }
  });
  connect(tab, &ExperimentTab::comparisonRequested, this, &FileTabs::comparisonRequested);
  return tab;
}

RanksTab* FileTabs::makeRanksTab(const QString& path) {
  auto* tab = new RanksTab(path, this);
  connect(tab, &RanksTab::traceRequested, this, &FileTabs::openTraceAt);
  connect(tab, &RanksTab::ranksRequested, this, &FileTabs::ranksRequested);
  return tab;
}

/// One for what has arrived of the file.
FileTab* FileTabs::makeTab(const FileLoad& load) {
  const QString path = qt(load.path());
  if (load.hasLog()) {
    return makeLogTab(path);
  }
  if (load.hasExperiment()) {
    return makeExperimentTab(path);
  }
  if (load.hasMemory()) {
    return makeMemoryTab(path);
  }
  if (load.hasDigests()) {
    return makeRanksTab(path);
  }
  if (load.hasTrace()) {
    return makeTraceTab(path);
  }
  return new LoadingTab(path, this);
}

FileTab* FileTabs::adopt(std::unique_ptr<FileLoad> load, const Sight& sight) {
  FileTab* tab = makeTab(*load);
  tab->setSight(sight);
  tab->begin(std::move(load));
  insert(count(), tab);
  setCurrentWidget(tab);
  tab->setFocus();
  openOthersOf(tab);
  return tab;
}

void FileTabs::insert(int index, FileTab* tab) {
  {
    const QSignalBlocker blocker(m_bar);
    m_bar->insertTab(index, tab->title());
  }
  insertWidget(index, tab);
  nameTabs();
  follow(tab);
}

void FileTabs::remove(int index) {
  {
    const QSignalBlocker blocker(m_bar);  // the pages say which one is next, when both have gone
    m_bar->removeTab(index);
  }
  removeWidget(widget(index));
  nameTabs();
}

void FileTabs::moveFile(int from, int to) {
  const QSignalBlocker blocker(this);
  QWidget* moved = widget(from);
  removeWidget(moved);
  insertWidget(to, moved);
  setCurrentIndex(m_bar->currentIndex());
}

/// The name of a tab depends on the others.
void FileTabs::nameTabs() {
  std::vector<NamedTab> tabs;
  for (int i = 0; i < count(); ++i) {
    tabs.push_back({.path = at(i)->path(), .title = at(i)->title()});
  }
  const QStringList names = tabNames(tabs);
  for (int i = 0; i < count(); ++i) {
    m_bar->setTabText(i, QString(names[i]).replace(QLatin1Char('&'), QLatin1String("&&")));
    m_bar->setTabToolTip(i, at(i)->path());
  }
}

/// Opens the other logs of an archive as tabs next to the first one.
void FileTabs::openOthersOf(FileTab* tab) {
  FurtherLogs further = tab->takeFurtherLogs();
  if (further.logs.empty()) {
    return;
  }
  const int index = indexOf(tab);
  nameTabs();
  int next = index + 1;
  for (OpenedFile& other : further.logs) {
    if (indexOfFile(qt(other.path)) < 0) {
      auto load = std::make_unique<FileLoad>(std::move(other));
      FileTab* beside = makeTab(*load);
      beside->begin(std::move(load));
      insert(next++, beside);
    }
  }
  if (further.skippedLogs > 0) {
    Q_EMIT logsSkipped(storedPath(tab->path()), further.skippedLogs);
  }
  if (const int twin = indexOfFile(tab->path()); at(twin) != tab) {
    setCurrentIndex(twin);  // the archive was opened before
    closeTab(indexOf(tab));
  }
}

/// Puts another tab in the place of `old`, once it is known what its file is, or that it is something else now.
void FileTabs::exchange(FileTab* old) {
  std::unique_ptr<FileLoad> load = old->takeLoad();
  const bool isCurrent = old == current();
  const QWidget* focused = window()->focusWidget();
  const bool takesFocus = isCurrent && (focused == nullptr || focused == old || old->isAncestorOf(focused));
  FileTab* tab = makeTab(*load);
  tab->resume(*old);
  tab->begin(std::move(load));
  const int index = indexOf(old);
  insert(index, tab);
  if (isCurrent) {
    setCurrentIndex(index);
  }
  remove(indexOf(old));
  if (takesFocus) {
    tab->setFocus();
  }
  old->hide();
  old->deleteLater();
  openOthersOf(tab);
}

void FileTabs::follow(FileTab* tab) {
  connect(tab, &FileTab::openRequested, this, &FileTabs::openRequested);
  connect(tab, &FileTab::otherKindFound, this, [this, tab] { exchange(tab); });
  const auto tell = [this, tab] {
    const QString name = iconName(*tab);
    m_bar->setTabIcon(indexOf(tab), name.isEmpty() ? QIcon() : icon(name));
    if (tab->state() == FileTab::State::Ready) {
      nameTabs();
      Q_EMIT fileReady(tab->path());
    } else if (tab->state() == FileTab::State::Refused) {
      Q_EMIT fileRefused(tab->path());
    }
    if (tab == current()) {
      Q_EMIT currentFileChanged();
    }
  };
  connect(tab, &FileTab::stateChanged, this, tell);
  tell();
}

void FileTabs::closeTab(int index) {
  FileTab* tab = at(index);
  if (tab != nullptr) {
    if (tab->path() != QLatin1String("-") && tab->state() != FileTab::State::Refused) {
      m_closed.push_back({.path = tab->path(), .sight = tab->sight(), .index = index});
    }
    const bool isCurrent = index == currentIndex();
    disconnect(tab, nullptr, this, nullptr);
    remove(index);
    tab->hide();
    tab->deleteLater();
    if (!isCurrent) {
      Q_EMIT currentFileChanged();
    }
  }
}

void FileTabs::reopenClosed() {
  while (hasClosed()) {
    const ClosedFile closed = std::move(m_closed.back());
    m_closed.pop_back();
    if (indexOfFile(closed.path) < 0) {  // it was not opened again meanwhile
      openFile(closed.path, closed.sight);
      m_bar->moveTab(count() - 1, std::min(closed.index, count() - 1));
      return;
    }
  }
  Q_EMIT currentFileChanged();  // no closed file is left to reopen
}

void FileTabs::step(int by) {
  if (count() > 1) {
    setCurrentIndex((currentIndex() + by + count()) % count());
  }
}

std::vector<MemorySource> FileTabs::memorySources(const FileTab* except) const {
  std::vector<MemorySource> sources;
  for (int i = 0; i < count(); ++i) {
    const FileTab* tab = at(i);
    if (tab == except || tab == nullptr || tab->state() != FileTab::State::Ready) {
      continue;
    }
    if (const auto* memory = qobject_cast<const MemoryTab*>(tab)) {
      sources.push_back({.title = tab->title(), .history = memory->history(), .trace = {}, .path = {}});
    } else if (const auto* trace = qobject_cast<const TraceTab*>(tab);
               trace != nullptr && trace->trace() && hasMemoryData(*trace->trace())) {
      const bool areOfIt = trace->study()->steps()->trace() == trace->trace();
      sources.push_back({.title = tab->title(),
                         .history = {},
                         .trace = trace->trace(),
                         .path = {},
                         .steps = areOfIt ? trace->study()->steps()->found() : nullptr});
    }
  }
  return sources;
}

std::vector<MemorySource> FileTabs::snapshotsBeside(const FileTab* tab) const {
  const auto* ofTrace = qobject_cast<const TraceTab*>(tab);
  std::vector<MemorySource> snapshots =
      ofTrace == nullptr ? std::vector<MemorySource>() : ofTrace->study()->snapshots()->joined();
  const std::string trace = tab == nullptr ? std::string() : tab->path().toStdString();
  for (int i = 0; i < count(); ++i) {
    const auto* memory = qobject_cast<const MemoryTab*>(at(i));
    const bool isNew = memory != nullptr && memory->history() &&
                       std::ranges::count(snapshots, memory->path().toStdString(), &MemorySource::path) == 0;
    if (isNew) {
      snapshots.push_back(
          {.title = memory->title(), .history = memory->history(), .trace = {}, .path = memory->path().toStdString()});
    }
  }
  for (int i = 0; i < count(); ++i) {
    const auto* place = qobject_cast<const ExperimentTab*>(at(i));
    if (place == nullptr || place->experiment() == nullptr) {
      continue;
    }
    for (const std::string& path : filesBeside(*place->experiment(), trace, FileKind::Memory)) {
      if (std::ranges::count(snapshots, path, &MemorySource::path) == 0) {
        snapshots.push_back({.title = QFileInfo(qt(path)).fileName(), .history = {}, .trace = {}, .path = path});
      }
    }
  }
  return snapshots;
}

}  // namespace kernline::ui
