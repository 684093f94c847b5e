// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/collectives_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <array>
#include <utility>

namespace kernline::ui {
namespace {

const QString none = QStringLiteral("–");

}  // namespace

void CollectivesModel::setRanks(std::shared_ptr<const RankSet> ranks) {
  beginResetModel();
  m_ranks = std::move(ranks);
  reorder(m_ranks ? m_ranks->collectives.size() : 0);
  endResetModel();
}

int CollectivesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString CollectivesModel::titleOf(int column) const {
  const std::array<QString, ColumnCount> titles{tr("#"),        tr("Collective"), tr("Group"),         tr("Size"),
                                                tr("Wait"),     tr("Transfer"),   tr("Bus bandwidth"), tr("Last rank"),
                                                tr("Later by"), tr("Taking part")};
  return titles.at(static_cast<std::size_t>(column));
}

QString CollectivesModel::definitionOf(int column) const {
  switch (column) {
    case Number:
      return tr("In the order of the last rank's start");
    case Name:
      return tr("As the profile has it, else of the kernel's name");
    case Group:
      return tr("The process group");
    case Bytes:
      return tr("Of one rank: the larger of what goes in and what comes out, as nccl-tests counts");
    case Wait:
      return tr("Of all ranks together, from their start until the last one began");
    case Transfer:
      return tr("From the last start to the last end");
    case BusBandwidth:
      return tr(
          "As nccl-tests counts it, over the transfer alone: comparable with what the link can do. GB are 10⁹ bytes");
    case LastRank:
      return tr("The rank that began last");
    case LateBy:
      return tr("How long after the last rank but one it began");
    default:
      return tr("Ranks that have it, of those that should");
  }
}

QString CollectivesModel::textOf(std::size_t number, int column) const {
  const CollectiveMatch& match = m_ranks->collectives[number];
  const bool isAlone = match.parts.size() < 2;
  switch (column) {
    case Number:
      return countText(match.number);
    case Name:
      return qt(printable(match.name));
    case Group:
      return match.group.empty() ? none : qt(printable(match.group));
    case Bytes:
      return match.bytes < 0 ? none : qt(formatBytes(match.bytes));
    case Wait:
      return isAlone ? none : inTime(match.totalWait());
    case Transfer:
      return isAlone ? none : inTime(match.transfer());
    case BusBandwidth:
      return isAlone || match.busBandwidth() <= 0 ? none : qt(formatByteRate(match.busBandwidth()));
    case LastRank:
      return isAlone ? none : QString::number(match.lastRank());
    case LateBy:
      return isAlone ? none : inTime(match.lateBy());
    default:
      return ranksInWords(match);
  }
}

QString CollectivesModel::tipOf(std::size_t number, int column) const {
  const CollectiveMatch& match = m_ranks->collectives[number];
  if (column == Ranks && !match.missing.empty()) {
    QStringList missing;
    for (const std::int32_t rank : match.missing) {
      missing << QString::number(rank);
    }
    return tr("Not on rank %1: it was not recorded there, or that rank went another way").arg(missing.join(u", "));
  }
  QStringList lines;
  for (const CollectivePart& part : match.parts) {
    lines << tr("rank %1: waits %2, transfers %3").arg(part.rank).arg(inTime(part.wait), inTime(part.transfer));
  }
  return lines.join(QLatin1Char('\n'));
}

double CollectivesModel::keyOf(std::size_t number, int column) const {
  const CollectiveMatch& match = m_ranks->collectives[number];
  switch (column) {
    case Number:
      return static_cast<double>(match.number);
    case Bytes:
      return static_cast<double>(match.bytes);
    case Wait:
      return static_cast<double>(match.totalWait().ns);
    case Transfer:
      return static_cast<double>(match.transfer().ns);
    case BusBandwidth:
      return match.busBandwidth();
    case LastRank:
      return match.lastRank();
    case LateBy:
      return static_cast<double>(match.lateBy().ns);
    case Ranks:
      return static_cast<double>(match.parts.size()) - static_cast<double>(match.missing.size());
    default:
      return 0;
  }
}

}  // namespace kernline::ui
