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

namespace kernline::ui {
namespace {

/// Data of the columns.
struct HotTable {
  std::shared_ptr<const SummedSources> summed;
  QStringList kernels;

  [[nodiscard]] const KernelSources& sources() const { return *summed->sources; }
  [[nodiscard]] const HotLine& line(std::size_t row) const { return summed->hottest[row]; }

  [[nodiscard]] QString sourceText(std::size_t row) const {
    const HotLine& shown = line(row);
    return shown.line == 0 ? QString() : qt(sources().lineText(shown.file, shown.line)).simplified();
  }
  [[nodiscard]] QString place(std::size_t row) const {
    return line(row).line == 0 ? Words::tr("unknown line") : lineName(sources(), line(row));
  }
};

QVariant hotPieces(const HotTable& table, std::size_t row, int role) {
  return role == RowsModel::PiecesRole
             ? QVariant::fromValue(statePieces(table.sources(), table.line(row).states, table.line(0).samples))
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

TableRows hotRows(const std::shared_ptr<const SummedSources>& summed) {
  const auto table = std::make_shared<const HotTable>(
      HotTable{.summed = summed, .kernels = summed ? kernelTitles(*summed->sources) : QStringList()});
  const auto tip = [table](std::size_t row) { return statesTip(table->sources(), table->line(row).states); };
  const auto samples = [table](std::size_t row) { return static_cast<double>(table->line(row).samples); };
  return {
      .count = summed ? summed->hottest.size() : 0,
      .columns = {
          {.title = Words::tr("Share"),
           .help = Words::tr("Share of the samples of all kernels"),
           .kind = ColumnKind::Figure,
           .width = 10,
           .text =
               [table](std::size_t row) { return samplesShare(table->line(row).samples, table->sources().samples); },
           .tip = tip,
           .key = samples},
          {.title = Words::tr("Samples"),
           .kind = ColumnKind::Figure,
           .width = 12,
           .text = [table](std::size_t row) { return countText(table->line(row).samples); },
           .exact = [table](std::size_t row) { return QString::number(table->line(row).samples); },
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
                 return table->kernels.value(static_cast<qsizetype>(table->line(row).kernel));
               },
           .exact = [table](std::size_t row) { return qt(table->sources().kernels[table->line(row).kernel].name); },
           .tip = [table](std::size_t row) { return qt(table->sources().kernels[table->line(row).kernel].name); }}}};
}

}  // namespace kernline::ui
