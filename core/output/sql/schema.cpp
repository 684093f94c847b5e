// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/schema.h"

#include "core/model/base/message.h"
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
    FunctionSchema{"short_name(name)", Phrase::tr("name of a kernel without types, namespaces and parameters")},
    FunctionSchema{"family(name)", Phrase::tr("family of a kernel by its name: GEMM, attention, elementwise, …")},
    FunctionSchema{"ms(ns)", Phrase::tr("nanoseconds as milliseconds")},
    FunctionSchema{"us(ns)", Phrase::tr("nanoseconds as microseconds")},
    FunctionSchema{"arg(span_id, key)", Phrase::tr("argument of a span, read from the file; NULL if absent")},
    FunctionSchema{"regexp(pattern, text)",
                   Phrase::tr("text REGEXP pattern: whether the RE2 expression matches a part of the text")},
    FunctionSchema{"median(x)", Phrase::tr("median; for an even count the mean of the two middle values")},
    FunctionSchema{"percentile(x, p)", Phrase::tr("percentile p, 0 to 100, with linear interpolation")},
    FunctionSchema{"stddev(x)", Phrase::tr("sample standard deviation (n - 1); NULL for fewer than two values")},
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
