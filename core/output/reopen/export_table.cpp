// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/export_table.h"

#include "core/output/parquet/timed_table.h"

#include <charconv>
#include <string>
#include <utility>

namespace kernline::parquet {

Expected<std::shared_ptr<const ExportTable>> openTable(Input input, std::string_view name) {
  const std::string path = input.path;
  auto text = wholeText(std::make_shared<const Input>(std::move(input)));
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  auto footer = readFooter((*text)->view);
  const auto refused = [&path](const Phrase& why) {
    return std::unexpected(Error{Error::Kind::NotATrace, why.with(path)});
  };
  if (!footer) {
    return refused(Phrase::tr("%1 is cut or damaged. Export the profile again"));
  }
  const std::string_view version = footer->fact("kernline.schema_version");
  int number = 0;
  std::from_chars(version.data(), version.data() + version.size(), number);
  if (number > parquetSchemaVersion) {
    return refused(Phrase::tr("%1: written by a newer version of Kernline. Update Kernline to open it"));
  }
  if (number < 1 || footer->fact("kernline.table") != name) {
    return refused(Phrase::tr("%1 has other contents than its name. Export the profile again"));
  }
  return std::make_shared<const ExportTable>(std::move(*text), std::move(*footer));
}

std::optional<std::vector<ReadColumn>> readColumns(ChunkReader& reader, const ExportTable& table, std::size_t group,
                                                   std::initializer_list<WantedColumn> wanted) {
  std::vector<ReadColumn> columns;
  for (const WantedColumn& column : wanted) {
    const auto place = table.footer.columnOf(column.name, column.type);
    columns.push_back(place ? reader.read(table.file(), table.footer, group, *place) : ReadColumn{});
    if (place && !columns.back().isGood) {
      return std::nullopt;
    }
  }
  return columns;
}

}  // namespace kernline::parquet
