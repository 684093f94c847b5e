// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/whole_text.h"
#include "core/model/base/error.h"
#include "core/output/reopen/chunk_reader.h"
#include "core/output/reopen/table_footer.h"

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::parquet {

/// A table of an export, mapped; requested parts are read of it.
struct ExportTable {
  std::shared_ptr<const WholeText> text;
  TableFooter footer;

  [[nodiscard]] std::string_view file() const { return text->view; }
};

/// Errors: it is no table `name` that Kernline wrote whole; written by a newer version.
[[nodiscard]] Expected<std::shared_ptr<const ExportTable>> openTable(Input input, std::string_view name);

struct WantedColumn {
  std::string_view name;
  sql::ColumnType type = sql::ColumnType::Integer;
};

/// Columns of a row group; one that the table does not have is empty. nullopt if one of them is damaged.
[[nodiscard]] std::optional<std::vector<ReadColumn>> readColumns(ChunkReader& reader, const ExportTable& table,
                                                                 std::size_t group,
                                                                 std::initializer_list<WantedColumn> wanted);

}  // namespace kernline::parquet
