// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/json_row.h"

#include "core/import/log/quantity_text.h"

#include <nlohmann/json.hpp>

namespace kernline::logs {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t maxRowBytes = std::size_t{1} << 20;

bool readRow(const Json& object, JsonRow& row) {
  if (!object.is_object()) {
    return false;
  }
  for (const auto& [key, value] : object.items()) {
    if (value.is_structured()) {
      return false;
    }
    row.emplace_back(key, value.is_string() ? value.get<std::string>()
                          : value.is_null() ? std::string{}
                                            : value.dump());
  }
  return row.size() >= 2;
}

}  // namespace

std::vector<JsonRow> jsonRows(std::string_view line) {
  std::string_view text = trimmed(line);
  // In an array over several lines, brackets and commas surround the objects.
  if (text.starts_with('[') && !text.ends_with(']')) {
    text = trimmed(text.substr(1));
  }
  if (text.ends_with(']') && !text.starts_with('[')) {
    text = trimmed(text.substr(0, text.size() - 1));
  }
  if (text.ends_with(',')) {
    text = trimmed(text.substr(0, text.size() - 1));
  }
  if (text.size() < 2 || text.size() > maxRowBytes || (text.front() != '{' && !text.starts_with("[{"))) {
    return {};
  }
  const Json document = Json::parse(text, nullptr, false);
  std::vector<JsonRow> rows;
  if (document.is_object()) {
    rows.emplace_back();
    return readRow(document, rows.back()) ? rows : std::vector<JsonRow>{};
  }
  if (!document.is_array()) {
    return {};
  }
  for (const Json& object : document) {
    rows.emplace_back();
    if (!readRow(object, rows.back())) {
      return {};
    }
  }
  return rows;
}

}  // namespace kernline::logs
