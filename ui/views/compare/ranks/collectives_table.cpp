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

/// What each rank did in a collective, or on which ranks it is missing.
QString tipOfCollective(const Match& match, int column) {
  QStringList lines;
  if (column == CollectivesTable::Ranks && !match.missing.empty()) {
    for (const std::int32_t rank : match.missing) {
      lines << QString::number(rank);
    }
    return CollectivesTable::tr("Not on rank %1: it was not recorded there, or that rank went another way")
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
          ranks, CollectivesTable::tr("#"), CollectivesTable::tr("In the order of the last rank's start"),
          [](const Match& m) { return static_cast<double>(m.number); },
          [](const Match& m) { return countText(m.number); }),
      namesColumn(ranks, CollectivesTable::tr("Collective"),
                  CollectivesTable::tr("As the profile has it, else of the kernel's name"),
                  [](const Match& m) { return qt(printable(m.name)); }),
      namesColumn(ranks, CollectivesTable::tr("Group"), CollectivesTable::tr("The process group"),
                  [](const Match& m) { return m.group.empty() ? QStringLiteral("–") : qt(printable(m.group)); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Size"),
          CollectivesTable::tr("Of one rank: the larger of what goes in and what comes out, as nccl-tests counts"),
          bytesOf, [](const Match& m) { return qt(formatBytes(m.bytes)); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Wait"),
          CollectivesTable::tr("Of all ranks together, from their start until the last one began"),
          [](const Match& m) { return ofSeveral(m, static_cast<double>(m.totalWait().ns)); },
          [](const Match& m) { return inTime(m.totalWait()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Transfer"), CollectivesTable::tr("From the last start to the last end"),
          [](const Match& m) { return ofSeveral(m, static_cast<double>(m.transfer().ns)); },
          [](const Match& m) { return inTime(m.transfer()); }),
      figuresColumn(ranks, CollectivesTable::tr("Bus bandwidth"),
                    CollectivesTable::tr(
                        "As nccl-tests counts it, over the transfer alone: comparable with what the link can do. GB "
                        "are 10⁹ bytes"),
                    bandwidthOf, [](const Match& m) { return qt(formatByteRate(m.busBandwidth())); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Last rank"), CollectivesTable::tr("The rank that began last"),
          [](const Match& m) { return ofSeveral(m, m.lastRank()); },
          [](const Match& m) { return QString::number(m.lastRank()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Later by"),
          CollectivesTable::tr("How long after the last rank but one it began"),
          [](const Match& m) { return ofSeveral(m, static_cast<double>(m.lateBy().ns)); },
          [](const Match& m) { return inTime(m.lateBy()); }),
      figuresColumn(
          ranks, CollectivesTable::tr("Taking part"), CollectivesTable::tr("Ranks that have it, of those that should"),
          [](const Match& m) { return static_cast<double>(m.parts.size()) - static_cast<double>(m.missing.size()); },
          ranksInWords)};
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
