// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/messages_table.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <limits>

namespace kernline::ui {
namespace {

/// A figure of a message, and how it is written.
TableColumn messageColumn(const std::shared_ptr<const RankSet>& ranks, const QString& title, const QString& help,
                          double (*figure)(const MessageMatch&, const RankSet&), QString (*spell)(double)) {
  const auto of = [ranks, figure](std::size_t row) { return figure(ranks->messages[row], *ranks); };
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .text = [of, spell](std::size_t row) { return spell(of(row)); },
          .key = of};
}

QString messageTime(double ns) {
  return qt(formatDuration({static_cast<std::int64_t>(ns)}));
}

QString messageBytes(double bytes) {
  return bytes == bytes ? qt(formatBytes(static_cast<std::int64_t>(bytes))) : QStringLiteral("–");
}

QString messageRank(double rank) {
  return QString::number(static_cast<std::int64_t>(rank));
}

}  // namespace

TableRows MessagesTable::rows(const std::shared_ptr<const RankSet>& ranks) {
  const auto column = [&ranks](const QString& title, const QString& help, auto figure, QString (*spell)(double)) {
    return messageColumn(ranks, title, help, figure, spell);
  };
  using Message = const MessageMatch&;
  return {
      .count = ranks ? ranks->messages.size() : 0,
      .columns = {
          {.title = tr("#"),
           .help = tr("Order of start"),
           .kind = ColumnKind::Place,
           .text = [](std::size_t row) { return qt(formatCount(row + 1)); },
           .key = [](std::size_t row) { return static_cast<double>(row); }},
          column(
              tr("From rank"), tr("The sending rank"),
              [](Message m, const RankSet&) { return static_cast<double>(m.from); }, messageRank),
          column(
              tr("To rank"), tr("The receiving rank"),
              [](Message m, const RankSet&) { return static_cast<double>(m.to); }, messageRank),
          column(
              tr("Size"), tr("Bytes of all messages between these two kernels"),
              [](Message m, const RankSet&) {
                return m.bytes < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(m.bytes);
              },
              messageBytes),
          column(
              tr("Start"), tr("Start of the sending kernel, from the start of the trace"),
              [](Message m, const RankSet& set) { return static_cast<double>((m.sent.begin - set.bounds.begin).ns); },
              messageTime),
          column(
              tr("Send"), tr("Duration of the sending kernel"),
              [](Message m, const RankSet&) { return static_cast<double>(m.sent.length().ns); }, messageTime),
          column(
              tr("Receive"), tr("Duration of the receiving kernel"),
              [](Message m, const RankSet&) { return static_cast<double>(m.received.length().ns); }, messageTime),
          column(
              tr("Receiver's start"),
              tr("From the start of the sending kernel to the start of the receiving one; if negative, the "
                 "receiver waits"),
              [](Message m, const RankSet&) { return static_cast<double>((m.received.begin - m.sent.begin).ns); },
              [](double ns) { return qt(signedTime(ns)); })}};
}

}  // namespace kernline::ui
