// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite/cell_args.h"

#include "core/model/json/members.h"

#include <fmt/format.h>

#include <utility>

namespace kernline::sqlite {

void addArg(ArgNode& args, std::string_view key, ArgNode::Kind kind, std::string text) {
  ArgNode& made = args.children.emplace_back();
  made.kind = kind;
  made.key = key;
  made.text = std::move(text);
}

void addNumber(ArgNode& args, std::string_view key, std::int64_t value) {
  addArg(args, key, ArgNode::Kind::Number, std::to_string(value));
}

void addQuotient(ArgNode& args, std::string_view key, double value) {
  addArg(args, key, ArgNode::Kind::Number, fmt::format("{:.6g}", value));
}

void addNumbers(ArgNode& args, std::string_view key, std::span<const std::int64_t> values) {
  ArgNode list;
  list.kind = ArgNode::Kind::Array;
  list.key = key;
  for (const std::int64_t value : values) {
    addNumber(list, {}, value);
  }
  args.children.push_back(std::move(list));
}

void addCell(ArgNode& args, std::string_view key, const Rows& rows, int column) {
  switch (rows.type(column)) {
    case SQLITE_NULL:
      return;
    case SQLITE_INTEGER:
      return addNumber(args, key, rows.int64(column));
    case SQLITE_FLOAT:
      return addArg(args, key, ArgNode::Kind::Number, fmt::format("{}", rows.real(column)));
    case SQLITE_BLOB:
      return addArg(args, key, ArgNode::Kind::Text, "(binary)");
    default:
      std::string text(rows.text(column));
      chrome::repairUtf8(text);
      addArg(args, key, ArgNode::Kind::Text, std::move(text));
  }
}

}  // namespace kernline::sqlite
