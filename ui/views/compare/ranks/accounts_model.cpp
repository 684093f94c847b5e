// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/accounts_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

const FigureMark& waitingMark() {
  static const FigureMark mark{
      QLatin1Char('W'), QColor(0xf29c90), QT_TRANSLATE_NOOP("Words", "Waiting"),
      QT_TRANSLATE_NOOP("Words", "In collectives, until the last rank has begun them: time that others cost.")};
  return mark;
}

const FigureMark& transferringMark() {
  static const FigureMark mark{QLatin1Char('T'), QColor(0x7fcabb), QT_TRANSLATE_NOOP("Words", "Transferring"),
                               QT_TRANSLATE_NOOP("Words", "In collectives, after the last rank has begun them.")};
  return mark;
}

const FigureMark& unmatchedMark() {
  static const FigureMark mark{
      QLatin1Char('U'), QColor(0xb9c0ca), QT_TRANSLATE_NOOP("Words", "Not matched"),
      QT_TRANSLATE_NOOP(
          "Words", "Communication that no other rank has a part of, or messages: wait and transfer are not known.")};
  return mark;
}

const FigureMark& idleMark() {
  static const FigureMark mark{QLatin1Char('I'), QColor(0xb9c0ca), QT_TRANSLATE_NOOP("Words", "Idle"),
                               QT_TRANSLATE_NOOP("Words", "Nothing runs on the device.")};
  return mark;
}

/// Copies and fills while no kernel runs.
Duration copying(const RankAccount& account) {
  return {std::max<std::int64_t>(0, (account.busy - account.compute - account.exposed).ns)};
}

}  // namespace

void AccountsModel::setRanks(std::shared_ptr<const RankSet> ranks) {
  beginResetModel();
  m_ranks = std::move(ranks);
  m_longest = {};
  for (const RankAccount& account : m_ranks ? m_ranks->accounts : std::vector<RankAccount>()) {
    m_longest = std::max(m_longest, account.communication);
  }
  reorder(m_ranks ? m_ranks->accounts.size() : 0);
  endResetModel();
}

std::vector<BarPiece> AccountsModel::pieces(const RankAccount& account, int column) const {
  using Part = std::pair<const FigureMark*, Duration>;
  const std::vector<Part> parts = column == Devices ? std::vector<Part>{{&markOf(TimePart::Kernel), account.compute},
                                                                        {&exposedMark(), account.exposed},
                                                                        {&markOf(TimePart::Memcpy), copying(account)},
                                                                        {&idleMark(), account.idle}}
                                                    : std::vector<Part>{{&waitingMark(), account.waiting},
                                                                        {&transferringMark(), account.transferring},
                                                                        {&unmatchedMark(), account.unmatched()}};
  const Duration whole = column == Devices ? account.window : m_longest;
  std::vector<BarPiece> found;
  for (const auto& [mark, length] : parts) {
    if (length.ns > 0 && whole.ns > 0) {
      found.push_back({static_cast<double>(length.ns) / static_cast<double>(whole.ns), mark, inTime(length)});
    }
  }
  return found;
}

std::vector<BarPiece> AccountsModel::piecesOf(int row, int column) const {
  return isBar(column) ? pieces(m_ranks->accounts[numberOf(row)], column) : std::vector<BarPiece>();
}

int AccountsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString AccountsModel::titleOf(int column) const {
  const std::array<QString, ColumnCount> titles{
      tr("Rank"), tr("Steps"),         tr("Median step"), tr("Device time"),  tr("Compute"), tr("Exposed"),
      tr("Idle"), tr("Communication"), tr("Waiting"),     tr("Transferring"), tr("Clock")};
  return titles.at(static_cast<std::size_t>(column));
}

QString AccountsModel::definitionOf(int column) const {
  switch (column) {
    case Steps:
      return tr("Steps of the rank's host");
    case Step:
      return tr("The median length of its steps on the host");
    case Devices:
      return tr(
          "From the first to the last work of all ranks: kernels (K), communication alone (E), copies and fills "
          "alone (C), idle (I)");
    case Compute:
      return tr("Some kernel that is no communication runs.");
    case Exposed:
      return exposedMark().definition();
    case Idle:
      return idleMark().definition();
    case Communication:
      return tr("Kernels of communication: waiting for the last rank (W), transferring (T), not matched (U)");
    case Waiting:
      return waitingMark().definition();
    case Transferring:
      return transferringMark().definition();
    case Clock:
      return tr("What was added to the times of this rank beside the recorded clock, and the error of that");
    default:
      return tr("As the file or its name says");
  }
}

QString AccountsModel::textOf(std::size_t number, int column) const {
  const RankAccount& account = m_ranks->accounts[number];
  switch (column) {
    case Rank:
      return QString::number(account.rank);
    case Steps:
      return account.steps == 0 ? QStringLiteral("–") : countText(account.steps);
    case Step:
      return account.steps == 0 ? QStringLiteral("–") : inTime(account.medianStep);
    case Compute:
      return inTime(account.compute);
    case Exposed:
      return inTime(account.exposed);
    case Idle:
      return inTime(account.idle);
    case Waiting:
      return inTime(account.waiting);
    case Transferring:
      return inTime(account.transferring);
    case Clock:
      return clockInWords(m_ranks->clocks[number]);
    default:
      return {};  // painted
  }
}

QString AccountsModel::tipOf(std::size_t number, int column) const {
  const RankAccount& account = m_ranks->accounts[number];
  if (column == Clock) {
    return clockTip(m_ranks->clocks[number]);
  }
  if (column == Rank) {
    return qt(m_ranks->files[number].path);
  }
  QStringList lines;
  for (const BarPiece& piece : isBar(column) ? pieces(account, column) : std::vector<BarPiece>()) {
    lines << QStringLiteral("%1  %2: %3").arg(piece.mark->letter).arg(piece.mark->name(), piece.value);
  }
  return lines.join(QLatin1Char('\n'));
}

double AccountsModel::keyOf(std::size_t number, int column) const {
  const RankAccount& account = m_ranks->accounts[number];
  switch (column) {
    case Rank:
      return account.rank;
    case Steps:
      return static_cast<double>(account.steps);
    case Step:
      return static_cast<double>(account.medianStep.ns);
    case Compute:
      return static_cast<double>(account.compute.ns);
    case Exposed:
      return static_cast<double>(account.exposed.ns);
    case Idle:
      return static_cast<double>(account.idle.ns);
    case Waiting:
      return static_cast<double>(account.waiting.ns);
    case Transferring:
      return static_cast<double>(account.transferring.ns);
    case Devices:
      return static_cast<double>(account.busy.ns);
    case Communication:
      return static_cast<double>(account.communication.ns);
    default:
      return static_cast<double>(m_ranks->clocks[number].correction().ns);
  }
}

}  // namespace kernline::ui
