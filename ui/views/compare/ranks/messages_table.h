// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <memory>

namespace kernline::ui {

/// Sends with the receives that took them.
struct MessagesTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::MessagesTable)

 public:
  enum Column { Number, From, To, Bytes, Start, Send, Receive, Lag, ColumnCount };

  /// nullptr if none.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const RankSet>& ranks);
};

}  // namespace kernline::ui
