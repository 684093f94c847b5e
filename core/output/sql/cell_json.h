// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/cell.h"

#include <nlohmann/json.hpp>

#include <string>

namespace kernline::sql {

/// A value as JSON has it. Text may hold bytes that are no UTF-8: the writer replaces them.
[[nodiscard]] inline nlohmann::ordered_json jsonOf(const Cell& cell) {
  switch (cell.type()) {
    case Cell::Type::Null:
      return nullptr;
    case Cell::Type::Integer:
      return cell.asInteger();
    case Cell::Type::Real:
      return cell.asReal();
    default:
      return std::string{cell.asText()};
  }
}

}  // namespace kernline::sql
