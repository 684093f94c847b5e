// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/spreads_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/spread_delegate.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kernline::ui {
namespace {

using SpreadsPtr = std::shared_ptr<const std::vector<CollectiveSpread>>;

/// Axis from the shortest to the longest time of all rows, logarithmic.
struct TimeAxis {
  Duration least{std::numeric_limits<std::int64_t>::max()};
  Duration most{1};
  double low = 0;  ///< powers of ten of nanoseconds
  double high = 0;

  explicit TimeAxis(const std::vector<CollectiveSpread>& spreads) {
    for (const CollectiveSpread& spread : spreads) {
      least = std::min(least, spread.shortestTime);
      most = std::max(most, spread.longestTime);
    }
    low = powerOf(least);
    high = std::max(low, powerOf(most));
  }

  [[nodiscard]] static double powerOf(Duration time) {
    return std::log10(static_cast<double>(std::max<std::int64_t>(1, time.ns)));
  }
  [[nodiscard]] double placeOf(Duration time) const { return high > low ? (powerOf(time) - low) / (high - low) : 0.5; }
  /// Returns lines at 1 µs, 10 µs and so on.
  [[nodiscard]] std::vector<double> grid() const {
    std::vector<double> lines;
    for (double power = std::ceil(low); high > low && power <= high; ++power) {
      lines.push_back((power - low) / (high - low));
    }
    return lines;
  }
};

QString tipOf(const CollectiveSpread& spread) {
  QStringList lines{SpreadsTable::tr("Min %1").arg(inTime(spread.shortestTime)),
                    SpreadsTable::tr("P25 %1").arg(inTime(spread.lowerQuartile)),
                    SpreadsTable::tr("Median %1").arg(inTime(spread.medianTime)),
                    SpreadsTable::tr("P75 %1").arg(inTime(spread.upperQuartile)),
                    SpreadsTable::tr("P90 %1").arg(inTime(spread.highTime)),
                    SpreadsTable::tr("P99 %1").arg(inTime(spread.topTime)),
                    SpreadsTable::tr("Max %1").arg(inTime(spread.longestTime))};
  return lines.join(QLatin1Char('\n'));
}

TableColumn timeColumn(const SpreadsPtr& spreads, const QString& title, const char* exactTitle, const QString& help,
                       Duration CollectiveSpread::* time) {
  const auto of = [spreads, time](std::size_t row) { return (*spreads)[row].*time; };
  return {.title = title,
          .exactTitle = QString::fromUtf8(exactTitle),
          .help = help,
          .kind = ColumnKind::Figure,
          .width = 12,
          .text = [of](std::size_t row) { return inTime(of(row)); },
          .exact = [of](std::size_t row) { return QString::number(of(row).ns); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

TableColumn countColumn(const SpreadsPtr& spreads, const QString& title, const QString& help,
                        std::size_t CollectiveSpread::* count) {
  const auto of = [spreads, count](std::size_t row) { return (*spreads)[row].*count; };
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .width = 9,
          .text = [of](std::size_t row) { return countText(of(row)); },
          .exact = [of](std::size_t row) { return QString::number(of(row)); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row)); }};
}

TableColumn bytesColumn(const SpreadsPtr& spreads) {
  const auto isKnown = [spreads](std::size_t row) { return (*spreads)[row].unsized < (*spreads)[row].count; };
  return {.title = SpreadsTable::tr("Total size"),
          .help = SpreadsTable::tr("Sum of all, per rank: the larger of input and output"),
          .kind = ColumnKind::Figure,
          .width = 12,
          .text =
              [spreads, isKnown](std::size_t row) {
                return isKnown(row) ? qt(formatBytes((*spreads)[row].bytes)) : QStringLiteral("–");
              },
          .key =
              [spreads, isKnown](std::size_t row) {
                return isKnown(row) ? static_cast<double>((*spreads)[row].bytes)
                                    : std::numeric_limits<double>::quiet_NaN();
              }};
}

TableColumn busColumn(const SpreadsPtr& spreads) {
  const auto of = [spreads](std::size_t row) { return (*spreads)[row].medianBusRate; };
  return {.title = SpreadsTable::tr("Bus BW"),
          .help = SpreadsTable::tr("Median, as in nccl-tests. 1 GB = 10⁹ bytes"),
          .kind = ColumnKind::Figure,
          .width = 13,
          .text = [of](std::size_t row) { return of(row) > 0 ? qt(formatByteRate(of(row))) : QStringLiteral("–"); },
          .key = [of](std::size_t row) { return of(row) > 0 ? of(row) : std::numeric_limits<double>::quiet_NaN(); }};
}

TableColumn lastRankColumn(const SpreadsPtr& spreads) {
  const auto share = [spreads](std::size_t row) {
    return static_cast<double>((*spreads)[row].lastRankIn) / static_cast<double>((*spreads)[row].lastRankOf);
  };
  return {.title = SpreadsTable::tr("Last rank"),
          .help = SpreadsTable::tr("Rank that started last most often, with the number of its collectives"),
          .kind = ColumnKind::Figure,
          .width = 17,
          .text =
              [spreads](std::size_t row) {
                const CollectiveSpread& spread = (*spreads)[row];
                return SpreadsTable::tr("%1: %2 of %3")
                    .arg(spread.lastRank)
                    .arg(countText(spread.lastRankIn), countText(spread.lastRankOf));
              },
          .key = share};
}

TableColumn spreadColumn(const SpreadsPtr& spreads) {
  const TimeAxis axis(spreads ? *spreads : std::vector<CollectiveSpread>());
  const auto marksOf = [spreads, axis](std::size_t row, int role) -> QVariant {
    if (role != RowsModel::SpreadRole) {
      return {};
    }
    const CollectiveSpread& spread = (*spreads)[row];
    return QVariant::fromValue(SpreadMarks{.min = axis.placeOf(spread.shortestTime),
                                           .lowerQuartile = axis.placeOf(spread.lowerQuartile),
                                           .median = axis.placeOf(spread.medianTime),
                                           .upperQuartile = axis.placeOf(spread.upperQuartile),
                                           .max = axis.placeOf(spread.longestTime),
                                           .grid = axis.grid()});
  };
  const bool hasAxis = axis.high > axis.low;
  return {.title = hasAxis
                       ? SpreadsTable::tr("Distribution of times, %1 to %2").arg(inTime(axis.least), inTime(axis.most))
                       : SpreadsTable::tr("Distribution of times"),
          .help = SpreadsTable::tr("Line: min to max. Box: the middle half. Tick: the median. All rows share a "
                                   "logarithmic axis; its lines are at powers of ten: 10 µs, 100 µs, 1 ms…"),
          .exact = [spreads](std::size_t row) { return tipOf((*spreads)[row]).replace(u'\n', u' '); },
          .tip = [spreads](std::size_t row) { return tipOf((*spreads)[row]); },
          .key = [spreads](std::size_t row) { return static_cast<double>((*spreads)[row].medianTime.ns); },
          .other = marksOf};
}

TableColumn textColumn(const QString& title, const QString& help, double width, TableColumn::Text text) {
  return {.title = title, .help = help, .width = width, .text = std::move(text)};
}

}  // namespace

TableRows SpreadsTable::rows(const SpreadsPtr& spreads) {
  using Spread = CollectiveSpread;
  return {.count = spreads ? spreads->size() : 0,
          .columns = {
              textColumn(tr("Kind"), tr("Kind of collective"), 16,
                         [spreads](std::size_t row) { return qt(toText((*spreads)[row].kind)); }),
              textColumn(tr("Group"), tr("Purpose of the groups if the profile records it, else their name"), 14,
                         [spreads](std::size_t row) {
                           const std::string& group = (*spreads)[row].group;
                           return group.empty() ? QStringLiteral("–") : qt(printable(group));
                         }),
              countColumn(spreads, tr("Ranks"), tr("Ranks of each group"), &Spread::groupSize),
              countColumn(spreads, tr("Count"), tr("Collectives on several ranks"), &Spread::count),
              bytesColumn(spreads), spreadColumn(spreads),
              timeColumn(spreads, tr("Median"), "Median (ns)", tr("Half of them took no longer"), &Spread::medianTime),
              timeColumn(spreads, tr("P90"), "P90 (ns)", tr("Nine of ten took no longer"), &Spread::highTime),
              timeColumn(spreads, tr("Max"), "Max (ns)", tr("The longest; click the row to go to it"),
                         &Spread::longestTime),
              busColumn(spreads),
              timeColumn(spreads, tr("Wait"), "Wait (ns)",
                         tr("Sum over all ranks, from each start until the last rank starts"), &Spread::waiting),
              lastRankColumn(spreads)}};
}

}  // namespace kernline::ui
