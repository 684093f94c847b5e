// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"
#include "core/output/sql/table.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace kernline::sql {

/// A column of a table whose rows are numbered.
struct ListColumn {
  Column column;
  Cell (*value)(Model& model, std::uint64_t row, std::string& scratch) = nullptr;
};

/// A table whose rows are numbered from 0.
struct ListSpec {
  std::string_view name;
  std::string_view description;
  std::uint64_t (*rowCount)(Model& model) = nullptr;
  std::vector<ListColumn> columns;
};

/// Columns with `Use::Lookup` hold integers; they get a sorted list of their values when one is first looked up.
[[nodiscard]] std::unique_ptr<Table> listTable(Model& model, const ListSpec& spec, const TableSchema& schema);
[[nodiscard]] TableSchema schemaOf(const ListSpec& spec);

}  // namespace kernline::sql
