// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/accounts_table.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/tables/part_bar_delegate.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <utility>

namespace kernline::ui {
namespace {

using RanksPtr = std::shared_ptr<const RankSet>;

const FigureMark& waitingMark() {
  static const FigureMark mark{
      QLatin1Char('W'), QColor(0xf29c90), QT_TRANSLATE_NOOP("Words", "Waiting"),
      QT_TRANSLATE_NOOP("Words", "In collectives, until the last rank starts: time caused by other ranks.")};
  return mark;
}

const FigureMark& transferringMark() {
  static const FigureMark mark{QLatin1Char('T'), QColor(0x7fcabb), QT_TRANSLATE_NOOP("Words", "Transferring"),
                               QT_TRANSLATE_NOOP("Words", "In collectives, after the last rank has started.")};
  return mark;
}

const FigureMark& unmatchedMark() {
  static const FigureMark mark{
      QLatin1Char('U'), QColor(0xb9c0ca), QT_TRANSLATE_NOOP("Words", "Unmatched"),
      QT_TRANSLATE_NOOP(
          "Words", "Messages, or communication with no counterpart on another rank: wait and transfer are unknown.")};
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

using Parts = std::vector<std::pair<const FigureMark*, Duration>>;

Parts partsOfDevices(const RankAccount& account) {
  return {{&markOf(TimeCategory::Kernel), account.compute},
          {&exposedMark(), account.exposed},
          {&markOf(TimeCategory::Memcpy), copying(account)},
          {&idleMark(), account.idle}};
}

Parts partsOfCommunication(const RankAccount& account) {
  return {{&waitingMark(), account.waiting},
          {&transferringMark(), account.transferring},
          {&unmatchedMark(), account.unmatched()}};
}

std::vector<BarPiece> piecesOf(const Parts& parts, Duration whole) {
  std::vector<BarPiece> found;
  for (const auto& [mark, length] : parts) {
    if (length.ns > 0 && whole.ns > 0) {
      found.push_back({static_cast<double>(length.ns) / static_cast<double>(whole.ns), mark, inTime(length)});
    }
  }
  return found;
}

/// A bar of pieces, painted by PartBarDelegate; its tip says what they are.
TableColumn barColumn(const RanksPtr& ranks, const QString& title, const QString& help,
                      const std::function<std::vector<BarPiece>(const RankAccount&)>& pieces,
                      Duration RankAccount::* key) {
  return {.title = title,
          .help = help,
          .tip =
              [ranks, pieces](std::size_t row) {
                QStringList lines;
                for (const BarPiece& piece : pieces(ranks->accounts[row])) {
                  lines << QStringLiteral("%1  %2: %3").arg(piece.mark->letter).arg(piece.mark->name(), piece.value);
                }
                return lines.join(QLatin1Char('\n'));
              },
          .key = [ranks, key](std::size_t row) { return static_cast<double>((ranks->accounts[row].*key).ns); },
          .other =
              [ranks, pieces](std::size_t row, int role) {
                return role == RowsModel::PiecesRole ? QVariant::fromValue(pieces(ranks->accounts[row])) : QVariant();
              }};
}

TableColumn timeColumn(const RanksPtr& ranks, const QString& title, const QString& help,
                       Duration RankAccount::* figure) {
  const auto of = [ranks, figure](std::size_t row) { return ranks->accounts[row].*figure; };
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .text = [of](std::size_t row) { return inTime(of(row)); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

TableColumn rankColumn(const RanksPtr& ranks) {
  return {.title = AccountsTable::tr("Rank"),
          .help = AccountsTable::tr("From the file or its name"),
          .kind = ColumnKind::Place,
          .text = [ranks](std::size_t row) { return QString::number(ranks->accounts[row].rank); },
          .tip = [ranks](std::size_t row) { return qt(ranks->files[row].path); },
          .key = [ranks](std::size_t row) { return static_cast<double>(ranks->accounts[row].rank); }};
}

/// A figure of steps, of ranks that have some.
TableColumn stepsColumn(const RanksPtr& ranks, const QString& title, const QString& help,
                        double (*figure)(const RankAccount&), QString (*text)(const RankAccount&)) {
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .text =
              [ranks, text](std::size_t row) {
                return ranks->accounts[row].steps == 0 ? QStringLiteral("–") : text(ranks->accounts[row]);
              },
          .key =
              [ranks, figure](std::size_t row) {
                const RankAccount& account = ranks->accounts[row];
                return account.steps == 0 ? std::numeric_limits<double>::quiet_NaN() : figure(account);
              }};
}

/// The median step without the profiler, of ranks where it differs from the recorded one.
TableColumn unprofiledColumn(const std::vector<std::optional<Duration>>& medians) {
  const auto of = [medians](std::size_t row) { return row < medians.size() ? medians[row] : std::nullopt; };
  return {.title = AccountsTable::tr("Unprofiled"),
          .help = AccountsTable::tr("Median time of its steps in a replay without the profiler"),
          .kind = ColumnKind::Figure,
          .text = [of](std::size_t row) { return of(row) ? inTime(*of(row)) : QStringLiteral("–"); },
          .key =
              [of](std::size_t row) {
                return of(row) ? static_cast<double>(of(row)->ns) : std::numeric_limits<double>::quiet_NaN();
              }};
}

/// Time that others waited because of each rank; the tip gives the reason and the waiting ranks.
TableColumn causedColumn(const RanksPtr& ranks) {
  const auto of = [ranks](std::size_t row) -> const Straggler& {
    return *std::ranges::find(ranks->stragglers, ranks->accounts[row].rank, &Straggler::rank);
  };
  return {.title = AccountsTable::tr("Caused waiting"),
          .help = AccountsTable::tr("Waiting of other ranks that started with this rank, directly or through ranks it "
                                    "delayed. Click one to see what took longer."),
          .kind = ColumnKind::Figure,
          .text = [of](std::size_t row) { return inTime(of(row).rootCaused); },
          .tip = [of](std::size_t row) { return rootTip(of(row)); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).rootCaused.ns); }};
}

TableColumn clockColumn(const RanksPtr& ranks) {
  return {.title = AccountsTable::tr("Clock"),
          .help = AccountsTable::tr("Correction added to the recorded clock of this rank, and its error"),
          .kind = ColumnKind::Figure,
          .text = [ranks](std::size_t row) { return clockText(ranks->clocks[row]); },
          .tip = [ranks](std::size_t row) { return clockTip(ranks->clocks[row]); },
          .key = [ranks](std::size_t row) { return static_cast<double>(ranks->clocks[row].correction().ns); }};
}

Duration longestCommunication(const RanksPtr& ranks) {
  Duration longest;
  for (const RankAccount& account : ranks ? ranks->accounts : std::vector<RankAccount>()) {
    longest = std::max(longest, account.communication);
  }
  return longest;
}

}  // namespace

TableRows AccountsTable::rows(const RanksPtr& ranks, const std::vector<std::optional<Duration>>& unprofiled) {
  using Account = RankAccount;
  return {
      .count = ranks ? ranks->accounts.size() : 0,
      .columns = {
          rankColumn(ranks),
          stepsColumn(
              ranks, tr("Steps"), tr("Number of its steps"),
              [](const Account& account) { return static_cast<double>(account.steps); },
              [](const Account& account) { return countText(account.steps); }),
          stepsColumn(
              ranks, tr("Median step"), tr("Median time of its steps, each as its devices end it"),
              [](const Account& account) { return static_cast<double>(account.medianStep.ns); },
              [](const Account& account) { return inTime(account.medianStep); }),
          unprofiledColumn(unprofiled),
          barColumn(
              ranks, tr("Device time"),
              tr("From the first to the last work of all ranks: kernels (K), communication only (E), memcpy and memset "
                 "only (C), idle (I)"),
              [](const Account& account) { return piecesOf(partsOfDevices(account), account.window); }, &Account::busy),
          timeColumn(ranks, tr("Compute"), tr("A kernel other than communication is running."), &Account::compute),
          timeColumn(ranks, tr("Exposed"), exposedMark().definition(), &Account::exposed),
          timeColumn(ranks, tr("Idle"), idleMark().definition(), &Account::idle),
          barColumn(
              ranks, tr("Communication"),
              tr("Communication kernels: waiting for the last rank (W), transferring (T), unmatched (U)"),
              [longest = longestCommunication(ranks)](const Account& account) {
                return piecesOf(partsOfCommunication(account), longest);
              },
              &Account::communication),
          timeColumn(ranks, tr("Waiting"), waitingMark().definition(), &Account::waiting),
          timeColumn(ranks, tr("Transferring"), transferringMark().definition(), &Account::transferring),
          causedColumn(ranks), clockColumn(ranks)}};
}

}  // namespace kernline::ui
