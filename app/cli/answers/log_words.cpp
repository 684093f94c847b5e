// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/log_words.h"

#include "core/import/log/unit_text.h"
#include "core/model/base/text.h"
#include "core/model/format/flops.h"
#include "core/model/format/quantity.h"
#include "core/model/log/measured_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace kernline::cli {

namespace {

constexpr std::array quantitiesWithUnits{Quantity::Time,     Quantity::Bytes,    Quantity::Flops,
                                         Quantity::FlopRate, Quantity::ByteRate, Quantity::Frequency};

bool isWordPart(char c) {
  return isLetter(c) || isDigit(c) || c == '_';
}

/// Whether `text` has `part`, and not as a piece of longer words.
bool hasWords(std::string_view text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    const bool isCutBefore = at > 0 && isWordPart(text[at - 1]) && isWordPart(part.front());
    const bool isCutBehind = end < text.size() && isWordPart(text[end]) && isWordPart(part.back());
    if (!isCutBefore && !isCutBehind) {
      return true;
    }
  }
  return false;
}

std::size_t columnNamed(const Log& log, const LogTable& table, std::string_view name) {
  const auto found = std::ranges::find_if(table.columns, [&](const LogColumn& c) { return log.text(c.name) == name; });
  return static_cast<std::size_t>(found - table.columns.begin());
}

}  // namespace

std::string shownNumber(double number, Quantity quantity, std::string_view unit) {
  constexpr double maxNumber = 9.0e18;
  constexpr double minGrouped = 1e4;
  if (std::isnan(number) || std::abs(number) > maxNumber) {
    return "";
  }
  const auto whole = static_cast<std::int64_t>(std::llround(number));
  switch (quantity) {
    case Quantity::Time:
      return number != std::floor(number) && std::abs(number) < 1000 ? fmt::format("{:.1f} ns", number)
                                                                     : formatDuration({whole});
    case Quantity::Bytes:
      return formatBytes(whole);
    case Quantity::Share:
      return number == 0 ? "0 %" : formatShare(number);
    case Quantity::Count:
      return number == std::floor(number) ? formatCount(whole) : fmt::format("{:g}", number);
    case Quantity::Flops:
      return formatFlops(number);
    case Quantity::FlopRate:
      return formatFlopRate(number);
    case Quantity::ByteRate:
      return formatByteRate(number);
    case Quantity::Frequency: {
      const ShownUnit shown = shownUnit(quantity, {}, number);
      return fmt::format("{} {}", formatIn(shown, number), shown.symbol);
    }
    default:
      break;
  }
  const bool isGrouped = number == std::floor(number) || std::abs(number) >= minGrouped;
  const std::string text = isGrouped ? formatCount(whole) : fmt::format("{:.6g}", number);
  return unit.empty() ? text : fmt::format("{} {}", text, unit);
}

std::string shownTitle(std::string_view name, Quantity quantity) {
  if (std::ranges::find(quantitiesWithUnits, quantity) == quantitiesWithUnits.end()) {
    return std::string(name);
  }
  const std::size_t blank = name.rfind(' ');
  if (blank == std::string_view::npos || blank + 1 == name.size()) {
    return std::string(name);
  }
  const std::string_view last = name.substr(blank + 1);
  const bool isBracketed =
      (last.starts_with('(') && last.ends_with(')')) || (last.starts_with('[') && last.ends_with(']'));
  const std::string_view unit = isBracketed ? last.substr(1, last.size() - 2) : last;
  if (!logs::unitOf(unit, logs::ByteBase::Binary)) {
    return std::string(name);
  }
  if (isBracketed) {
    return std::string(name.substr(0, blank));
  }
  return quantity == Quantity::Flops ? std::string(name.substr(0, blank)) + " FLOPs" : std::string(name);
}

std::string joinedParts(const std::vector<std::string>& parts) {
  std::vector<std::string_view> kept;
  std::string text;
  for (const std::string& part : parts) {
    const bool isSaid = part.empty() || std::ranges::any_of(kept, [&](auto other) { return hasWords(other, part); });
    if (!isSaid) {
      text += (text.empty() ? "" : " · ") + part;
      kept.push_back(part);
    }
  }
  return text;
}

RowUnits::RowUnits(const Log& log, const LogTable& table)
    : m_log(log),
      m_table(table),
      m_unit(columnNamed(log, table, "Metric Unit")),
      m_value(columnNamed(log, table, "Metric Value")) {}

Quantity RowUnits::of(std::size_t row) const {
  if (m_unit == m_table.columns.size() || m_value == m_table.columns.size() ||
      !m_table.cell(row, m_value).hasNumber()) {
    return Quantity::Text;
  }
  const std::string_view unit = m_log.text(m_table.cell(row, m_unit).text);
  const auto isOfUnit = [&](Quantity quantity) { return baseUnit(quantity) == unit; };
  const auto found = std::ranges::find_if(quantitiesWithUnits, isOfUnit);
  return found != quantitiesWithUnits.end() ? *found : isOfUnit(Quantity::Share) ? Quantity::Share : Quantity::Text;
}

}  // namespace kernline::cli
