// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/measurement_tables.h"

#include "core/model/format/printable_text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace kernline {

namespace {

enum class Use { Nothing, Subject, Parameter, Metric };

/// Whether the list of known words has it as a parameter: it gives keys for known names in any letter case.
bool namesParameter(std::string_view name) {
  std::string upper{name};
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return !logs::namesMeasure(name) && logs::keyOf(upper) != upper;
}

bool isNumeric(Quantity quantity) {
  return quantity != Quantity::Text;
}

std::vector<Use> usesOf(const Log& log, const LogTable& table) {
  std::vector<Use> uses;
  bool hasSubject = false;
  for (const LogColumn& column : table.columns) {
    const bool isParameter = namesParameter(log.text(column.name));
    if (isNumeric(column.quantity)) {
      const bool isPlain = column.quantity == Quantity::Count || column.quantity == Quantity::Number;
      uses.push_back(isParameter && isPlain ? Use::Parameter : Use::Metric);
    } else {
      uses.push_back(isParameter || hasSubject ? Use::Parameter : Use::Subject);
      hasSubject = hasSubject || !isParameter;
    }
  }
  return uses;
}

bool comparesSomething(const std::vector<Use>& uses) {
  const bool hasPlace =
      std::ranges::find(uses, Use::Subject) != uses.end() || std::ranges::find(uses, Use::Parameter) != uses.end();
  return hasPlace && std::ranges::find(uses, Use::Metric) != uses.end();
}

Place placeOfRow(MeasurementsBuilder& builder, const Log& log, const LogTable& table, const std::vector<Use>& uses,
                 std::size_t row) {
  Place place = builder.placeOf(table.context);
  for (std::size_t c = 0; c < uses.size(); ++c) {
    const LogCell& cell = table.cell(row, c);
    const std::string_view name = log.text(table.columns[c].name);
    const std::string text = printable(log.text(cell.text));
    if (uses[c] == Use::Subject && !text.empty()) {
      builder.put(place, "subject", "model", text, std::numeric_limits<double>::quiet_NaN());
    } else if (uses[c] == Use::Parameter && !text.empty()) {
      const std::string key{logs::keyOf(name)};
      builder.put(place, key, printable(key), text, cell.number);
    }
  }
  return place;
}

}  // namespace

void addMeasurementTable(MeasurementsBuilder& builder, const Log& log, const LogTable& table) {
  const std::vector<Use> uses = usesOf(log, table);
  if (!comparesSomething(uses)) {
    return;
  }
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Place place = placeOfRow(builder, log, table, uses, row);
    for (std::size_t c = 0; c < uses.size(); ++c) {
      const LogCell& cell = table.cell(row, c);
      if (uses[c] != Use::Metric || !cell.hasNumber()) {
        continue;
      }
      const std::string_view name = log.text(table.columns[c].name);
      const std::uint32_t metric = builder.metric({.key = std::string{logs::keyOf(name)},
                                                   .title = std::string{name},
                                                   .unit = std::string{log.text(table.columns[c].unit)},
                                                   .quantity = table.columns[c].quantity});
      builder.add(metric, place, cell.number, std::numeric_limits<double>::quiet_NaN(), table.rows[row].line);
    }
  }
}

}  // namespace kernline
