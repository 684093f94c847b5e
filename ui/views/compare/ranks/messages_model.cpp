// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/messages_model.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <array>
#include <utility>

namespace kernline::ui {

void MessagesModel::setRanks(std::shared_ptr<const RankSet> ranks) {
  beginResetModel();
  m_ranks = std::move(ranks);
  reorder(m_ranks ? m_ranks->messages.size() : 0);
  endResetModel();
}

int MessagesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString MessagesModel::titleOf(int column) const {
  const std::array<QString, ColumnCount> titles{tr("#"),     tr("From rank"), tr("To rank"), tr("Size"),
                                                tr("Start"), tr("Send"),      tr("Receive"), tr("Receiver's start")};
  return titles.at(static_cast<std::size_t>(column));
}

QString MessagesModel::definitionOf(int column) const {
  switch (column) {
    case From:
      return tr("The rank that sends");
    case To:
      return tr("The rank that receives");
    case Bytes:
      return tr("Of all messages between these two kernels");
    case Start:
      return tr("Of the sending kernel, from the begin of the trace");
    case Send:
      return tr("How long the sending kernel runs");
    case Receive:
      return tr("How long the receiving kernel runs");
    case Lag:
      return tr("From the start of the sending kernel to that of the receiving one; below zero the receiver waits");
    default:
      return tr("In the order of their starts");
  }
}

double MessagesModel::keyOf(std::size_t number, int column) const {
  const MessageMatch& message = m_ranks->messages[number];
  const Trace& trace = *m_ranks->trace;
  switch (column) {
    case From:
      return message.from;
    case To:
      return message.to;
    case Bytes:
      return static_cast<double>(message.bytes);
    case Start:
      return static_cast<double>((trace.start(message.sender) - trace.bounds().begin).ns);
    case Send:
      return static_cast<double>(trace.duration(message.sender).ns);
    case Receive:
      return static_cast<double>(trace.duration(message.receiver).ns);
    case Lag:
      return static_cast<double>((trace.start(message.receiver) - trace.start(message.sender)).ns);
    default:
      return static_cast<double>(number);
  }
}

QString MessagesModel::textOf(std::size_t number, int column) const {
  const MessageMatch& message = m_ranks->messages[number];
  const double key = keyOf(number, column);
  switch (column) {
    case Number:
      return qt(formatCount(static_cast<std::int64_t>(number) + 1));
    case From:
      return QString::number(message.from);
    case To:
      return QString::number(message.to);
    case Bytes:
      return message.bytes < 0 ? QStringLiteral("–") : qt(formatBytes(message.bytes));
    case Lag:
      return qt(signedTime(key));
    default:
      return qt(formatDuration({static_cast<std::int64_t>(key)}));
  }
}

}  // namespace kernline::ui
