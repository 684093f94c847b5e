// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the overview's cards of a device.
#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/replay/idle_without_profiler.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/card.h"
#include "ui/kit/style/flowing_columns.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/overview/figure_row.h"
#include "ui/views/overview/overview_page.h"
#include "ui/views/overview/part_bar.h"
#include "ui/views/overview/phase_table.h"
#include "ui/views/overview/step_chart.h"
#include "ui/views/overview/steps_table.h"
#include "ui/views/overview/trace_figures.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxKernels = 10;
constexpr int maxTableRows = 8;

}  // namespace

void OverviewPage::fillDevice() {
  if (m_shown == nullptr) {
    return;
  }
  const DeviceFigures* chosen = device();
  fillTiles();
  m_parts->clear();
  m_parts->setSentence(
      (m_shown->isLimited
           ? tr("%1 selected. Each moment counts once, for the first of these activities that is running.")
       : isReplayed(*m_shown->trace)
           ? tr("%1 without the profiler. Each moment counts once, for the first of these activities that is running.")
           : tr("%1 recorded. Each moment counts once, for the first of these activities that is running."))
          .arg(qt(formatDuration(m_shown->range.length()))));
  const std::vector<FigureLine> parts = partLines(*m_shown, chosen);
  addBar(m_parts, parts);
  addRows(m_parts, parts);
  const bool saysSomething = chosen != nullptr || (parts.size() > 1);  // all "other" is of no use
  m_timeRow->setVisible(saysSomething);
  fillIdle(chosen);
  fillSteps(chosen);
  fillPhases();
  fillCounted(chosen);
  fillKernels(chosen);
  fillCommunication(chosen);
}

void OverviewPage::addBar(Card* card, const std::vector<FigureLine>& lines) const {
  auto* bar = new PartBar(card);
  bar->setLines(lines);
  connect(bar, &PartBar::placeRequested, this, &OverviewPage::placeRequested);
  card->contents()->addWidget(bar);
  bar->show();
  card->contents()->addSpacing(8);
}

void OverviewPage::addRows(Card* card, std::vector<FigureLine> lines) {
  for (FigureLine& line : lines) {
    auto* row = new FigureRow(std::move(line), card);
    connect(row, &FigureRow::clicked, this, [this, row] {
      if (!row->line().place.isEmpty()) {
        Q_EMIT placeRequested(row->line().place);
      }
    });
    card->contents()->addWidget(row);
    row->show();  // the layout would do so a turn later
  }
}

void OverviewPage::fillIdle(const DeviceFigures* chosen) {
  m_idle->setVisible(chosen != nullptr);
  m_idle->clear();
  if (chosen == nullptr) {
    return;
  }
  const std::vector<FigureLine> lines = idleLines(*m_shown->trace, *chosen);
  if (lines.empty()) {
    m_idle->setSentence(m_shown->isLimited ? tr("Never idle in the selected range.")
                                           : tr("Never idle from first start to last end."));
    return;
  }
  sayIdle(*chosen);
  addBar(m_idle, lines);
  addRows(m_idle, lines);
  auto* paint = new QPushButton(tr("Mark the causes on the timeline"), m_idle);
  paint->setObjectName(QStringLiteral("overviewPaintIdle"));
  connect(paint, &QPushButton::clicked, this,
          [this, window = chosen->idle.window] { Q_EMIT placeRequested({.range = window, .showsIdle = true}); });
  m_idle->contents()->addSpacing(8);
  m_idle->contents()->addWidget(paint, 0, Qt::AlignLeft);
}

void OverviewPage::sayIdle(const DeviceFigures& device) {
  m_idle->setSentence(
      idleSentence(*m_shown, device, ofSameDevice(m_figures.phases().idleWithoutProfiler, device.idle)));
}

void OverviewPage::fillSteps(const DeviceFigures* chosen) {
  const std::vector<StepParts>& steps = chosen == nullptr ? m_shown->steps : chosen->steps;
  m_steps->setVisible(chosen != nullptr || !steps.empty());
  m_stepChart->setVisible(!steps.empty());
  m_stepTable->setVisible(!steps.empty());
  if (steps.empty()) {
    m_steps->setSentence(
        m_shown->found->source == StepSource::Whole
            ? tr("No steps are shown. Choose some in View, Steps.")
            : tr("The profile has no steps. Call prof.step() once per iteration to break down each step here."));
    return;
  }
  m_stepChart->setSteps(m_shown->trace, steps);
  fillStepRows(steps);
  m_stepTable->setColumnHidden(StepsTable::Process, !m_stepRows->isOfSeveralProcesses());
  const int rows = std::min(static_cast<int>(steps.size()), maxTableRows);
  m_stepTable->setFixedHeight(m_stepTable->horizontalHeader()->sizeHint().height() +
                              rows * m_stepTable->verticalHeader()->defaultSectionSize() + 4);
  QString sentence = tr("The same breakdown of wall time, step by step. Click a bar or a row to go to the step.");
  if (const FoundSteps& found = *m_shown->found; found.source != StepSource::Recorded) {
    sentence = (m_shown->trace->steps().empty() ? tr("%1 No steps are recorded; these are %2.")
                                                : tr("%1 These are not the recorded steps; they are %2."))
                   .arg(sentence, coreText(howFound(found)));
  }
  if (m_stepChart->stepsPerBar() > 1) {
    sentence = tr("%1 Each bar is the mean of %2 neighboring steps; click it to go to the longest of them.")
                   .arg(sentence)
                   .arg(m_stepChart->stepsPerBar());
  }
  m_steps->setSentence(sentence);
}

void OverviewPage::fillStepRows(const std::vector<StepParts>& steps) {
  auto table = std::make_shared<StepsTable>();
  table->trace = m_shown->trace;
  table->steps = steps;
  table->figures = figuresOf(m_figures.phases(), steps);
  table->undisturbed = undisturbedOf(m_figures.phases(), steps);
  m_stepRows = std::move(table);
  m_stepModel->setRows(StepsTable::rows(m_stepRows));
  m_stepTable->setColumnHidden(StepsTable::Undisturbed, m_stepRows->undisturbed.empty());
}

/// Once they are found: of the rank of the device that is shown. Rows that know their device time stay.
void OverviewPage::fillPhases() {
  const DeviceFigures* chosen = device();
  const auto at = chosen == nullptr ? 0 : static_cast<std::size_t>(chosen - m_shown->devices.data());
  const DevicePhases& phases = m_figures.phases();
  const bool isKnown = chosen != nullptr && at < phases.ofDevices.size();
  const bool isNews = m_stepRows && !m_stepRows->steps.empty() && m_stepRows->figures.empty() && !phases.steps.empty();
  if (isNews) {
    fillStepRows(m_stepRows->steps);
    fillTiles();
  }
  m_phaseTable->setPhases(isKnown ? phases.ofDevices[at] : nullptr, isKnown ? chosen->rows.device : -1);
}

void OverviewPage::fillKernels(const DeviceFigures* chosen) {
  m_kernelRow->setVisible(chosen != nullptr && chosen->work.kernels > 0);
  m_kernels->clear();
  m_families->clear();
  if (chosen == nullptr) {
    return;
  }
  m_kernels->setSentence(tr("By total duration, %1 of %2.")
                             .arg(std::min(maxKernels, chosen->work.names.size()))
                             .arg(countText(chosen->work.names.size())));
  addRows(m_kernels, kernelLines(*m_shown->trace, *chosen, maxKernels));
  m_families->setSentence(tr("What kernels compute, judging by their names."));
  addRows(m_families, familyLines(*m_shown->trace, *chosen));
}

void OverviewPage::fillCounted(const DeviceFigures* chosen) {
  m_countedShown = m_figures.counted();
  m_counted->clear();
  std::vector<FigureLine> lines;
  if (chosen != nullptr && m_countedShown != nullptr) {
    lines = countedLines(*m_shown, *chosen, *m_countedShown, maxKernels);
  }
  m_counted->setVisible(!lines.empty());
  if (!lines.empty()) {
    m_counted->setSentence(tr("As the recorder counted them, %1 of %2: how close the busiest unit is to its peak.")
                               .arg(lines.size())
                               .arg(countText(m_countedShown->launches.size())));
    addRows(m_counted, std::move(lines));
  }
}

void OverviewPage::fillCommunication(const DeviceFigures* chosen) {
  const std::vector<FigureLine> lines = chosen == nullptr ? std::vector<FigureLine>{} : communicationLines(*chosen);
  m_communication->setVisible(!lines.empty());
  m_communication->clear();
  if (lines.empty()) {
    return;
  }
  m_communication->setSentence(tr("Kernels that move data between devices run for %1. Exposed communication makes the "
                                  "step longer; overlapped communication costs only bandwidth.")
                                   .arg(qt(formatDuration(chosen->activity.times.communication))));
  addBar(m_communication, lines);
  addRows(m_communication, lines);
}

}  // namespace kernline::ui
