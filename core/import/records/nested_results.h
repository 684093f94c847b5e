// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

#include <string_view>

namespace kernline::records {

/// Adds results in common shapes out of one JSON object:
///
/// | contents of the object | becomes |
/// |---|---|
/// | lists of plain values, all as long: `{"n": [1, 2], "ms": [0.5, 0.75]}` | a row for each place in the lists |
/// | `columns` and `data`, a list of lists, as pandas splits frames | a row for each list |
/// | objects with the numbers of rows for keys, as pandas writes columns | a row for each number |
/// | lists of objects under any names | a row for each object, with the name of its list |
/// | objects by name, some levels deep: `{"matmul": {"mean": 2.66}, ...}` | a row for each, with the names above it |
/// | numbers, nested or not, of which one at least is a measurement | one row |
///
/// Other members are settings of the whole file. False if there are no results.
[[nodiscard]] bool addNestedResults(std::string_view document, RecordSource& source);

}  // namespace kernline::records
