// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/row_details.h"

#include "core/import/nsys/event_tables.h"
#include "core/import/nsys/row_args.h"
#include "core/import/sqlite/connection.h"
#include "core/model/base/lending_pool.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

namespace kernline::nsys {

namespace {

/// A connection with a statement for each table that was requested.
class RowReader {
 public:
  RowReader(std::shared_ptr<const sqlite::DatabaseBytes> bytes, const StringIds& strings, const TargetInfo& info)
      : m_database(std::move(bytes)), m_strings(strings), m_info(info) {}

  /// `read(const RowArgs&, const Rows&)` at the row, if it is there.
  template <typename Read>
  [[nodiscard]] ArgNode argsAt(const RowPlace& place, const Read& read) {
    const auto known = m_tables.find(place.table);
    Table& table = known != m_tables.end() ? known->second : opened(place.table);
    ArgNode args;
    if (table.rows.isOpen()) {
      table.rows.bind(1, place.row);
      args = table.rows.step() ? read(table.args, table.rows) : ArgNode{};
      table.rows.reset();
    }
    return args;
  }

 private:
  struct Table {
    sqlite::Rows rows;
    RowArgs args;
  };

  Table& opened(std::size_t table) {
    const std::string name(eventTables()[table].name);
    sqlite::Rows rows = m_database.select("SELECT * FROM " + sqlite::quoted(name) + " NOT INDEXED WHERE rowid = ?1");
    RowArgs args(rows, m_strings, m_info);
    return m_tables.emplace(table, Table{std::move(rows), std::move(args)}).first->second;
  }

  sqlite::Connection m_database;
  const StringIds& m_strings;
  const TargetInfo& m_info;
  std::map<std::size_t, Table> m_tables;  // goes before the connection does
};

ArgNode node(std::string key, ArgNode::Kind kind, std::string text) {
  ArgNode made;
  made.kind = kind;
  made.key = std::move(key);
  made.text = std::move(text);
  return made;
}

class RowEvents final : public EventSource {
 public:
  RowEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes, std::shared_ptr<const StringIds> strings,
            std::shared_ptr<const TargetInfo> info)
      : m_strings(std::move(strings)),
        m_info(std::move(info)),
        m_readers([this, held = std::move(bytes)] { return std::make_unique<RowReader>(held, *m_strings, *m_info); }) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = ArgNode::Kind::Object;
    if (const auto place = placeOf(offset)) {
      details.fields.children.push_back(
          node("table", ArgNode::Kind::Text, std::string(eventTables()[place->table].name)));
      details.fields.children.push_back(node("row", ArgNode::Kind::Number, std::to_string(place->row)));
      details.args = argsAt(*place, [](const RowArgs& args, const sqlite::Rows& rows) { return args.of(rows); });
    }
    return details;
  }

  [[nodiscard]] ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const override {
    const auto place = placeOf(offset);
    return place ? argsAt(*place, [&](const RowArgs& args, const sqlite::Rows& rows) { return args.of(rows, keys); })
                 : ArgNode{};
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    const auto place = placeOf(offset);
    return place ? Phrase::tr("%1, row %2").with(eventTables()[place->table].name, formatCount(place->row)) : Message();
  }

 private:
  template <typename Read>
  [[nodiscard]] ArgNode argsAt(const RowPlace& place, const Read& read) const {
    return m_readers.with([&](RowReader& reader) { return reader.argsAt(place, read); });
  }

  std::shared_ptr<const StringIds> m_strings;
  std::shared_ptr<const TargetInfo> m_info;
  mutable LendingPool<RowReader> m_readers;
};

}  // namespace

std::shared_ptr<const EventSource> rowsAsEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                std::shared_ptr<const StringIds> strings,
                                                std::shared_ptr<const TargetInfo> info) {
  return std::make_shared<RowEvents>(std::move(bytes), std::move(strings), std::move(info));
}

}  // namespace kernline::nsys
