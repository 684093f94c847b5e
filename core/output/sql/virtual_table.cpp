// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/virtual_table.h"

#include "core/output/sql/table_plan.h"

#include <new>

namespace kernline::sql {

namespace {

// SQLite's view of a table and of a walk over it; its own part comes first.
struct TableHandle {
  sqlite3_vtab base{};
  Table* table = nullptr;
};

struct CursorHandle {
  sqlite3_vtab_cursor base{};
  std::unique_ptr<Cursor> cursor;
};

Table& tableOf(sqlite3_vtab* table) {
  return *reinterpret_cast<TableHandle*>(table)->table;
}

Cursor& cursorOf(sqlite3_vtab_cursor* cursor) {
  return *reinterpret_cast<CursorHandle*>(cursor)->cursor;
}

int connect(sqlite3* db, void* table, int, const char* const*, sqlite3_vtab** made, char**) {
  const std::string declaration = "CREATE TABLE x(" + columnList(static_cast<Table*>(table)->schema()) + ")";
  if (const int code = sqlite3_declare_vtab(db, declaration.c_str()); code != SQLITE_OK) {
    return code;
  }
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  auto* handle = new (std::nothrow) TableHandle;
  if (handle == nullptr) {
    return SQLITE_NOMEM;
  }
  handle->table = static_cast<Table*>(table);
  *made = &handle->base;
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete reinterpret_cast<TableHandle*>(table);
  return SQLITE_OK;
}

int bestIndex(sqlite3_vtab* table, sqlite3_index_info* request) {
  return choosePlan(tableOf(table).schema(), tableOf(table).rowCount(), request);
}

/// SQLite is C and has memory of its own to set right, so no exception may pass through it.
template <typename Work>
int guarded(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
}

int openCursor(sqlite3_vtab* table, sqlite3_vtab_cursor** made) {
  return guarded([&] {
    auto handle = std::make_unique<CursorHandle>();
    handle->cursor = tableOf(table).open();
    *made = &handle.release()->base;
    return SQLITE_OK;
  });
}

int closeCursor(sqlite3_vtab_cursor* cursor) {
  delete reinterpret_cast<CursorHandle*>(cursor);
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* cursor, int, const char* plan, int count, sqlite3_value** values) {
  return guarded([&] {
    const auto error = cursorOf(cursor).start(readPlan(plan, {values, static_cast<std::size_t>(count)}));
    if (error) {
      sqlite3_free(cursor->pVtab->zErrMsg);
      cursor->pVtab->zErrMsg = sqlite3_mprintf("%s", error->c_str());
      return SQLITE_ERROR;
    }
    return SQLITE_OK;
  });
}

int next(sqlite3_vtab_cursor* cursor) {
  return guarded([&] {
    cursorOf(cursor).next();
    return SQLITE_OK;
  });
}

int isAtEnd(sqlite3_vtab_cursor* cursor) {
  return cursorOf(cursor).isAtEnd() ? 1 : 0;
}

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int number) {
  return guarded([&] {
    setResult(context, cursorOf(cursor).cell(static_cast<std::size_t>(number)));
    return SQLITE_OK;
  });
}

int rowId(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = cursorOf(cursor).rowId();
  return SQLITE_OK;
}

/// No xCreate: the tables are there without being made.
const sqlite3_module& readOnlyModule() {
  static const sqlite3_module module = [] {
    sqlite3_module methods{};
    methods.xConnect = connect;
    methods.xBestIndex = bestIndex;
    methods.xDisconnect = disconnect;
    methods.xDestroy = disconnect;
    methods.xOpen = openCursor;
    methods.xClose = closeCursor;
    methods.xFilter = filter;
    methods.xNext = next;
    methods.xEof = isAtEnd;
    methods.xColumn = column;
    methods.xRowid = rowId;
    return methods;
  }();
  return module;
}

const char* typeName(ColumnType type) {
  switch (type) {
    case ColumnType::Integer:
      return "INTEGER";
    case ColumnType::Real:
      return "REAL";
    case ColumnType::Text:
      return "TEXT";
    case ColumnType::Any:
      break;
  }
  return "";
}

}  // namespace

int registerTable(sqlite3* db, const std::string& name, Table& table) {
  return sqlite3_create_module_v2(db, name.c_str(), &readOnlyModule(), &table, nullptr);
}

std::string columnList(const TableSchema& schema) {
  std::string list;
  for (const Column& column : schema.columns) {
    list += list.empty() ? "" : ", ";
    list += std::string{column.name} + " " + typeName(column.type) + (column.isSlow ? " HIDDEN" : "");
  }
  return list;
}

void setResult(sqlite3_context* context, const Cell& cell) {
  switch (cell.type()) {
    case Cell::Type::Null:
      sqlite3_result_null(context);
      break;
    case Cell::Type::Integer:
      sqlite3_result_int64(context, cell.asInteger());
      break;
    case Cell::Type::Real:
      sqlite3_result_double(context, cell.asReal());
      break;
    case Cell::Type::Text:
    case Cell::Type::PassingText: {
      const std::string_view text = cell.asText();
      sqlite3_result_text64(context, text.data() == nullptr ? "" : text.data(), text.size(),
                            cell.type() == Cell::Type::Text ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
      break;
    }
  }
}

Cell cellOf(sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      return Cell::integer(sqlite3_value_int64(value));
    case SQLITE_FLOAT:
      return Cell::real(sqlite3_value_double(value));
    case SQLITE_NULL:
      return {};
    default: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
      const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
      return Cell::passing(text == nullptr ? std::string_view{} : std::string_view{text, size});
    }
  }
}

}  // namespace kernline::sql
