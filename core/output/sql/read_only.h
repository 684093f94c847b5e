// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <sqlite3.h>

namespace kernline::sql {

/// Lets SQLite only read: no other file, no setting, no change.
class ReadOnly {
 public:
  /// Watches `db` from now on; this must outlive it.
  void watch(sqlite3* db);

  /// Returns the reason why the last statement was refused, one sentence; empty if it was not.
  [[nodiscard]] const Message& refusal() const { return m_refusal; }
  void forget() { m_refusal = {}; }

  /// Returns the refusal of a statement that changes a table.
  [[nodiscard]] static Message refusalOfChanges();

 private:
  static int authorize(void* self, int action, const char* first, const char* second, const char* database,
                       const char* trigger);

  Message m_refusal;
};

}  // namespace kernline::sql
