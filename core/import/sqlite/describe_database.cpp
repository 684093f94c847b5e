// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite/describe_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace kernline::sqlite {

namespace {

struct Known {
  std::string_view tables[2];  ///< prefixes of two tables; both must be there
  std::string_view text;
};

constexpr Known known[] = {
    {{"spans", "launches"},
     "a database that an older `kernline export` wrote, which keeps the figures but not the recording: export the "
     "profile again, or query the database with sqlite3"},
    {{"StringTable", "CUPTI_ACTIVITY_KIND_"},
     "a recording of nvprof or the Visual Profiler, which this version of Kernline does not read: `nvprof -i FILE "
     "--print-gpu-trace --csv` prints it"},
    {{"moz_places", "moz_"}, "the history of a web browser"},
    {{"gpkg_contents", "gpkg_"}, "a GeoPackage with maps"},
};

bool hasTable(const std::vector<std::string>& tables, std::string_view beginning) {
  return std::ranges::any_of(tables, [&](const std::string& table) { return table.starts_with(beginning); });
}

}  // namespace

std::string describeDatabase(const Connection& database) {
  const std::vector<std::string> tables = database.tables();
  if (tables.empty()) {
    return "an SQLite database without a table";
  }
  const auto fits = [&](const Known& one) {
    return hasTable(tables, one.tables[0]) && hasTable(tables, one.tables[1]);
  };
  if (const auto* found = std::ranges::find_if(known, fits); found != std::end(known)) {
    return std::string(found->text);
  }
  constexpr std::size_t maxNamed = 3;
  constexpr std::size_t maxNameLength = 40;
  std::string names;
  for (std::size_t i = 0; i < std::min(tables.size(), maxNamed); ++i) {
    names += (i > 0 ? ", " : "") + tables[i].substr(0, maxNameLength);
  }
  if (tables.size() > maxNamed) {
    names += fmt::format(" and {} more", tables.size() - maxNamed);
  }
  return fmt::format(
      "an SQLite database of something else (tables {}): Kernline reads those that `nsys export --type "
      "sqlite` writes",
      names);
}

}  // namespace kernline::sqlite
