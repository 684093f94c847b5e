// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/column_results.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/name_unit.h"
#include "core/import/records/measured_names.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace kernline::records {

using Kind = RawValue::Kind;

bool isPlain(const RawValue& value) {
  return value.kind != Kind::Object && value.kind != Kind::Array;
}

std::vector<Member> membersOf(std::string_view object) {
  std::vector<Member> members;
  for (MemberWalk walk(object); walk.next();) {
    members.push_back({walk.key().unescaped(), walk.value()});
  }
  return members;
}

const RawValue* memberNamed(const std::vector<Member>& members, std::string_view key) {
  const auto found = std::ranges::find(members, key, &Member::key);
  return found == members.end() ? nullptr : &found->value;
}

std::vector<RawValue> valuesOf(std::string_view list) {
  std::vector<RawValue> values;
  for (MemberWalk walk(list); walk.next();) {
    values.push_back(walk.value());
  }
  return values;
}

namespace {

constexpr std::size_t maxColumns = 4096;

struct Column {
  std::string name;
  std::vector<RawValue> values;
};

bool namesSizes(std::string_view name) {
  return lowered(name).ends_with("sizes") || lowered(name) == "size" || lowered(name) == "n" ||
         logs::namesParameter(name);
}

/// Whether the columns are "sizes" and fractional numbers: results measured at each size.
bool areMeasuredAlongSizes(const std::vector<Column>& columns) {
  const auto hasFractions = [](const Column& column) {
    return std::ranges::all_of(
               column.values,
               [](const RawValue& value) { return value.kind == Kind::Number || logs::isNoValue(textOf(value)); }) &&
           std::ranges::any_of(column.values, [](const RawValue& value) {
             return value.kind == Kind::Number && value.text.find_first_of(".eE") != std::string_view::npos;
           });
  };
  return namesSizes(columns.front().name) && std::all_of(columns.begin() + 1, columns.end(), hasFractions);
}

/// A row for each place in the columns, if they are as long and measure something.
bool addColumns(const std::vector<Column>& columns, RecordSource& source) {
  if (columns.size() < 2 || columns.size() > maxColumns) {
    return false;
  }
  const std::size_t rows = columns.front().values.size();
  bool anyNumber = false;
  for (const Column& column : columns) {
    if (rows == 0 || column.values.size() != rows || !std::ranges::all_of(column.values, isPlain)) {
      return false;
    }
    anyNumber = anyNumber ||
                std::ranges::any_of(column.values, [](const RawValue& value) { return value.kind == Kind::Number; });
  }
  for (std::size_t row = 0; row < rows && anyNumber && !source.isStopped(); ++row) {
    Record record;
    for (const Column& column : columns) {
      record.push_back({.name = column.name, .text = textOf(column.values[row])});
    }
    // If the first few measure no known quantity, the others are data of another kind.
    constexpr std::size_t scopes = 8;
    if (row == std::min(rows - 1, scopes) && !source.tables.measures() && !holdsMeasurement(record) &&
        !areMeasuredAlongSizes(columns)) {
      return false;
    }
    // Places of later rows of a column lie behind those of earlier ones.
    source.add(record, columns.front().values[row].text.data());
  }
  return anyNumber;
}

/// "eager_latency_ms" of "eager" in "latency_ms", as people name such columns; "run.latency_ms" of "latency_ms" in
/// "run".
std::string nameInside(std::string_view outer, std::string_view inner) {
  const bool isMeasure = logs::namesMeasure(outer) || logs::unitInName(outer);
  return isMeasure ? std::string{inner} + "_" + std::string{outer} : std::string{outer} + "." + std::string{inner};
}

/// The lists of an object in another one; false if it holds anything else.
bool addListsInside(const Member& outer, std::vector<Column>& columns) {
  for (const Member& inner : membersOf(outer.value.text)) {
    if (inner.value.kind != Kind::Array) {
      return false;
    }
    columns.push_back({nameInside(outer.key, inner.key), valuesOf(inner.value.text)});
  }
  return true;
}

/// Lists by name, those of objects too: {"sizes": [1, 8], "ms": {"eager": [4.1, 6.2], "compiled": [2.2, 3.9]}}. Objects
/// of plain values are settings.
bool addListsByColumn(const std::vector<Member>& members, RecordSource& source) {
  std::vector<Column> columns;
  std::vector<Member> settings;
  for (const Member& member : members) {
    if (member.value.kind == Kind::Array) {
      columns.push_back({member.key, valuesOf(member.value.text)});
    } else if (member.value.kind == Kind::Object) {
      std::vector<Member> inner = membersOf(member.value.text);
      if (std::ranges::all_of(inner, [](const Member& one) { return isPlain(one.value); })) {
        std::ranges::move(inner, std::back_inserter(settings));
      } else if (!addListsInside(member, columns)) {
        return false;
      }
    }
  }
  // Numbers next to lists may be results themselves, unless an object says otherwise.
  if (!settings.empty() && !std::ranges::any_of(members, [](const Member& member) {
        return member.value.kind == Kind::Array && namesSizes(member.key);
      })) {
    return false;
  }
  if (!addColumns(columns, source)) {
    return false;
  }
  for (const Member& setting : settings) {
    source.tables.addSetting(setting.key, textOf(setting.value), false);
  }
  return true;
}

/// {"columns": ["n", "ms"], "data": [[1, 0.5], [2, 0.75]]}, with an "index" or without.
bool addSplitFrame(const std::vector<Member>& members, RecordSource& source) {
  const RawValue* const names = memberNamed(members, "columns");
  const RawValue* const data = memberNamed(members, "data");
  if (names == nullptr || data == nullptr || names->kind != Kind::Array || data->kind != Kind::Array) {
    return false;
  }
  std::vector<Column> columns;
  for (const RawValue& name : valuesOf(names->text)) {
    columns.push_back({textOf(name), {}});
  }
  for (const RawValue& row : valuesOf(data->text)) {
    const std::vector<RawValue> cells = valuesOf(row.text);
    if (row.kind != Kind::Array || cells.size() != columns.size()) {
      return false;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      columns[i].values.push_back(cells[i]);
    }
  }
  return addColumns(columns, source);
}

/// {"n": {"0": 1, "1": 2}, "ms": {"0": 0.5, "1": 0.75}}: the keys are the numbers of rows.
bool addFrameOfColumns(const std::vector<Member>& members, RecordSource& source) {
  std::vector<Column> columns;
  for (const Member& member : members) {
    if (member.value.kind != Kind::Object) {
      return false;
    }
    Column column{member.key, {}};
    for (const Member& cell : membersOf(member.value.text)) {
      if (cell.key != std::to_string(column.values.size())) {
        return false;
      }
      column.values.push_back(cell.value);
    }
    columns.push_back(std::move(column));
  }
  return addColumns(columns, source);
}

}  // namespace

bool addColumnResults(const std::vector<Member>& members, RecordSource& source) {
  const auto none = [&] { return source.tables.rowCount() == 0; };
  return addSplitFrame(members, source) || (none() && addListsByColumn(members, source)) ||
         (none() && addFrameOfColumns(members, source));
}

}  // namespace kernline::records
