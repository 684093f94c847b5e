// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/csv_cell.h"

namespace kernline {

std::string csvCell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
    return std::string{text};
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + '"';
}

}  // namespace kernline
