// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/read_only.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace kernline::sql {

namespace {

constexpr std::string_view changeOfTables = "A statement that makes or changes tables";

/// What SQLite calls an action, in SQL.
std::string_view verbOf(int action) {
  switch (action) {
    case SQLITE_ATTACH:
      return "ATTACH";
    case SQLITE_DETACH:
      return "DETACH";
    case SQLITE_PRAGMA:
      return "PRAGMA";
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return "A transaction";
    case SQLITE_INSERT:
      return "INSERT";
    case SQLITE_UPDATE:
      return "UPDATE";
    case SQLITE_DELETE:
      return "DELETE";
    case SQLITE_ANALYZE:
      return "ANALYZE";
    case SQLITE_REINDEX:
      return "REINDEX";
    default:
      return changeOfTables;
  }
}

/// Functions that reach out of the database.
bool isHarmless(std::string_view function) {
  constexpr std::array<std::string_view, 5> refused{"load_extension", "fts3_tokenizer", "readfile", "writefile",
                                                    "edit"};
  return std::ranges::find(refused, function) == refused.end();
}

}  // namespace

void ReadOnly::watch(sqlite3* db) {
  sqlite3_set_authorizer(db, authorize, this);
}

int ReadOnly::authorize(void* self, int action, const char* first, const char* second, const char* /*database*/,
                        const char* /*trigger*/) {
  if (action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE) {
    return SQLITE_OK;
  }
  auto& own = *static_cast<ReadOnly*>(self);
  if (action == SQLITE_FUNCTION) {
    if (second != nullptr && isHarmless(second)) {
      return SQLITE_OK;
    }
    own.m_refusal = fmt::format("{}() is refused: a query only reads this trace.", second == nullptr ? "" : second);
    return SQLITE_DENY;
  }
  // An INSERT makes SQLite ask about more than one thing; the first says what was meant.
  if (own.m_refusal.empty()) {
    const bool isOfSchema = first != nullptr && std::string_view{first}.starts_with("sqlite_");
    own.m_refusal = fmt::format("{} is refused: a query only reads this trace; write a SELECT.",
                                isOfSchema ? changeOfTables : verbOf(action));
  }
  return SQLITE_DENY;
}

}  // namespace kernline::sql
