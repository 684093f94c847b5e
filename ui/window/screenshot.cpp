// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screenshot.h"

#include "core/analysis/query/search.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/print_error.h"
#include "ui/kit/output/range_problem.h"
#include "ui/views/logs/log_page.h"
#include "ui/views/memory/memory_page.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/memory_tab.h"
#include "ui/window/tabs/part_note.h"
#include "ui/window/tabs/ranks_tab.h"
#include "ui/window/tabs/trace_tab.h"

#include <QCoreApplication>
#include <QScrollArea>

#include <fmt/format.h>

#include <utility>

namespace kernline::ui {

SpanId longestNamed(const Trace& trace, const std::string& name) {
  SearchQuery query;
  query.text = name;
  const auto found = search(trace, query);
  SpanId best = SpanId::none;
  bool bestIsExact = false;
  for (const SpanId span : found ? *found : std::vector<SpanId>()) {
    const bool isExact = trace.nameText(span) == name;
    if (best == SpanId::none || isExact > bestIsExact ||
        (isExact == bestIsExact && trace.duration(best) < trace.duration(span))) {
      best = span;
      bestIsExact = isExact;
    }
  }
  return best;
}

Screenshot::Screenshot(MainWindow& window, ScreenshotOptions options)
    : QObject(&window), m_window(window), m_options(std::move(options)) {
  constexpr int pollMs = 30;
  m_timer.setInterval(pollMs);
  connect(&m_timer, &QTimer::timeout, this, &Screenshot::proceed);
  m_timer.start();
}

void Screenshot::proceed() {
  if (m_window.isBusy()) {
    return;
  }
  switch (m_step) {
    case Step::Loading:
      if (arrange()) {
        m_step = Step::Arranged;
      }
      break;
    case Step::Arranged:
      fitHeight();
      m_step = Step::Settled;  // one more turn, so that the layout is complete
      break;
    case Step::Settled:
      write();
      break;
  }
}

bool Screenshot::arrange() {
  const FileTab* file = m_window.currentFile();
  if (file == nullptr) {
    return true;
  }
  if (file->state() != FileTab::State::Ready) {
    const std::string path = file->path().toStdString();
    const std::string why = file->error() ? file->error()->message.english() : "not read";
    fail(why.contains(path) ? why : path + ": " + why);
    return false;
  }
  if (LogTab* log = m_window.currentLog()) {
    return arrangeLog(*log);
  }
  if (const auto* memory = qobject_cast<const MemoryTab*>(file)) {
    return arrangeMemory(*memory);
  }
  TraceTab* tab = m_window.currentTrace();
  if (tab == nullptr) {  // an experiment, or digests of ranks
    const bool isOfWindow = m_options.subject == PictureOf::Window;
    if (!isOfWindow) {
      const bool isOfRanks = qobject_cast<const RanksTab*>(file) != nullptr;
      fail(file->path().toStdString() + (isOfRanks ? " has digests, which have no timeline; --view heatmap draws them"
                                                   : " has several files; name one of them"));
    }
    return isOfWindow;
  }
  if (m_options.showsOverview || m_options.subject == PictureOf::Overview) {
    tab->showPage(TraceTab::Page::Overview);
  }
  if (m_options.subject != PictureOf::Window) {
    setApart(*tab->pageWidget());
  }
  const Trace& trace = *tab->trace();
  if (!m_options.select.empty()) {
    const SpanId span = longestNamed(trace, m_options.select);
    if (span == SpanId::none) {
      fail("no span is named " + m_options.select);
      return false;
    }
    tab->view()->select(span, m_options.range.isWhole());
  }
  if (m_options.notes) {
    tab->showNotes({.idle = true, .queues = true});
  }
  return m_options.range.isWhole() || arrangeRange(trace);
}

bool Screenshot::arrangeLog(LogTab& log) {
  if (m_options.subject != PictureOf::Window || m_options.notes || !m_options.range.isWhole()) {
    fail(log.path().toStdString() + ": a log has no timeline; kernline tables reads what it measured");
    return false;
  }
  if (m_options.showsOverview) {
    log.showComparison(true);
  }
  if (!m_options.select.empty() && !log.page()->select(QString::fromStdString(m_options.select))) {
    fail("nothing in the outline is called " + m_options.select);
    return false;
  }
  return true;
}

bool Screenshot::arrangeMemory(const MemoryTab& memory) {
  if (m_options.subject != PictureOf::Window || m_options.notes || m_options.showsOverview ||
      !m_options.select.empty()) {
    fail(memory.path().toStdString() + ": a memory snapshot has no timeline or overview; use --view memory");
    return false;
  }
  if (!m_options.range.isWhole()) {
    const auto range = rangeOf(m_options.range, memory.history()->bounds);
    if (!range) {
      failRange(memory, range.error());
      return false;
    }
    memory.page()->setRange(*range);
  }
  return true;
}

bool Screenshot::arrangeRange(const Trace& trace) {
  const auto range = rangeOf(m_options.range, trace);
  TraceTab* tab = m_window.currentTrace();
  if (!range) {
    failRange(*tab, range.error());
    return false;
  }
  if (tab->page() == TraceTab::Page::Overview) {
    tab->view()->chooseRange(*range);  // its figures are limited to it
  } else {
    tab->view()->setVisibleRange(*range);
  }
  return true;
}

/// Makes the page a window of its own, since the main window's other parts would not let it be as small as it may be.
void Screenshot::setApart(QWidget& page) {
  page.setParent(&m_window, Qt::Window);
  page.resize(m_options.size.isValid() ? m_options.size : m_window.size());
  page.show();
}

/// An overview that may choose its height shows everything.
void Screenshot::fitHeight() const {
  const auto* overview = qobject_cast<const QScrollArea*>(&subject());
  if (m_options.subject == PictureOf::Overview && !m_options.size.isValid() && overview != nullptr) {
    subject().resize(subject().width(), overview->widget()->sizeHint().height());
  }
}

QWidget& Screenshot::subject() const {
  const FileTab* file = m_window.currentFile();
  return m_options.subject != PictureOf::Window && file != nullptr ? *file->pageWidget()
                                                                   : static_cast<QWidget&>(m_window);
}

void Screenshot::write() {
  m_timer.stop();
  const QString note = m_options.subject == PictureOf::Window ? QString() : partNote(m_window.currentFile());
  if (const Expected<QString> saved = savePicture(subject(), m_options.output, note); !saved) {
    fail(saved.error().message.english());
    return;
  }
  if (!note.isEmpty()) {
    printError(note.toStdString());
  }
  if (const QSize size = subject().size(); m_options.size.isValid() && size != m_options.size) {
    printError(
        fmt::format("the picture has {}x{} pixels, for what it shows fits into no fewer", size.width(), size.height()));
  }
  QCoreApplication::exit(0);
}

void Screenshot::failRange(const FileTab& file, const Error& why) {
  fail(rangeProblem(file.path().toStdString(), m_options.range, why).message.english());
}

void Screenshot::fail(const std::string& sentence) {
  m_timer.stop();
  printError(sentence);
  QCoreApplication::exit(1);
}

}  // namespace kernline::ui
