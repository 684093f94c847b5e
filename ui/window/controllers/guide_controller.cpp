// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/guide_controller.h"

#include "ui/kit/open/sample_file.h"
#include "ui/views/advice/advice_dock.h"
#include "ui/views/details/details_dock.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/docks/docks.h"
#include "ui/window/guide/guide_outline.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenuBar>
#include <QTimer>

namespace kernline::ui {
namespace {

/// Returns the kernel that took longest; none if there is no kernel.
SpanId longestKernel(const Trace& trace) {
  SpanId longest = SpanId::none;
  for (std::size_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{static_cast<std::uint32_t>(i)};
    if (trace.kind(span) == SpanKind::Kernel &&
        (longest == SpanId::none || trace.duration(span) > trace.duration(longest))) {
      longest = span;
    }
  }
  return longest;
}

/// However the file was named.
bool isSample(const QString& path) {
  const Expected<QString> sample = sampleFile();
  return sample && QFileInfo(path).canonicalFilePath() == QFileInfo(*sample).canonicalFilePath();
}

}  // namespace

GuideController::GuideController(const WindowParts& parts, bool isKept)
    : QObject(&parts.window), m_parts(parts), m_isKept(isKept) {
  parts.commands.on(Command::GuidedLook, this, [this] { begin(); });
  connect(&parts.tabs, &FileTabs::fileReady, this, &GuideController::offer);
  // Later, for the tab that changed takes the focus first.
  connect(&parts.current, &CurrentTrace::changed, this, [this] {
    if (isOn() && m_parts.current.whole() != m_trace) {
      end();
    }
    QTimer::singleShot(0, this, &GuideController::startIfWanted);
  });
}

std::vector<GuideController::Step> GuideController::steps() {
  const auto key = [this](Command command) {
    return m_parts.commands[command]->shortcut().toString(QKeySequence::NativeText);
  };
  const auto showDock = [this](const DockKind& kind) {
    m_parts.docks.show(kind);
    return m_parts.window.findChild<QDockWidget*>(QLatin1String(kind.name) + QLatin1String("Dock"));
  };
  return {
      {.told = {.title = tr("Read the timeline"),
                .text =
                    tr("Each track is a stream of the GPU or a thread of the host. Ctrl+wheel zooms at the pointer, "
                       "dragging moves in time, the wheel scrolls the tracks. “%1” shows everything again.")
                        .arg(key(Command::FitAll))},
       .show =
           [this] {
             m_parts.current.tab()->showPage(TraceTab::Page::Timeline);
             m_parts.commands[Command::FitAll]->trigger();
             return static_cast<QWidget*>(m_parts.current.view());
           }},
      {.told = {.title = tr("Find what launched a kernel"),
                .text = tr("This is the longest kernel. Details has its duration, launch shape, occupancy and the "
                           "operator behind it. “%1” goes to the call that launched it, “%2” back to the kernel.")
                            .arg(key(Command::ToLaunch), key(Command::ToKernel))},
       .show =
           [this, showDock] {
             m_parts.current.tab()->showPage(TraceTab::Page::Timeline);
             m_parts.current.goTo(longestKernel(*m_trace));
             return static_cast<QWidget*>(showDock(detailsDock));
           }},
      {.told = {.title = tr("See where time goes"),
                .text =
                    tr("The overview splits wall time into kernels, copies, communication and host work, and says why "
                       "the GPU was idle. A click on a figure shows it on the timeline. %1 switches between both.")
                        .arg(key(Command::ShowOverview))},
       .show =
           [this] {
             m_parts.current.tab()->showPage(TraceTab::Page::Overview);
             return static_cast<QWidget*>(m_parts.current.tab());
           }},
      {.told = {.title = tr("Find what to optimize"),
                .text = tr("Each row is something to change, with an upper bound of the time it could save. No time is "
                           "counted twice. Double-click a row to see where it is.")},
       .show =
           [this, showDock] {
             m_parts.current.tab()->showPage(TraceTab::Page::Timeline);
             return static_cast<QWidget*>(showDock(adviceDock));
           }},
      {.told = {.title = tr("Go on with your own profiles"),
                .text = tr("File opens traces, logs and memory snapshots, and compares two runs. Record runs a CUDA "
                           "kernel or your program and shows its timeline while it grows. %1 finds any command, “%2” "
                           "lists all keys, %3 opens the documentation.")
                            .arg(key(Command::FindCommand), key(Command::Shortcuts), key(Command::Documentation))},
       .show = [this] { return static_cast<QWidget*>(m_parts.window.menuBar()); }},
  };
}

bool GuideController::showsSample() const {
  const TraceTab* tab = m_parts.current.tab();
  return tab != nullptr && isSample(tab->path()) && m_parts.current.whole() != nullptr;
}

void GuideController::begin() {
  end();
  m_isWanted = true;
  if (!showsSample()) {
    m_parts.commands[Command::OpenSample]->trigger();  // open already, it comes to the front
  }
  startIfWanted();
}

void GuideController::offer(const QString& ready) {
  if (m_isKept && !storedGuideSeen() && isSample(ready)) {
    m_isWanted = true;
    QTimer::singleShot(0, this, &GuideController::startIfWanted);
  }
}

void GuideController::startIfWanted() {
  if (m_isWanted && showsSample()) {
    m_isWanted = false;
    start();
  } else if (isOn()) {
    m_card->setFocus(Qt::OtherFocusReason);  // the tab took the focus as it changed
  }
}

void GuideController::start() {
  if (m_isKept) {
    storeGuideSeen();
  }
  m_trace = m_parts.current.whole();
  m_steps = steps();
  m_outline = new GuideOutline(&m_parts.window);
  m_card = new GuideCard(&m_parts.window);
  connect(m_card, &GuideCard::nextRequested, this, [this] {
    if (m_step + 1 < m_steps.size()) {
      showStep(m_step + 1);
    } else {
      end();
    }
  });
  connect(m_card, &GuideCard::backRequested, this, [this] { showStep(m_step - 1); });
  connect(m_card, &GuideCard::endRequested, this, &GuideController::end);
  m_parts.window.installEventFilter(this);
  showStep(0);
}

void GuideController::showStep(std::size_t step) {
  m_step = step;
  if (m_target != nullptr) {
    m_target->removeEventFilter(this);
  }
  m_target = m_steps[step].show();
  m_target->installEventFilter(this);
  m_card->showStep(m_steps[step].told, static_cast<int>(step) + 1, static_cast<int>(m_steps.size()));
  place();
  m_card->show();
  m_card->setFocus(Qt::OtherFocusReason);
}

/// Docks that open come above the card, and what it is about may be hidden.
bool GuideController::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::LayoutRequest:
    case QEvent::Show:
    case QEvent::Hide:
      place();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void GuideController::place() {
  if (!isOn() || m_target == nullptr) {
    return;
  }
  const QRect target(m_target->mapTo(&m_parts.window, QPoint()), m_target->size());
  m_outline->setVisible(m_target->isVisible());
  m_outline->setGeometry(target);
  m_outline->raise();
  m_card->keepOff(target, m_parts.window.centralWidget()->y());
}

void GuideController::end() {
  if (!isOn()) {
    return;
  }
  m_parts.window.removeEventFilter(this);
  if (m_target != nullptr) {
    m_target->removeEventFilter(this);
  }
  for (QWidget* part : {static_cast<QWidget*>(m_card), static_cast<QWidget*>(m_outline)}) {
    part->hide();
    part->deleteLater();
  }
  m_card = nullptr;
  m_outline = nullptr;
  m_trace = nullptr;
  if (TimelineView* view = m_parts.current.view()) {
    view->setFocus(Qt::OtherFocusReason);
  }
}

}  // namespace kernline::ui
