// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/hot_rows.h"

#include "core/model/names/distinct_names.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/source/code_rows.h"
#include "ui/views/source/state_marks.h"

#include <QVariant>

#include <set>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

/// What the columns are made of.
struct HotTable {
  std::shared_ptr<const KernelSources> sources;
  std::vector<HotLine> lines;
  QStringList kernels;

  [[nodiscard]] QString sourceText(std::size_t row) const {
    const HotLine& line = lines[row];
    return line.line == 0 ? QString() : qt(sources->lineText(line.file, line.line)).simplified();
  }
  [[nodiscard]] QString place(std::size_t row) const {
    return lines[row].line == 0 ? Words::tr("unknown line") : lineName(*sources, lines[row]);
  }
};

QVariant hotPieces(const HotTable& table, std::size_t row, int role) {
  return role == RowsModel::PiecesRole
             ? QVariant::fromValue(statePieces(*table.sources, table.lines[row].states, table.lines.front().samples))
             : QVariant();
}

}  // namespace

QStringList kernelTitles(const KernelSources& sources) {
  std::set<std::string_view> full;
  for (const SourceKernel& kernel : sources.kernels) {
    full.insert(kernel.name);
  }
  const KernelNames names(std::vector<std::string_view>(full.begin(), full.end()));
  QStringList titles;
  for (const SourceKernel& kernel : sources.kernels) {
    titles << qt(names.in(ShownNames::style(), kernel.name));
  }
  return titles;
}

TableRows hotRows(const std::shared_ptr<const KernelSources>& sources, std::vector<HotLine> lines) {
  const auto table = std::make_shared<const HotTable>(HotTable{
      .sources = sources, .lines = std::move(lines), .kernels = sources ? kernelTitles(*sources) : QStringList()});
  const auto tip = [table](std::size_t row) { return statesTip(*table->sources, table->lines[row].states); };
  const auto samples = [table](std::size_t row) { return static_cast<double>(table->lines[row].samples); };
  return {
      .count = table->lines.size(),
      .columns = {
          {.title = Words::tr("Share"),
           .help = Words::tr("Of the samples of all kernels"),
           .kind = ColumnKind::Figure,
           .width = 10,
           .text =
               [table](std::size_t row) { return samplesShare(table->lines[row].samples, table->sources->samples); },
           .tip = tip,
           .key = samples},
          {.title = Words::tr("Samples"),
           .kind = ColumnKind::Figure,
           .width = 12,
           .text = [table](std::size_t row) { return countText(table->lines[row].samples); },
           .exact = [table](std::size_t row) { return QString::number(table->lines[row].samples); },
           .tip = tip,
           .key = samples},
          {.title = Words::tr("States"),
           .help = Words::tr("What the sampled warps were doing"),
           .width = 24,
           .tip = tip,
           .key = samples,
           .other = [table](std::size_t row, int role) { return hotPieces(*table, row, role); }},
          {.title = Words::tr("Line"), .width = 22, .text = [table](std::size_t row) { return table->place(row); }},
          {.title = Words::tr("Source"),
           .width = 0,
           .text = [table](std::size_t row) { return table->sourceText(row); },
           .tip = [table](std::size_t row) { return table->sourceText(row); }},
          {.title = Words::tr("Kernel"),
           .width = 30,
           .text =
               [table](std::size_t row) {
                 return table->kernels.value(static_cast<qsizetype>(table->lines[row].kernel));
               },
           .exact = [table](std::size_t row) { return qt(table->sources->kernels[table->lines[row].kernel].name); },
           .tip = [table](std::size_t row) { return qt(table->sources->kernels[table->lines[row].kernel].name); }}}};
}

}  // namespace kernline::ui
