// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace kernline::ui {

/// Queries that were run, latest first, in the user's settings.
class QueryHistory {
 public:
  [[nodiscard]] static QStringList list();
  static void add(const QString& query);  ///< one that is there already moves to the front
  static void clear();
};

}  // namespace kernline::ui
