// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_columns.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <array>

namespace kernline::ui {
namespace {

using Row = StatisticsRow;

const Row& rowOf(const StatisticsTable& table, std::size_t row) {
  return table.statistics.rows[row];
}

template <Duration Row::* Figure>
constexpr StatisticsColumn durationColumn(const char* title, const char* exactTitle, const char* tip) {
  return {title,
          exactTitle,
          tip,
          13,
          false,
          [](const StatisticsTable& t, std::size_t r) { return qt(formatDuration(rowOf(t, r).*Figure)); },
          [](const StatisticsTable& t, std::size_t r) { return static_cast<double>((rowOf(t, r).*Figure).ns); },
          [](const StatisticsTable& t, std::size_t r) { return QString::number((rowOf(t, r).*Figure).ns); }};
}

constexpr StatisticsColumn nameOfRow{QT_TRANSLATE_NOOP("Words", "Name"),
                                     "Name",
                                     QT_TRANSLATE_NOOP("Words", "What the rows are grouped by"),
                                     40,
                                     true,
                                     [](const StatisticsTable& t, std::size_t r) { return t.names[r]; },
                                     nullptr,
                                     [](const StatisticsTable& t, std::size_t r) { return qt(rowOf(t, r).name); },
                                     nullptr,
                                     [](const StatisticsTable& t, std::size_t r) { return qt(rowOf(t, r).name); }};

constexpr StatisticsColumn categoryOfRow{
    QT_TRANSLATE_NOOP("Words", "Category"),
    "Category",
    QT_TRANSLATE_NOOP("Words", "Of the longest span of the row, as the file spells it"),
    14,
    true,
    [](const StatisticsTable& t, std::size_t r) { return qt(rowOf(t, r).category); },
    nullptr,
    [](const StatisticsTable& t, std::size_t r) { return qt(rowOf(t, r).category); }};

constexpr StatisticsColumn countOfRow{
    QT_TRANSLATE_NOOP("Words", "Count"),
    "Count",
    QT_TRANSLATE_NOOP("Words", "Number of spans"),
    10,
    false,
    [](const StatisticsTable& t, std::size_t r) { return countText(rowOf(t, r).count); },
    [](const StatisticsTable& t, std::size_t r) { return static_cast<double>(rowOf(t, r).count); },
    [](const StatisticsTable& t, std::size_t r) { return QString::number(rowOf(t, r).count); }};

constexpr StatisticsColumn shareOfRow{
    QT_TRANSLATE_NOOP("Words", "Of busy"),
    "Share of busy time",
    QT_TRANSLATE_NOOP("Words",
                      "Total by the time in which at least one of the counted spans was running; rows that ran side by "
                      "side add up to "
                      "more than 100 %"),
    20,
    false,
    [](const StatisticsTable& t, std::size_t r) { return qt(formatShare(rowOf(t, r).shareOfBusy)); },
    [](const StatisticsTable& t, std::size_t r) { return rowOf(t, r).shareOfBusy; },
    [](const StatisticsTable& t, std::size_t r) { return QString::number(rowOf(t, r).shareOfBusy, 'g', 6); },
    [](const StatisticsTable& t, std::size_t r) { return rowOf(t, r).shareOfBusy; }};

constexpr std::array columns{
    nameOfRow,
    categoryOfRow,
    countOfRow,
    durationColumn<&Row::total>(QT_TRANSLATE_NOOP("Words", "Total"), "Total (ns)",
                                QT_TRANSLATE_NOOP("Words", "Sum of all durations")),
    durationColumn<&Row::mean>(QT_TRANSLATE_NOOP("Words", "Mean"), "Mean (ns)",
                               QT_TRANSLATE_NOOP("Words", "Total by count")),
    durationColumn<&Row::median>(QT_TRANSLATE_NOOP("Words", "Median"), "Median (ns)",
                                 QT_TRANSLATE_NOOP("Words", "Half of the spans are no longer than this")),
    durationColumn<&Row::min>(QT_TRANSLATE_NOOP("Words", "Min"), "Min (ns)",
                              QT_TRANSLATE_NOOP("Words", "The shortest span")),
    durationColumn<&Row::max>(QT_TRANSLATE_NOOP("Words", "Max"), "Max (ns)",
                              QT_TRANSLATE_NOOP("Words", "The longest span; a click on the row goes there")),
    durationColumn<&Row::stddev>(QT_TRANSLATE_NOOP("Words", "Std dev"), "Std dev (ns)",
                                 QT_TRANSLATE_NOOP("Words", "Standard deviation of the durations")),
    shareOfRow};
static_assert(columns.size() == shareColumn + 1);

}  // namespace

std::span<const StatisticsColumn> statisticsColumns(StatisticsColumns which) {
  return which == StatisticsColumns::Spans ? std::span<const StatisticsColumn>{columns}
                                           : operatorColumns(which == StatisticsColumns::OperatorsByShape);
}

int defaultSortColumn(StatisticsColumns which) {
  return which == StatisticsColumns::Spans ? totalColumn : which == StatisticsColumns::Operators ? 2 : 3;
}

}  // namespace kernline::ui
