// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/schema.h"

#include "core/output/sql/all_tables.h"
#include "core/output/sql/args_table.h"
#include "core/output/sql/list_specs.h"
#include "core/output/sql/span_table.h"

#include <array>
#include <iterator>

namespace kernline::sql {

namespace {

const std::vector<ListSpec>& listSpecs() {
  static const std::vector<ListSpec> specs = [] {
    std::vector<ListSpec> all = linkTables();
    std::ranges::move(timeTables(), std::back_inserter(all));
    std::ranges::move(aboutTables(), std::back_inserter(all));
    return all;
  }();
  return specs;
}

constexpr std::array ownFunctions{
    FunctionSchema{"short_name(name)", "a kernel's name without types, namespaces and parameters"},
    FunctionSchema{"family(name)", "what a kernel does by its name: GEMM, attention, elementwise, …"},
    FunctionSchema{"ms(ns)", "nanoseconds as milliseconds"},
    FunctionSchema{"us(ns)", "nanoseconds as microseconds"},
    FunctionSchema{"arg(span_id, key)", "one argument of a span's event, read from the file; NULL if it has none"},
    FunctionSchema{"regexp(pattern, text)", "text REGEXP pattern: whether an RE2 expression is found in it"},
    FunctionSchema{"median(x)", "the middle value; of an even count the mean of the two middle ones"},
    FunctionSchema{"percentile(x, p)", "the value below which p percent lie, 0 to 100, between two linearly"},
    FunctionSchema{"stddev(x)", "deviation of a sample (divided by count - 1); NULL for fewer than two"},
};

}  // namespace

const std::vector<TableSchema>& tableSchemas() {
  static const std::vector<TableSchema> schemas = [] {
    std::vector<TableSchema> all{spanSchema(), kernelSchema()};
    for (const ListSpec& spec : listSpecs()) {
      all.push_back(schemaOf(spec));
    }
    all.push_back(argsSchema());
    return all;
  }();
  return schemas;
}

std::span<const FunctionSchema> functionSchemas() {
  return ownFunctions;
}

std::vector<std::unique_ptr<Table>> allTables(Model& model) {
  std::vector<std::unique_ptr<Table>> tables;
  tables.push_back(spanTable(model));
  tables.push_back(kernelTable(model));
  for (const ListSpec& spec : listSpecs()) {
    tables.push_back(listTable(model, spec, tableSchemas()[tables.size()]));
  }
  tables.push_back(argsTable(model));
  return tables;
}

}  // namespace kernline::sql
