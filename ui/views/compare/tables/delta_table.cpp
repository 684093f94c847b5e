// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/delta_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/rows_model.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

using ComparisonPtr = std::shared_ptr<const TableComparison>;

QString timeText(double ns) {
  return ns == ns ? qt(formatDuration(Duration{std::llround(ns)})) : QStringLiteral("–");
}

QString explanationOf(RowTime time) {
  switch (time) {
    case RowTime::Host:
      return DeltaTable::tr("Self time on the host, and its share of the table's total");
    case RowTime::Launch:
      return DeltaTable::tr("Average device time per launch");
    case RowTime::Device:
      break;
  }
  return DeltaTable::tr("Self time on the device, and its share of the table's total");
}

QString explanationOf(NameMatch match) {
  switch (match) {
    case NameMatch::Exact:
      return {};
    case NameMatch::CutByFigures:
      return DeltaTable::tr(
          "Name truncated in one table: of the kernels that start the same way, only this one has the same number of "
          "calls and time.");
    case NameMatch::Cut:
      return DeltaTable::tr("Name truncated: other kernels may start the same way.");
    case NameMatch::ShortName:
      break;
  }
  return DeltaTable::tr("Matched by its short name.");
}

QString noteOf(const TableComparison& comparison, const ComparedRow& row) {
  for (std::size_t t = 0; t < row.sides.size(); ++t) {
    for (const std::size_t number : row.sides[t].rows) {
      const TableRef& ref = comparison.tables[t];
      const StringId note = (*ref).rows[number].note;
      if (note != StringId::empty) {
        return qt(printable(ref.log->text(note)));
      }
    }
  }
  return {};
}

QString tipOfName(const ComparedRow& row) {
  QString text = qt(printable(row.name));
  const QString match = explanationOf(row.match);
  text += match.isEmpty() ? QString() : QLatin1Char('\n') + match;
  if (std::ranges::any_of(row.sides, [](const ComparedSide& side) { return side.rows.size() > 1; })) {
    text += QLatin1Char('\n') + DeltaTable::tr("Several rows have this name; they are added up.");
  }
  return text;
}

TableColumn nameColumnOf(const ComparisonPtr& comparison) {
  return {.title = DeltaTable::tr("Name"),
          .text =
              [comparison](std::size_t row) {
                const ComparedRow& of = comparison->rows[row];
                const bool isFunction = of.kind == RowKind::Kernel || of.kind == RowKind::Plain;
                return qt(printable(shownName(of.name, isFunction)));
              },
          .tip = [comparison](std::size_t row) { return tipOfName(comparison->rows[row]); },
          .less = [comparison](std::size_t a,
                               std::size_t b) { return comparison->rows[a].name < comparison->rows[b].name; }};
}

TableColumn kindColumnOf(const ComparisonPtr& comparison) {
  return {.title = DeltaTable::tr("Kind"),
          .text = [comparison](std::size_t row) { return coreText(toText(comparison->rows[row].kind)); },
          .key = [comparison](std::size_t row) { return static_cast<double>(comparison->rows[row].kind); }};
}

QString textOfTime(const TableComparison& comparison, const ComparedRow& row, std::size_t table) {
  const ComparedSide& side = row.sides[table];
  const double share = comparison.share(row, table);
  return !side.isPresent() ? QStringLiteral("–")
         : share == share  ? timeText(comparison.timeOf(side)) + QStringLiteral("  ") + qt(formatShare(share))
                           : timeText(comparison.timeOf(side));
}

TableColumn timeColumnOf(const ComparisonPtr& comparison, std::size_t table) {
  const auto side = [comparison, table](std::size_t row) -> const ComparedSide& {
    return comparison->rows[row].sides[table];
  };
  const QString name = coreText(comparison->names[table]);
  return {
      .title = name,
      .help = name + QLatin1Char('\n') + explanationOf(comparison->rowTime),
      .kind = ColumnKind::Figure,
      .text = [comparison, table](std::size_t row) { return textOfTime(*comparison, comparison->rows[row], table); },
      .tip =
          [side](std::size_t row) {
            const ComparedSide& of = side(row);
            return of.isPresent() && of.count > 0
                       ? counted(static_cast<std::uint64_t>(std::llround(of.count)), DeltaTable::tr("%1 call, %2"),
                                 DeltaTable::tr("%1 calls, mean %2"))
                             .arg(timeText(of.time / of.count))
                       : QString();
          },
      .key = [comparison, side](std::size_t row) { return comparison->timeOf(side(row)); },
      .share = [comparison, table](std::size_t row) { return comparison->share(comparison->rows[row], table); }};
}

TableColumn deltaColumnOf(const ComparisonPtr& comparison, double max) {
  const auto delta = [comparison](std::size_t row) { return comparison->rows[row].delta; };
  return {.title = DeltaTable::tr("Delta"),
          .kind = ColumnKind::Figure,
          .text =
              [delta](std::size_t row) {
                const double of = delta(row);
                return of == of ? (of > 0 ? QStringLiteral("+") : QString()) + timeText(of) : QString();
              },
          .tip =
              [comparison](std::size_t row) {
                const double share = comparison->rows[row].shareOfChange;
                return share == share
                           ? DeltaTable::tr("%1 % of the net change of the total").arg(share * 100, 0, 'f', 1)
                           : QString();
              },
          .key = delta,
          .other =
              [delta, max](std::size_t row, int role) {
                const bool isKnown = max > 0 && delta(row) == delta(row);
                return role == RowsModel::DeltaRole ? QVariant(isKnown ? delta(row) / max : 0.0) : QVariant();
              }};
}

TableColumn changeColumnOf(const ComparisonPtr& comparison) {
  return {.title = DeltaTable::tr("Ratio"),
          .kind = ColumnKind::Figure,
          .text = [comparison](std::size_t row) { return coreText(comparison->change(comparison->rows[row])); },
          .key = [comparison](std::size_t row) { return comparison->rows[row].ratio; }};
}

TableColumn noteColumnOf(const ComparisonPtr& comparison) {
  const auto note = [comparison](std::size_t row) { return noteOf(*comparison, comparison->rows[row]); };
  return {.title = DeltaTable::tr("Note"), .text = note, .tip = note};
}

}  // namespace

TableRows DeltaTable::rows(const ComparisonPtr& comparison, std::optional<RowKind> kind) {
  if (!comparison) {
    return {};
  }
  const auto isWanted = [comparison, kind](std::size_t row) { return !kind || comparison->rows[row].kind == *kind; };
  double max = 0;
  bool hasNotes = false;
  for (std::size_t i = 0; i < comparison->rows.size(); ++i) {
    if (isWanted(i)) {
      max = std::fmax(max, std::abs(comparison->rows[i].delta));
      hasNotes = hasNotes || !noteOf(*comparison, comparison->rows[i]).isEmpty();
    }
  }
  TableRows rows{.count = comparison->rows.size(),
                 .columns = {nameColumnOf(comparison), kindColumnOf(comparison)},
                 .isShown = [isWanted](std::size_t row, const QString& /*filter*/) { return isWanted(row); }};
  for (std::size_t table = 0; table < comparison->tables.size(); ++table) {
    rows.columns.push_back(timeColumnOf(comparison, table));
  }
  if (comparison->tables.size() > 1) {
    rows.columns.push_back(deltaColumnOf(comparison, max));
    rows.columns.push_back(changeColumnOf(comparison));
  }
  if (hasNotes) {
    rows.columns.push_back(noteColumnOf(comparison));
  }
  return rows;
}

}  // namespace kernline::ui
