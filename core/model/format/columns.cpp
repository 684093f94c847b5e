// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/columns.h"

#include "core/model/format/csv_cell.h"
#include "core/model/format/flops.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <cmath>

namespace kernline {

namespace {

std::string cellText(TableForm form, const CellValue& value) {
  if (const auto* text = std::get_if<std::string>(&value.held)) {
    return form == TableForm::Csv ? csvCell(*text) : markdownCell(*text);
  }
  return shownText(value, Unit::Number, {});
}

}  // namespace

CellValue exactValue(CellValue value, Unit unit) {
  const double* number = std::get_if<double>(&value.held);
  const bool isWhole = unit == Unit::Count || unit == Unit::Time || unit == Unit::Bytes || unit == Unit::Flops;
  return number != nullptr && isWhole ? CellValue(std::llround(*number)) : std::move(value);
}

std::string shownText(const CellValue& given, Unit unit, std::string_view unknown) {
  const CellValue value = exactValue(given, unit == Unit::Flops ? Unit::Number : unit);
  const auto inUnit = [&](auto number) -> std::string {
    switch (unit) {
      case Unit::Count:
        return formatCount(static_cast<std::int64_t>(number));
      case Unit::Time:
        return formatDuration({static_cast<std::int64_t>(number)});
      case Unit::Bytes:
        return formatBytes(static_cast<std::int64_t>(number));
      case Unit::ByteRate:
        return formatByteRate(static_cast<double>(number));
      case Unit::Flops:
        return formatFlops(static_cast<double>(number));
      case Unit::FlopRate:
        return formatFlopRate(static_cast<double>(number));
      case Unit::Share:
        return formatShare(static_cast<double>(number));
      default:
        return fmt::format("{}", number);
    }
  };
  if (const auto* text = std::get_if<std::string>(&value.held)) {
    return *text;
  }
  if (const auto* number = std::get_if<double>(&value.held)) {
    return inUnit(*number);
  }
  const auto* whole = std::get_if<std::int64_t>(&value.held);
  return whole != nullptr ? inUnit(*whole) : std::string(unknown);
}

std::string tableHead(TableForm form, const std::vector<std::pair<std::string, Unit>>& columns) {
  std::string line;
  std::vector<MarkdownColumn> markdown;
  for (const auto& [key, unit] : columns) {
    line += (line.empty() ? "" : ",") + key;
    markdown.push_back({key, unit != Unit::Text});
  }
  return form == TableForm::Csv ? line + "\n" : markdownHead(markdown);
}

std::string tableLine(TableForm form, const std::vector<CellValue>& cells) {
  std::vector<std::string> texts;
  for (const CellValue& cell : cells) {
    texts.push_back(cellText(form, cell));
  }
  return form == TableForm::Csv ? fmt::format("{}\n", fmt::join(texts, ",")) : markdownRow(texts);
}

}  // namespace kernline
