// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/steps_controller.h"

#include "ui/kit/language/core_text.h"
#include "ui/views/steps/step_words.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>

#include <utility>

namespace kernline::ui {

StepsController::StepsController(const WindowParts& parts, QMenu& menu)
    : QObject(&parts.window), m_parts(parts), m_menu(menu), m_group(new QActionGroup(this)) {
  m_menu.setObjectName(QStringLiteral("stepsMenu"));
  m_menu.setToolTipsVisible(true);
  connect(&m_menu, &QMenu::aboutToShow, this, [this] {
    if (TraceSteps* steps = m_parts.current.steps()) {
      steps->requestCandidates();
    }
    fill();
  });
  connect(&parts.current, &CurrentTrace::stepCandidatesChanged, this, &StepsController::fill);
  connect(&parts.current, &CurrentTrace::stepsMenuRequested, this, [this](QPoint at) { m_menu.popup(at); });
  parts.commands.on(Command::PreviousStep, this, [this] {
    if (TimelineView* view = m_parts.current.view()) {
      walkSteps(view->scene(), false);
    }
  });
  parts.commands.on(Command::NextStep, this, [this] {
    if (TimelineView* view = m_parts.current.view()) {
      walkSteps(view->scene(), true);
    }
  });
}

void StepsController::addEntry(const QString& text, const QString& tip, bool isChosen, std::function<void()> choose) {
  QAction* action = m_menu.addAction(QString(text).replace(QLatin1Char('&'), QLatin1String("&&")));
  action->setToolTip(tip);
  action->setCheckable(true);
  action->setChecked(isChosen);
  m_group->addAction(action);
  connect(action, &QAction::triggered, this, [choose = std::move(choose)] { choose(); });
}

void StepsController::fill() {
  m_menu.clear();
  TraceSteps* steps = m_parts.current.steps();
  if (steps == nullptr || steps->isLookingForCandidates() || !steps->found()) {
    m_menu.addAction(steps == nullptr ? tr("No trace open") : tr("Looking for steps…"))->setEnabled(false);
    return;
  }
  const FoundSteps& found = *steps->found();
  for (std::size_t i = 0; i < steps->candidates().size(); ++i) {
    const FoundSteps& candidate = *steps->candidates()[i];
    addEntry(candidateText(candidate), coreText(howFound(candidate)),
             candidate.source == found.source && candidate.name == found.name, [steps, i] { steps->choose(i); });
  }
  addEntry(tr("None"), tr("Show no steps"), found.steps.empty(), [steps] { steps->choose(std::nullopt); });
}

}  // namespace kernline::ui
