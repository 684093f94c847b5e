// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/measured_columns.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/tables/number_column.h"
#include "ui/views/work/work_words.h"

#include <limits>
#include <optional>

namespace kernline::ui {
namespace {

TableColumn measuredColumn(const MeasuredRow& of, const QString& title, const char* exactTitle, const QString& help,
                           double width, std::optional<double> (MeasuredWork::*figure)() const,
                           QString (*text)(std::optional<double>)) {
  const auto value = [of, figure](std::size_t row) {
    const MeasuredWork* measured = of(row);
    return measured == nullptr ? std::nullopt : (measured->*figure)();
  };
  return numberColumn(title, exactTitle, help, width, value, text);
}

TableColumn sampledColumn(const MeasuredRow& of) {
  const auto share = [of](std::size_t row) {
    const MeasuredWork* measured = of(row);
    return measured == nullptr ? std::nullopt : std::optional(measured->sampledShare());
  };
  return {.title = Words::tr("Sampled"),
          .exactTitle = QStringLiteral("Sampled share of time"),
          .help = Words::tr("Share of its time covered by whole counter samples. Kernels shorter than a sample are not "
                            "sampled; the tooltip of a cell counts them"),
          .kind = ColumnKind::Figure,
          .width = 17,
          .text =
              [of](std::size_t row) {
                const MeasuredWork* measured = of(row);
                return measured != nullptr && measured->sampledCount > 0 ? qt(formatShare(measured->sampledShare()))
                                                                         : Words::tr("Not sampled");
              },
          .exact =
              [share](std::size_t row) {
                const std::optional<double> value = share(row);
                return value ? QString::number(*value, 'g', 6) : QString();
              },
          .tip =
              [of](std::size_t row) {
                const MeasuredWork* measured = of(row);
                return measured == nullptr ? QString()
                                           : Words::tr("%1 of %2 launches contain a whole sample")
                                                 .arg(countText(measured->sampledCount), countText(measured->count));
              },
          .key = [share](std::size_t row) { return share(row).value_or(std::numeric_limits<double>::quiet_NaN()); }};
}

}  // namespace

std::vector<TableColumn> measuredColumns(const MeasuredRow& of) {
  return {
      measuredColumn(
          of, Words::tr("DRAM"), "DRAM bytes per launch",
          Words::tr("DRAM bytes that the whole GPU read and wrote during a sampled launch: mean rate times duration"),
          12, &MeasuredWork::dramBytesPerPiece, workBytesText),
      measuredColumn(of, Words::tr("DRAM rate"), "DRAM bytes/s",
                     Words::tr("Read and written per second, mean over the samples within its launches"), 13,
                     &MeasuredWork::dramBytesPerSecond, byteRateText),
      measuredColumn(of, Words::tr("Tensor pipe"), "Tensor pipe",
                     Words::tr("Share of time in which tensor pipes were active, mean over the samples within its "
                               "launches"),
                     14, &MeasuredWork::tensorShare, workShareText),
      sampledColumn(of)};
}

}  // namespace kernline::ui
