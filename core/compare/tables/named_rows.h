// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace kernline {

/// A row of a table under the name that it is matched by.
struct NamedRow {
  std::size_t row = 0;
  std::string name;
  RowKind kind = RowKind::Plain;
  bool isCut = false;             ///< the name is the beginning of an unknown one
  bool isFoundByFigures = false;  ///< the table has the name cut; another one has it in full
  double count = 0;
  double time = 0;        ///< ns
  double resolution = 0;  ///< ns, of the last digit that was printed
  double median = std::numeric_limits<double>::quiet_NaN();
};

/// The rows of each table. A cut name becomes the full one of another table where it is the only one of those that
/// begin so that was called as often and took as long, to the digits that were printed.
[[nodiscard]] std::vector<std::vector<NamedRow>> namedRows(const std::vector<TableRef>& tables, RowTime rowTime);

/// Whether a name that was cut to `cut` may be `full`.
[[nodiscard]] bool isCutFrom(std::string_view cut, std::string_view full);

/// Removes "..." or "…" at the end.
[[nodiscard]] std::string_view withoutDots(std::string_view name);

}  // namespace kernline
