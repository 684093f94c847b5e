// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/phase_rows.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace kernline::ui {
namespace {

using PhasesPtr = std::shared_ptr<const std::vector<PhaseSum>>;

constexpr double noFigure = std::numeric_limits<double>::quiet_NaN();

QString phaseText(StepPhase phase) {
  switch (phase) {
    case StepPhase::Forward:
      return Words::tr("Forward");
    case StepPhase::Backward:
      return Words::tr("Backward");
    case StepPhase::Optimizer:
      return Words::tr("Optimizer");
    case StepPhase::Prefill:
      return Words::tr("Prefill");
    case StepPhase::Decode:
      return Words::tr("Decode");
    case StepPhase::Mixed:
      return Words::tr("Mixed");
    case StepPhase::Sampling:
      return Words::tr("Sampling");
    case StepPhase::Communication:
      return Words::tr("Communication");
    case StepPhase::Other:
      break;
  }
  return Words::tr("Other");
}

TableColumn timeOf(const QString& title, const QString& help, const std::function<Duration(std::size_t)>& of) {
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .text = [of](std::size_t row) { return of(row).ns == 0 ? QString() : qt(formatDuration(of(row))); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

const PhaseMemoryFigures* memoryOf(const PhaseSum& phase, std::int32_t device) {
  const auto found =
      std::ranges::find_if(phase.memory, [&](const PhaseMemoryFigures& memory) { return memory.device == device; });
  return found == phase.memory.end() ? nullptr : &*found;
}

/// Returns a column of memory figures; blank if unknown.
TableColumn memoryColumn(const PhasesPtr& phases, std::int32_t device, const QString& title, const QString& help,
                         const std::function<QString(const PhaseMemoryFigures&)>& text,
                         const std::function<double(const PhaseMemoryFigures&)>& key) {
  const auto of = [phases, device](std::size_t row) { return memoryOf((*phases)[row], device); };
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .text = [of, text](std::size_t row) { return of(row) == nullptr ? QString() : text(*of(row)); },
          .key = [of, key](std::size_t row) { return of(row) == nullptr ? noFigure : key(*of(row)); }};
}

void addMemory(const PhasesPtr& phases, std::int32_t device, TableRows& rows) {
  rows.columns.push_back(memoryColumn(
      phases, device, Words::tr("Peak memory"), Words::tr("Max of allocated memory in the phase, of all steps"),
      [](const PhaseMemoryFigures& memory) {
        return memory.peakBytes ? qt(formatBytes(*memory.peakBytes)) : QString();
      },
      [](const PhaseMemoryFigures& memory) {
        return memory.peakBytes ? static_cast<double>(*memory.peakBytes) : noFigure;
      }));
  rows.columns.push_back(memoryColumn(
      phases, device, Words::tr("Memory change"), Words::tr("Allocated less freed in the phase; median of all steps"),
      [](const PhaseMemoryFigures& memory) { return qt(signedBytes(memory.medianChange)); },
      [](const PhaseMemoryFigures& memory) { return static_cast<double>(memory.medianChange); }));
  rows.columns.push_back(memoryColumn(
      phases, device, Words::tr("Peak in phase"), Words::tr("Steps whose memory peak falls into this phase"),
      [](const PhaseMemoryFigures& memory) {
        return memory.peaks == 0 ? QString() : Words::tr("%1 of %2 steps").arg(memory.peaks).arg(memory.steps);
      },
      [](const PhaseMemoryFigures& memory) { return static_cast<double>(memory.peaks); }));
}

}  // namespace

TableRows phaseRows(const PhasesPtr& phases, std::int32_t device) {
  TableRows rows{.count = phases ? phases->size() : 0};
  rows.columns.push_back({.title = Words::tr("Phase"),
                          .text = [phases](std::size_t row) { return phaseText((*phases)[row].phase); },
                          .key = [phases](std::size_t row) { return static_cast<double>((*phases)[row].phase); }});
  rows.columns.push_back(timeOf(Words::tr("GPU time"), Words::tr("Each moment of a step belongs to one phase"),
                                [phases](std::size_t row) { return (*phases)[row].device; }));
  rows.columns.push_back(timeOf(Words::tr("Idle before it"), Words::tr("Gaps that end with work of this phase"),
                                [phases](std::size_t row) { return (*phases)[row].idle; }));
  if (phases && std::ranges::any_of(*phases, [](const PhaseSum& phase) { return phase.exposedCommunication.ns > 0; })) {
    rows.columns.push_back(timeOf(Words::tr("Exposed communication"),
                                  Words::tr("Communication that it launched and that no other kernel hides"),
                                  [phases](std::size_t row) { return (*phases)[row].exposedCommunication; }));
  }
  const bool hasMemory =
      phases && std::ranges::any_of(*phases, [&](const PhaseSum& phase) { return memoryOf(phase, device) != nullptr; });
  if (hasMemory) {
    addMemory(phases, device, rows);
  }
  return rows;
}

bool hasPhases(const std::vector<PhaseSum>& phases) {
  return std::ranges::any_of(phases, [](const PhaseSum& phase) { return phase.phase != StepPhase::Other; });
}

}  // namespace kernline::ui
