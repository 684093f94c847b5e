// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite/connection.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace kernline::sqlite {

namespace {

constexpr int stepsBetweenStops = 10000;
constexpr sqlite3_int64 minLimit = 1 << 16;  // statements need some
constexpr sqlite3_int64 maxCellBytes = 4 << 20;

/// Allows SELECT of stored columns and the one pragma that names them; no function, so nothing of the schema can run.
int authorize(void* /*context*/, int action, const char* first, const char* /*second*/, const char* /*database*/,
              const char* /*trigger*/) {
  if (action == SQLITE_SELECT || action == SQLITE_READ) {
    return SQLITE_OK;
  }
  const bool isTableInfo = action == SQLITE_PRAGMA && first != nullptr && std::string_view{first} == "table_info";
  return isTableInfo ? SQLITE_OK : SQLITE_DENY;
}

/// Limits the connection for a file of `size` bytes: no real cell is longer, but a crafted file may claim so.
void restrict(sqlite3* db, sqlite3_int64 size) {
  for (const int option : {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
                           SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_WRITABLE_SCHEMA}) {
    sqlite3_db_config(db, option, 0, nullptr);
  }
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, static_cast<int>(std::clamp(size, minLimit, maxCellBytes)));
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 50);
  sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_exec(db, "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY", nullptr, nullptr,
               nullptr);
  sqlite3_set_authorizer(db, authorize, nullptr);
}

}  // namespace

std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    text += c;
    if (c == '"') {
      text += c;
    }
  }
  return text + "\"";
}

bool Rows::step() {
  m_code = sqlite3_step(m_statement.get());
  return m_code == SQLITE_ROW;
}

std::string_view Rows::columnName(int column) const {
  const char* name = sqlite3_column_name(m_statement.get(), column);
  return name == nullptr ? std::string_view{} : std::string_view{name};
}

std::string_view Rows::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
  const int length = sqlite3_column_bytes(m_statement.get(), column);
  return text == nullptr ? std::string_view{} : std::string_view{text, static_cast<std::size_t>(length)};
}

IntegerCell Rows::integer(int column) const {
  switch (type(column)) {
    case SQLITE_INTEGER:
      return {IntegerState::Good, int64(column)};
    case SQLITE_NULL:
      return {};
    case SQLITE_FLOAT: {
      constexpr double maxNumber = 9.0e18;
      const double value = real(column);
      return std::abs(value) <= maxNumber ? IntegerCell{IntegerState::Good, std::llround(value)}
                                          : IntegerCell{IntegerState::Bad, 0};
    }
    case SQLITE_TEXT: {
      const std::string_view digits = text(column);
      IntegerCell cell{IntegerState::Bad, 0};
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), cell.value);
      if (error == std::errc{} && end == digits.data() + digits.size()) {
        cell.state = IntegerState::Good;
      }
      return cell;
    }
    default:
      return {IntegerState::Bad, 0};
  }
}

Connection::Connection(std::shared_ptr<const DatabaseBytes> bytes, std::stop_token stop, std::stop_token enough)
    : m_bytes(std::move(bytes)),
      m_stop(std::make_unique<std::stop_token>(std::move(stop))),
      m_enough(std::move(enough)) {
  sqlite3* db = nullptr;
  m_code = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  m_db.reset(db);
  if (m_code != SQLITE_OK) {
    return;
  }
  // Marked as read-only, SQLite neither writes to the bytes nor frees them.
  const std::string_view view = m_bytes->view();
  auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(view.data()));
  const auto size = static_cast<sqlite3_int64>(view.size());
  m_code = sqlite3_deserialize(db, "main", data, size, size, SQLITE_DESERIALIZE_READONLY);
  if (m_code != SQLITE_OK) {
    return;
  }
  restrict(db, size);
  sqlite3_progress_handler(
      db, stepsBetweenStops, [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; },
      m_stop.get());
  const Rows schema = select("SELECT name FROM sqlite_schema");  // makes SQLite read the schema
}

std::string Connection::problem() const {
  if (m_db == nullptr) {
    return sqlite3_errstr(m_code);
  }
  const int code = m_code != SQLITE_OK ? m_code : sqlite3_errcode(m_db.get());
  const bool isGood = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;
  return isGood ? std::string{} : m_code != SQLITE_OK ? sqlite3_errstr(m_code) : sqlite3_errmsg(m_db.get());
}

Rows Connection::select(const std::string& query) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(m_db.get(), query.c_str(), static_cast<int>(query.size()), &statement, nullptr) != SQLITE_OK) {
    return {};
  }
  return Rows(statement);
}

std::vector<std::string> Connection::tables() const {
  std::vector<std::string> names;
  Rows rows = select("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'");
  while (rows.isOpen() && rows.step()) {
    const std::string_view name = rows.text(0);
    if (rows.int64(1) > 0 && !name.starts_with("sqlite_")) {  // a virtual table has no page
      names.emplace_back(name);
    }
  }
  return names;
}

std::vector<std::string> Connection::columns(std::string_view table) const {
  std::vector<std::string> names;
  if (const std::vector<std::string> stored = tables(); std::ranges::find(stored, table) == stored.end()) {
    return names;
  }
  Rows rows = select("PRAGMA table_info(" + quoted(table) + ")");
  constexpr int nameColumn = 1;
  while (rows.isOpen() && rows.step()) {
    names.emplace_back(rows.text(nameColumn));
  }
  return names;
}

}  // namespace kernline::sqlite
