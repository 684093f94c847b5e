// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/column_uses.h"
#include "core/model/log/log.h"

#include <QString>

#include <memory>
#include <vector>

namespace kernline::ui {

/// The user's choices of column uses, for records of each kind: one file per kind, next to the user's settings. Records
/// whose tables have the same columns are of one kind.
class KeptColumns {
 public:
  using Logs = std::vector<std::shared_ptr<const Log>>;

  [[nodiscard]] static ColumnWishes of(const Logs& logs);
  /// Empty `wishes` remove the stored ones.
  static void keep(const Logs& logs, const ColumnWishes& wishes);
  [[nodiscard]] static QString fileFor(const Logs& logs);
};

}  // namespace kernline::ui
