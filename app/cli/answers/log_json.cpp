// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/log_json.h"

#include "core/compare/tables/column_uses.h"
#include "core/model/log/large_integer.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

Json cellJson(const Log& log, const LogCell& cell, Quantity quantity) {
  if (cell.hasNumber()) {
    return numberJson(log, cell);
  }
  const std::string_view text = log.text(cell.text);
  // "--" in a column of numbers means no value.
  const bool isNone = quantity != Quantity::Text &&
                      (text.empty() || text == "--" || text == "-" || text == "NaN" || text == "nan" || text == "N/A");
  return isNone ? Json{} : textValue(text);
}

Json valueJson(const Log& log, const LogCell& cell) {
  return cell.hasNumber() ? numberJson(log, cell) : textValue(log.text(cell.text));
}

/// The words that Kernline knows for parameters that were printed otherwise.
Json parameterKeysJson(const Log& log, const LogContext& context) {
  Json json = Json::object();
  for (const LogParameter& parameter : context.parameters) {
    if (parameter.key != parameter.name) {
      json[std::string{log.text(parameter.name)}] = textValue(log.text(parameter.key));
    }
  }
  return json;
}

void addContext(Json& json, const Log& log, ContextId id) {
  const LogContext& context = log.context(id);
  json["section"] = textValue(log.sectionTitle(context.section));
  json["parameters"] = logParametersJson(log, context);
  json["subject"] = textValue(log.text(context.subject));
  json["rank"] = context.rank < 0 ? Json{} : Json(context.rank);
  if (context.prefix != StringId::empty) {
    json["prefix"] = textValue(log.text(context.prefix));  // the text in front of the lines
  }
  if (Json keys = parameterKeysJson(log, context); !keys.empty()) {
    json["parameter_keys"] = std::move(keys);
  }
}

Json rowsJson(const Log& log, const LogTable& table) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      row.push_back(cellJson(log, table.cell(r, c), table.columns[c].quantity));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Returns the facts on rows besides their cells.
Json rowFactsJson(const Log& log, const LogTable& table) {
  Json facts = Json::array();
  for (const LogRow& row : table.rows) {
    Json fact{{"line", row.line}};
    if (row.kind != RowKind::Plain) {
      fact["kind"] = textValue(toText(row.kind));
    }
    if (row.isNameCut) {
      fact["name_is_cut"] = true;
      fact["full_name"] = row.fullName == StringId::empty ? Json{} : textValue(log.text(row.fullName));
    }
    if (row.note != StringId::empty) {
      fact["note"] = textValue(log.text(row.note));
    }
    facts.push_back(std::move(fact));
  }
  return facts;
}

Json totalsJson(const Log& log, const LogTable& table) {
  Json totals = Json::object();
  for (const LogTotal& total : table.totals) {
    totals[std::string{log.text(total.name)}] = valueJson(log, total.value);
  }
  return totals;
}

}  // namespace

Json logParametersJson(const Log& log, const LogContext& context) {
  Json json = Json::object();
  for (const LogParameter& parameter : context.parameters) {
    json[std::string{log.text(parameter.name)}] = valueJson(log, parameter.value);
  }
  return json;
}

Json numberJson(const Log& log, const LogCell& cell) {
  const std::string_view digits = largeInteger(log, cell);
  const char* const end = digits.data() + digits.size();
  if (std::int64_t number = 0; !digits.empty() && std::from_chars(digits.data(), end, number).ec == std::errc{}) {
    return number;
  }
  if (std::uint64_t number = 0; !digits.empty() && std::from_chars(digits.data(), end, number).ec == std::errc{}) {
    return number;
  }
  return digits.empty() ? numberJson(cell.number) : textValue(digits);
}

Json numberJson(double number) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (!std::isfinite(number)) {
    return {};
  }
  if (number == std::floor(number) && std::abs(number) <= exact) {
    return static_cast<std::int64_t>(number);
  }
  return number;
}

Json logTableJson(const Log& log, const LogTable& table) {
  // Parameters and results, in a table with a row per run.
  const bool hasUses = table.kind == TableKind::Generic;
  const std::vector<ColumnUse> uses = hasUses ? columnUses(log, table) : std::vector<ColumnUse>{};
  Json columns = Json::array();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const LogColumn& column = table.columns[c];
    columns.push_back({{"name", textValue(log.text(column.name))},
                       {"unit", textValue(log.text(column.unit))},
                       {"type", column.quantity == Quantity::Text ? "text" : "number"}});
    if (hasUses) {
      columns.back()["use"] = textValue(toText(uses[c]));
    }
  }
  Json json{{"kind", textValue(toText(table.kind))},
            {"title", textValue(log.text(table.title))},
            {"rank", Json{}},
            {"line", table.firstLine},
            {"last_line", table.lastLine},
            {"columns", std::move(columns)},
            {"rows", rowsJson(log, table)},
            {"totals", totalsJson(log, table)},
            {"row_facts", rowFactsJson(log, table)}};
  addContext(json, log, table.context);
  if (const auto kernels = table.selfDeviceTime(RowKind::Kernel); kernels && table.kind == TableKind::Torch) {
    json["device_name"] = textValue(log.text(table.device));
    json["self_device_ns"] = {{"kernels", numberJson(*kernels)},
                              {"operators", numberJson(*table.selfDeviceTime(RowKind::Operator))},
                              {"annotations", numberJson(*table.selfDeviceTime(RowKind::Annotation))}};
  }
  json["columns_inferred"] = table.isInferred;
  json["interrupted"] = table.isInterrupted;
  return json;
}

Json logTableHeadJson(const Log& log, const LogTable& table) {
  Json json{{"kind", textValue(toText(table.kind))},
            {"title", textValue(log.text(table.title))},
            {"line", table.firstLine},
            {"rows", table.rows.size()},
            {"totals", totalsJson(log, table)}};
  addContext(json, log, table.context);
  return json;
}

Json logMetricJson(const Log& log, const LogMetric& metric) {
  Json json;
  addContext(json, log, metric.context);
  json["name"] = textValue(log.text(metric.name));
  json["value"] = numberJson(log, metric.value);
  json["unit"] = textValue(log.text(metric.unit));
  json["error"] = numberJson(metric.error);
  json["key"] = textValue(log.text(metric.key));
  json["text"] = textValue(log.text(metric.value.text));
  json["line"] = metric.line;
  return json;
}

Json logFailureJson(const Log& log, const LogFailure& failure) {
  Json json;
  addContext(json, log, failure.context);
  json["text"] = textValue(log.text(failure.text));
  json["line"] = failure.line;
  return json;
}

Json loggedFileJson(const Log& log, const LoggedFile& file) {
  Json json;
  addContext(json, log, file.context);
  json["kind"] = textValue(toText(file.kind));
  json["path"] = textValue(log.text(file.path));
  json["found"] = file.found != StringId::empty;
  json["found_path"] = file.found == StringId::empty ? Json{} : textValue(log.text(file.found));
  json["line"] = file.line;
  return json;
}

Json logSettingJson(const Log& log, const LogSetting& setting) {
  Json json;
  addContext(json, log, setting.context);
  json["name"] = textValue(log.text(setting.name));
  json["value"] = valueJson(log, setting.value);
  json["text"] = textValue(log.text(setting.value.text));
  json["line"] = setting.line;
  return json;
}

Json logIssueJson(const Log& log, LogIssueKind kind) {
  const LogIssue& issue = log.report()[kind];
  const LogIssueText& text = logIssueText(kind);
  constexpr const char* severities[] = {"note", "repaired", "lost", "doubtful"};
  return {{"kind", textValue(text.key)},
          {"count", issue.count},
          {"lines", issue.lines},
          {"example", textValue(issue.example)},
          {"severity", severities[static_cast<std::size_t>(text.severity)]},
          {"description", textValue(text.description)}};
}

}  // namespace kernline::cli
