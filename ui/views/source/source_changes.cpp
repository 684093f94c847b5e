// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_changes.h"

#include "core/compare/source/source_comparison_text.h"
#include "core/open/load.h"
#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/source/code_rows.h"
#include "ui/views/source/hot_rows.h"
#include "ui/views/source/kernel_changes.h"
#include "ui/views/source/state_marks.h"

#include <QApplication>
#include <QClipboard>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

/// Data of the columns.
struct ChangeTable {
  struct Row {
    const ComparedKernel* kernel = nullptr;
    const ComparedLine* line = nullptr;
  };

  std::shared_ptr<const ComparedRuns> runs;
  std::vector<Row> rows;
  QStringList kernels;  // kernels of the second run

  [[nodiscard]] QString place(std::size_t row) const;
  [[nodiscard]] QString state(std::size_t row) const;
  [[nodiscard]] QString words(std::size_t row) const;
};

QString ChangeTable::place(std::size_t row) const {
  const ComparedLine& line = *rows[row].line;
  const auto name = [](const SampledRun& run, std::uint32_t file, std::uint32_t number) {
    return lineName(run.sources, {.kernel = 0, .file = file, .line = number, .samples = 0, .states = {}});
  };
  const QString before = name(runs->before, line.fileBefore, line.lineBefore);
  const QString after = name(runs->after, line.fileAfter, line.lineAfter);
  if (before.isEmpty() && after.isEmpty()) {
    return SourceChanges::tr("unknown line");
  }
  if (before.isEmpty()) {
    return SourceChanges::tr("%1, new").arg(after);
  }
  if (after.isEmpty()) {
    return SourceChanges::tr("%1, gone").arg(before);
  }
  const QString both = before == after ? after : QStringLiteral("%1 → %2").arg(before).arg(line.lineAfter);
  return line.how == LineMatch::Changed ? SourceChanges::tr("%1, changed").arg(both) : both;
}

QString ChangeTable::state(std::size_t row) const {
  const auto& [kernel, line] = rows[row];
  const auto found =
      std::ranges::find_if(line->states, [&](const ComparedState& state) { return kernel->isClear(state.samples); });
  return found == line->states.end()
             ? QString()
             : QStringLiteral("%1 %2").arg(stateName(found->state), qt(comparedChange(*kernel, found->samples)));
}

QString ChangeTable::words(std::size_t row) const {
  const ComparedLine& line = *rows[row].line;
  const std::string_view text = line.lineAfter > 0    ? runs->after.sources.lineText(line.fileAfter, line.lineAfter)
                                : line.lineBefore > 0 ? runs->before.sources.lineText(line.fileBefore, line.lineBefore)
                                                      : std::string_view();
  return qt(text).simplified();
}

TableRows changeRows(const std::shared_ptr<const ComparedRuns>& runs) {
  const auto table = std::make_shared<ChangeTable>(ChangeTable{.runs = runs, .rows = {}, .kernels = {}});
  if (runs) {
    table->kernels = kernelTitles(runs->after.sources);
    for (const ComparedKernel& kernel : runs->comparison.kernels) {
      for (const ComparedLine& line : kernel.lines) {
        table->rows.push_back({.kernel = &kernel, .line = &line});
      }
    }
  }
  const auto figure = [table](QString title, double (ComparedKernel::*value)(const SamplePair&) const) {
    const auto number = [table, value](std::size_t row) {
      return (table->rows[row].kernel->*value)(table->rows[row].line->samples);
    };
    return TableColumn{
        .title = std::move(title),
        .kind = ColumnKind::Figure,
        .width = 13,
        .text = [table, number](std::size_t row) { return qt(comparedValue(*table->rows[row].kernel, number(row))); },
        .key = number};
  };
  return {.count = table->rows.size(),
          .columns = {figure(SourceChanges::tr("First run"), &ComparedKernel::valueBefore),
                      figure(SourceChanges::tr("Second run"), &ComparedKernel::valueAfter),
                      {.title = SourceChanges::tr("Change"),
                       .help = SourceChanges::tr("≈: change within sampling noise"),
                       .kind = ColumnKind::Figure,
                       .width = 11,
                       .text =
                           [table](std::size_t row) {
                             return qt(comparedChange(*table->rows[row].kernel, table->rows[row].line->samples));
                           },
                       .key =
                           [table](std::size_t row) {
                             return std::abs(table->rows[row].kernel->change(table->rows[row].line->samples));
                           }},
                      {.title = SourceChanges::tr("Line"),
                       .width = 24,
                       .text = [table](std::size_t row) { return table->place(row); }},
                      {.title = SourceChanges::tr("Most changed state"),
                       .width = 28,
                       .text = [table](std::size_t row) { return table->state(row); }},
                      {.title = SourceChanges::tr("Source"),
                       .text = [table](std::size_t row) { return table->words(row); },
                       .tip = [table](std::size_t row) { return table->words(row); }},
                      {.title = SourceChanges::tr("Kernel"), .width = 20, .text = [table](std::size_t row) {
                         return table->kernels.value(static_cast<qsizetype>(table->rows[row].kernel->after));
                       }}}};
}

SampledRun sampledRun(const Trace& trace) {
  return hasKernelSources(trace) ? sampledRunOf(trace) : SampledRun{};
}

std::shared_ptr<const ComparedRuns> comparedRuns(SampledRun before, SampledRun after) {
  auto made = std::make_shared<ComparedRuns>(
      ComparedRuns{.before = std::move(before), .after = std::move(after), .comparison = {}});
  made->comparison = compareSources(made->before, made->after);
  return made;
}

Expected<std::shared_ptr<const ComparedRuns>> comparedFiles(const QStringList& files, const std::stop_token& stop,
                                                            Progress& progress) {
  std::vector<SampledRun> runs;
  for (const QString& file : files) {
    const auto trace = load(file.toStdString(), {}, stop, progress);
    if (!trace) {
      return std::unexpected(trace.error());
    }
    runs.push_back(sampledRun(**trace));
  }
  return comparedRuns(std::move(runs.front()), std::move(runs.back()));
}

/// Returns the note above the lines: for the kernels that clearly changed, those with most samples first, what else
/// changed.
QString changesNote(const ComparedRuns& runs) {
  constexpr qsizetype maxLines = 2;
  const std::vector<ComparedKernel>& kernels = runs.comparison.kernels;
  const QStringList titles = kernelTitles(runs.after.sources);
  QStringList lines;
  for (const ComparedKernel& kernel : kernels) {
    if (lines.size() < maxLines && kernel.isClear(kernel.samples)) {
      lines << kernelChanges(runs.before, runs.after, kernel, titles.value(static_cast<qsizetype>(kernel.after)));
    }
  }
  const bool isPerLaunch = std::ranges::all_of(kernels, &ComparedKernel::isPerLaunch);
  lines << (isPerLaunch
                ? SourceChanges::tr("Samples per launch, proportional to cycles.")
                : SourceChanges::tr("Samples per launch; shares of the kernel's samples where launches are unknown."));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

SourceChanges::SourceChanges(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("sourceChanges"));
  m_note = new QuietLabel(QString(), this);
  m_note->setWordWrap(true);
  m_model = new RowsModel(changeRows(nullptr), this);
  m_table =
      makePlainTable(m_model, "sourceChangesTable", tr("Source lines that became cheaper or more expensive"), this);
  makeSortable(*m_table);
  arrangeColumns(*m_table, m_model->rows());
  addCopyAction(*m_table, [this] {
    QApplication::clipboard()->setText(tabSeparated(m_model->rows(), m_model->numbersOf(rowsToCopy(*m_table))));
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->addWidget(m_note);
  layout->addWidget(m_table, 1);
}

void SourceChanges::showRecordings(const QStringList& files) {
  forget();
  constexpr qsizetype pair = 2;
  if (files.size() == pair) {
    start([files](const std::stop_token& stop, Progress& progress) { return comparedFiles(files, stop, progress); });
  }
}

void SourceChanges::showTraces(const std::shared_ptr<const Trace>& before, const std::shared_ptr<const Trace>& after) {
  const std::pair traces(before, after);
  if (traces == m_traces) {
    return;
  }
  forget();
  m_traces = traces;
  if (before && after) {
    start(readingAllOf({before, after}, [before, after](const std::stop_token&, Progress&) -> Expected<Runs> {
      return comparedRuns(sampledRun(*before), sampledRun(*after));
    }));
  }
}

void SourceChanges::forget() {
  m_comparing = {};
  m_traces = {};
  m_model->setRows(changeRows(nullptr));
  Q_EMIT found(false);
}

void SourceChanges::start(Job<Runs>::Work work) {
  m_comparing = Job<Runs>(std::move(work), [this](const Expected<Runs>& runs) {
    if (runs) {
      take(*runs);
    } else if (runs.error().kind != Error::Kind::Canceled) {
      m_note->setText(coreText(runs.error().message));
      Q_EMIT found(true);
    }
  });
}

void SourceChanges::take(const Runs& runs) {
  m_model->setRows(changeRows(runs));
  m_note->setText(changesNote(*runs));
  Q_EMIT found(!runs->comparison.kernels.empty());
}

}  // namespace kernline::ui
