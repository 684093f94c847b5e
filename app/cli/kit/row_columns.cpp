// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/row_columns.h"

#include <type_traits>

namespace kernline::cli {

Json jsonOf(const CellValue& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return Json(nullptr);
        } else {
          return Json(held);
        }
      },
      value.held);
}

}  // namespace kernline::cli
