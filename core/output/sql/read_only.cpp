// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/read_only.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kernline::sql {

namespace {

constexpr Phrase changeOfTables = Phrase::tr("A statement that creates or changes tables");

/// Returns SQL's verb for an action of SQLite.
Message verbOf(int action) {
  switch (action) {
    case SQLITE_ATTACH:
      return Message::name("ATTACH");
    case SQLITE_DETACH:
      return Message::name("DETACH");
    case SQLITE_PRAGMA:
      return Message::name("PRAGMA");
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return Phrase::tr("A transaction");
    case SQLITE_INSERT:
      return Message::name("INSERT");
    case SQLITE_UPDATE:
      return Message::name("UPDATE");
    case SQLITE_DELETE:
      return Message::name("DELETE");
    case SQLITE_ANALYZE:
      return Message::name("ANALYZE");
    case SQLITE_REINDEX:
      return Message::name("REINDEX");
    default:
      return changeOfTables;
  }
}

Message refusalOf(const Message& verb) {
  return Phrase::tr("%1 is not allowed: queries are read-only. Write a SELECT.").with(verb);
}

/// Functions that reach out of the database.
bool isSafeFunction(std::string_view function) {
  constexpr std::array<std::string_view, 5> refused{"load_extension", "fts3_tokenizer", "readfile", "writefile",
                                                    "edit"};
  return std::ranges::find(refused, function) == refused.end();
}

}  // namespace

Message ReadOnly::refusalOfChanges() {
  return refusalOf(changeOfTables);
}

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
    if (second != nullptr && isSafeFunction(second)) {
      return SQLITE_OK;
    }
    own.m_refusal = Phrase::tr("%1() is not allowed: queries are read-only.").with(second == nullptr ? "" : second);
    return SQLITE_DENY;
  }
  // An INSERT makes SQLite ask about more than one thing; the first says what was meant.
  if (own.m_refusal.isEmpty()) {
    const bool isOfSchema = first != nullptr && std::string_view{first}.starts_with("sqlite_");
    own.m_refusal = refusalOf(isOfSchema ? Message(changeOfTables) : verbOf(action));
  }
  return SQLITE_DENY;
}

}  // namespace kernline::sql
