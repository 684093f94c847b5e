// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/collectives_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <QStringList>

#include <limits>

namespace kernline::ui {
namespace {

using RanksPtr = std::shared_ptr<const RankSet>;
using Match = CollectiveMatch;

/// Lists the ranks of a collective with their times, or those on which it is missing.
QString tipOfCollective(const Match& match, int column) {
  QStringList lines;
  if (column == CollectivesTable::Ranks && !match.missing.empty()) {
    for (const std::int32_t rank : match.missing) {
      lines << QString::number(rank);
    }
    return CollectivesTable::tr("Missing on rank %1: not recorded there, or the rank took another code path")
        .arg(lines.join(u", "));
  }
  for (const CollectivePart& part : match.parts) {
    lines << CollectivesTable::tr("rank %1: waits %2, transfers %3")
                 .arg(part.rank)
                 .arg(inTime(part.wait), inTime(part.transfer));
  }
  return lines.join(QLatin1Char('\n'));
}

/// A column of texts.
TableColumn namesColumn(const RanksPtr& ranks, const QString& title, const QString& help,
                        QString (*text)(const Match&)) {
  return {
      .title = title, .help = help, .text = [ranks, text](std::size_t row) { return text(ranks->collectives[row]); }};
}

/// A column of figures; "–" where `figure` has none.
TableColumn figuresColumn(const RanksPtr& ranks, const QString& title, const QString& help,
                          double (*figure)(const Match&), QString (*text)(const Match&)) {
  const auto of = [ranks, figure](std::size_t row) { return figure(ranks->collectives[row]); };
  return {
      .title = title,
      .help = help,
      .kind = ColumnKind::Figure,
      .text = [ranks, of, text](
                  std::size_t row) { return of(row) == of(row) ? text(ranks->collectives[row]) : QStringLiteral("–"); },
      .key = of};
}

/// A figure that only several ranks together have.
double ofSeveral(const Match& match, double figure) {
  return match.parts.size() < 2 ? std::numeric_limits<double>::quiet_NaN() : figure;
}

double bandwidthOf(const Match& match) {
  return ofSeveral(match, match.busBandwidth() > 0 ? match.busBandwidth() : std::numeric_limits<double>::quiet_NaN());
}

double bytesOf(const Match& match) {
  return match.bytes < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(match.bytes);
}

std::vector<TableColumn> columnsOf(const RanksPtr& ranks) {
  std::vector<TableColumn> columns{
      figuresColumn(
          ranks, CollectivesTable::tr("#"), CollectivesTable::tr("In order of the last rank's start"),
          [](const Match& m) { return static_cast<double>(m.number); },
          [](const Match& m) { return countText(m.number); }),
      namesColumn(ranks, CollectivesTable::tr("Collective"),
                  CollectivesTable::tr("From the profile, or else from the kernel name"),
                  [](const Match& m) { return qt(printable(m.name)); }),
      namesColumn(ranks, CollectivesTable::tr("Group"), CollectivesTable::tr("The process group"),
                  [](const Match& m) { return m.group.empty() ? QStringLiteral("–") : qt(printable(m.group)); }),
      figuresColumn(ranks, CollectivesTable::tr("Size"),
                    CollectivesTable::tr("Per rank: the larger of input and output, as in nccl-tests"), bytesOf,
                    [](const Match& m) { return qt(formatBytes(m.bytes)); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Wait"),
          CollectivesTable::tr("Sum over all ranks, from each start until the last rank starts"),
          [](const Match& m) { return ofSeveral(m, static_cast<double>(m.totalWait().ns)); },
          [](const Match& m) { return inTime(m.totalWait()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Transfer"), CollectivesTable::tr("From the last start to the last end"),
          [](const Match& m) { return ofSeveral(m, static_cast<double>(m.transfer().ns)); },
          [](const Match& m) { return inTime(m.transfer()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Bus BW"),
          CollectivesTable::tr(
              "As in nccl-tests, over the transfer only: comparable with the bandwidth of the link. 1 GB = 10⁹ bytes"),
          bandwidthOf, [](const Match& m) { return qt(formatByteRate(m.busBandwidth())); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Last rank"), CollectivesTable::tr("The rank that started last"),
          [](const Match& m) { return ofSeveral(m, m.lastRank()); },
          [](const Match& m) { return QString::number(m.lastRank()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Late by"),
          CollectivesTable::tr("How long after the second-to-last rank it started"),
          [](const Match& m) { return ofSeveral(m, static_cast<double>(m.lateBy().ns)); },
          [](const Match& m) { return inTime(m.lateBy()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Participants"),
          CollectivesTable::tr("Ranks with this collective, of all ranks in its group"),
          [](const Match& m) { return static_cast<double>(m.parts.size()) - static_cast<double>(m.missing.size()); },
          ranksText)};
  columns[CollectivesTable::Number].kind = ColumnKind::Place;
  return columns;
}

}  // namespace

TableRows CollectivesTable::rows(const RanksPtr& ranks) {
  TableRows rows{.count = ranks ? ranks->collectives.size() : 0, .columns = columnsOf(ranks)};
  constexpr int usual = 13;
  constexpr int ofNumber = 7;
  for (int c = 0; c < ColumnCount; ++c) {
    TableColumn& column = rows.columns[static_cast<std::size_t>(c)];
    column.width = c == Name ? 0 : c == Number ? ofNumber : usual;
    column.tip = [ranks, c](std::size_t row) { return tipOfCollective(ranks->collectives[row], c); };
  }
  return rows;
}

}  // namespace kernline::ui
