// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/open_file.h"
#include "app/python/python_api.h"

#include <cstddef>

namespace kernline::python {

/// Rows of a table as Python has values: a dict of lists by column, of int, float, str and None. Null with an
/// exception.
[[nodiscard]] Reference valuesOf(const arrow::ArrowTable& table, std::size_t first, std::size_t count);

/// All values of one column, likewise: a list.
[[nodiscard]] Reference valuesOf(const arrow::ArrowTable& table, std::size_t column);

/// [(name, type), …], a type being "int64", "double" or "string" as in the Parquet export (file-schemas.md). Null with
/// an exception.
[[nodiscard]] Reference columnsOf(const arrow::ArrowTable& table);

/// Capsules of Arrow's PyCapsule interface: "arrow_schema", and "arrow_array_stream" with the whole table. Null with an
/// exception.
[[nodiscard]] Reference schemaCapsule(const arrow::ArrowTable& table);
[[nodiscard]] Reference streamCapsule(SharedTable table);

}  // namespace kernline::python
