// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/steps_table.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_title.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/views/overview/step_bins.h"

#include <map>

namespace kernline::ui {
namespace {

using StepsPtr = std::shared_ptr<const StepsTable>;

/// Returns the titles of the processes that have steps in the table.
std::map<ProcessId, QString> titlesOf(const StepsTable& table) {
  std::map<ProcessId, QString> titles;
  for (const ProcessSteps& process :
       table.trace ? stepsByProcess(*table.trace, stepsOf(table.steps)) : std::vector<ProcessSteps>{}) {
    titles[process.process] = qt(printable(process.title));
  }
  return titles;
}

TableColumn timeColumn(const QString& title, const QString& help, ColumnKind kind,
                       const std::function<Duration(std::size_t)>& of, bool isBlankAtZero) {
  return {.title = title,
          .help = help,
          .kind = kind,
          .text =
              [of, isBlankAtZero](std::size_t row) {
                return isBlankAtZero && of(row).ns == 0 ? QString() : qt(formatDuration(of(row)));
              },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

TableColumn processColumn(const StepsPtr& table) {
  const auto titles =
      std::make_shared<const std::map<ProcessId, QString>>(table ? titlesOf(*table) : std::map<ProcessId, QString>());
  const auto of = [table, titles](std::size_t row) { return titles->find(table->steps[row].step.process); };
  return {
      .title = StepsTable::tr("Process"),
      .text = [titles, of](std::size_t row) { return of(row) == titles->end() ? QString() : of(row)->second; },
      .key = [titles, of](std::size_t row) { return static_cast<double>(std::distance(titles->begin(), of(row))); }};
}

}  // namespace

bool StepsTable::isOfSeveralProcesses() const {
  return titlesOf(*this).size() > 1;
}

TableRows StepsTable::rows(const StepsPtr& table) {
  const auto start = [table](std::size_t row) {
    return table->steps[row].step.range.begin - table->trace->bounds().begin;
  };
  TableRows rows{.count = table ? table->steps.size() : 0};
  rows.columns.push_back(
      {.title = tr("Step"),
       .text = [table](std::size_t row) { return qt(stepTitle(*table->trace, table->steps[row].step)); },
       .key = [start](std::size_t row) { return static_cast<double>(start(row).ns); }});
  rows.columns.push_back(timeColumn(tr("Start"), {}, ColumnKind::Place, start, false));
  rows.columns.push_back(timeColumn(
      tr("Duration"), tr("Until the GPU has done the work of the step"), ColumnKind::Figure,
      [table](std::size_t row) {
        return table->figures.empty() ? table->steps[row].step.range.length() : table->figures[row].onDevice.length();
      },
      false));
  rows.columns.push_back(timeColumn(
      tr("Unprofiled"), tr("How long the step takes in a replay without the profiler"), ColumnKind::Figure,
      [table](std::size_t row) { return table->undisturbed.empty() ? Duration{} : table->undisturbed[row]; }, true));
  rows.columns.push_back(timeColumn(
      tr("GPU time"), tr("Time of the work launched in the step, whenever it ran"), ColumnKind::Figure,
      [table](std::size_t row) { return table->figures.empty() ? Duration{} : table->figures[row].device; }, true));
  for (std::size_t part = 0; part < timeCategoryCount; ++part) {
    const FigureMark& mark = markOf(static_cast<TimeCategory>(part));
    rows.columns.push_back(timeColumn(
        mark.name(), mark.definition(), ColumnKind::Figure,
        [table, part](std::size_t row) { return table->steps[row].parts.parts[part]; }, true));
  }
  rows.columns.push_back(processColumn(table));
  return rows;
}

}  // namespace kernline::ui
