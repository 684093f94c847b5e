// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/cell_text.h"

#include <fmt/format.h>

namespace kernline::sql {

std::string toText(const Cell& cell) {
  switch (cell.type()) {
    case Cell::Type::Null:
      return {};
    case Cell::Type::Integer:
      return fmt::format("{}", cell.asInteger());
    case Cell::Type::Real:
      return fmt::format("{}", cell.asReal());
    default:
      return std::string{cell.asText()};
  }
}

}  // namespace kernline::sql
