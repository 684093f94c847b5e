// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/asv.h"

#include "core/import/records/record_tables.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kernline::records {

namespace {

using enum ColumnUse;
using Kind = RawValue::Kind;

struct Measure {
  std::string_view name;
  std::string_view unit;
};

/// Returns the measure by the first word of the function, as in asv: "timeraw_import", "Suite.peakmem_load",
/// "track_accuracy".
Measure measureOf(std::string_view benchmark) {
  const std::string_view function = benchmark.substr(benchmark.rfind('.') + 1);
  if (function.starts_with("time")) {
    return {.name = "time", .unit = "s"};
  }
  if (function.starts_with("mem") || function.starts_with("peakmem")) {
    return {.name = function.starts_with("mem") ? "memory" : "peak memory", .unit = "B"};
  }
  return {.name = "value", .unit = ""};
}

std::vector<RawValue> itemsOf(const RawValue& list) {
  std::vector<RawValue> items;
  for (MemberWalk walk(list.text); list.kind == Kind::Array && walk.next();) {
    items.push_back(walk.value());
  }
  return items;
}

/// The values of each parameter.
std::vector<std::vector<RawValue>> parametersOf(const RawValue& lists) {
  std::vector<std::vector<RawValue>> parameters;
  for (const RawValue& list : itemsOf(lists)) {
    parameters.push_back(itemsOf(list));
  }
  return parameters;
}

/// Results are in the order of all combinations, the last parameter first.
void addResults(const std::string& name, const RawValue& result, const RawValue& lists, RecordSource& source) {
  const std::vector<RawValue> values = result.kind == Kind::Array ? itemsOf(result) : std::vector{result};
  const std::vector<std::vector<RawValue>> parameters = parametersOf(lists);
  const Measure measure = measureOf(name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Record record{{.name = "benchmark", .text = name, .use = Subject}};
    std::size_t place = values.size();
    std::size_t rest = i;
    for (std::size_t p = 0; p < parameters.size() && !parameters[p].empty(); ++p) {
      place /= parameters[p].size();
      const std::size_t at = place == 0 ? parameters[p].size() : rest / place;
      rest = place == 0 ? 0 : rest % place;
      if (at < parameters[p].size()) {
        record.push_back(
            {.name = "param " + std::to_string(p + 1), .text = textOf(parameters[p][at]), .use = Parameter});
      }
    }
    const bool isFailed = values[i].kind != Kind::Number;
    record.push_back({.name = std::string{measure.name},
                      .text = isFailed ? std::string{} : textOf(values[i]),
                      .use = Measurement,
                      .unit = std::string{measure.unit}});
    if (isFailed) {
      source.tables.addFailure(record, "no result", source.lineOf(result.text.data()));
    }
    source.add(record, result.text.data());
  }
}

}  // namespace

bool addAsv(std::string_view document, RecordSource& source) {
  const RawValue results = chrome::findMember(document, "results");
  const bool isAsv = results.kind == Kind::Object && chrome::findMember(document, "commit_hash").kind == Kind::String &&
                     chrome::findMember(document, "env_name").kind == Kind::String;
  if (!isAsv) {
    return false;
  }
  for (MemberWalk walk(results.text); walk.next() && !source.isStopped();) {
    const std::string name = walk.key().unescaped();
    const RawValue& value = walk.value();
    if (value.kind == Kind::Object) {  // format before version 2
      addResults(name, chrome::findMember(value.text, "result"), chrome::findMember(value.text, "params"), source);
    } else if (const std::vector<RawValue> columns = itemsOf(value); !columns.empty()) {
      addResults(name, columns[0], columns.size() > 1 ? columns[1] : RawValue{}, source);
    } else {
      addResults(name, value, {}, source);
    }
  }
  return source.tables.rowCount() > 0;
}

}  // namespace kernline::records
