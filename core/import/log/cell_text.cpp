// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/cell_text.h"

#include "core/import/log/byte_set.h"
#include "core/import/log/duration_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace kernline::logs {

namespace {

/// A number without a unit takes that of the column.
std::optional<double> inUnitOf(const ColumnPlan& plan, std::string_view text) {
  const auto number = numberOf(text, plan.unit->decimalPower);
  if (!number) {
    return std::nullopt;
  }
  const double value = *number * static_cast<double>(plan.unit->factor);
  return plan.unit->quantity == Quantity::Bytes ? std::round(value) : value;
}

bool fits(const ColumnPlan& plan, Quantity quantity) {
  return !plan.unit || plan.unit->quantity == quantity || plan.unit->quantity == Quantity::Number;
}

/// Whether a column of `plan` may hold a number without a unit: torch always prints units, except for a bare 0.
bool canLackUnit(const ColumnPlan& plan, double number) {
  const bool needsUnit =
      plan.unitText.empty() && (plan.unit->quantity == Quantity::Time || plan.unit->quantity == Quantity::Bytes);
  return !needsUnit || number == 0;
}

bool readNumber(const ColumnPlan& plan, std::string_view text, ReadCell& result) {
  const auto quantity = quantityOf(text, plan.bytes);
  if (!quantity) {
    const auto duration = plan.unit || !isDigit(text.front()) ? std::nullopt : durationOf(plan.name, text);
    result.number = duration.value_or(result.number);
    result.quantity = duration ? Quantity::Time : result.quantity;
    return duration.has_value();
  }
  if (!quantity->unit.empty()) {
    if (!fits(plan, quantity->quantity)) {
      return false;
    }
    result.number = quantity->value;
    result.quantity = quantity->quantity;
    result.unit = quantity->unit;
    return true;
  }
  if (!plan.unit) {
    result.number = quantity->value;
    result.quantity = Quantity::Number;
    return true;
  }
  auto number = inUnitOf(plan, text);
  if (!number && quantity->error == quantity->error) {
    number = inUnitOf(plan, trimmed(text.substr(0, text.find_first_of("\xC2+"))));  // "102.3 ± 0.5"
  }
  if (number && canLackUnit(plan, *number)) {
    result.number = *number;
    result.quantity = plan.unit->quantity;
    return true;
  }
  return false;
}

/// "119.6G" below "Elem/s": a number with the scale of its unit.
bool readScaled(const ColumnPlan& plan, std::string_view text, ReadCell& result) {
  constexpr std::pair<char, double> scales[] = {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}, {'P', 1e15}};
  if (text.empty() || !plan.unit || plan.unit->quantity != Quantity::Rate) {
    return false;
  }
  const auto* const scale = std::ranges::find(scales, text.back(), &std::pair<char, double>::first);
  const auto number = scale == std::end(scales) ? std::nullopt : numberOf(text.substr(0, text.size() - 1));
  if (!number) {
    return false;
  }
  result.number = *number * scale->second;
  result.quantity = Quantity::Rate;
  return true;
}

/// "pytorch/aten/CUDABlas.cpp 41.5%": a note, then the value.
bool readBehindNote(const ColumnPlan& plan, std::string_view text, ReadCell& result) {
  const std::size_t blank = text.find_last_of(" \t");
  if (blank == std::string_view::npos || plan.role != ColumnRole::Share) {
    return false;
  }
  if (!readNumber(plan, text.substr(blank + 1), result)) {
    return false;
  }
  result.note = trimmed(text.substr(0, blank));
  return true;
}

/// "71.9 (2.05x)": a number, and a remark on it.
bool readBeforeRemark(const ColumnPlan& plan, std::string_view text, ReadCell& result) {
  const std::size_t open = text.find(" (");
  const bool hasRemark = open != std::string_view::npos && open > 0 && text.ends_with(')');
  if (!hasRemark || plan.role != ColumnRole::None || !readNumber(plan, trimmed(text.substr(0, open)), result)) {
    return false;
  }
  result.note = trimmed(text.substr(open));
  return true;
}

}  // namespace

bool isAbsent(std::string_view text) {
  constexpr std::array<std::string_view, 16> words{"",
                                                   "-",
                                                   "--",
                                                   "NaN",
                                                   "nan",
                                                   "-nan",
                                                   "nan%",
                                                   "NaN%",
                                                   "N/A",
                                                   "n/a",
                                                   "None",
                                                   "null",
                                                   "[N/A]",
                                                   "[Not Supported]",
                                                   "[Unknown Error]",
                                                   "<NA>"};
  static constexpr ByteSet firstBytes{"-Nn[<"};
  return text.empty() || (firstBytes.has(text.front()) && std::ranges::find(words, text) != words.end());
}

bool isFailure(std::string_view text) {
  constexpr std::array<std::string_view, 13> words{"oom",     "fail",           "failed",     "failure", "error",
                                                   "timeout", "crash",          "crashed",    "killed",  "timed out",
                                                   "fehler",  "fehlgeschlagen", "abgebrochen"};
  const std::string word = lowered(trimmed(text));
  const auto begins = [&word](std::string_view with) {
    return word.starts_with(with) &&
           (word.size() == with.size() || std::string_view{" :("}.contains(word[with.size()]));
  };
  constexpr std::size_t maxLength = 200;
  return word.size() <= maxLength && (std::ranges::any_of(words, begins) || word.contains("out of memory") ||
                                      (word.ends_with("error") && !word.contains(' ')));
}

bool isNoValue(std::string_view text) {
  constexpr std::array<std::string_view, 12> words{"inf",  "-inf", "+inf",    "infinity", "-infinity",   "na",
                                                   "n.a.", "skip", "skipped", "x",        "unsupported", "#n/a"};
  text = trimmed(text);
  // Most cells are something else, which their first and last bytes show.
  static constexpr ByteSet firstBytes{"-+<>~[#aAnNiIoOfFeEtTcCkKsSuUxX"};
  constexpr std::size_t minRemarkLength = 13;  // "out of memory"
  const bool mayHaveRemark =
      text.size() >= minRemarkLength && std::ranges::any_of(text, [](char c) { return toLower(c) == 'y'; });
  if (!text.empty() && !firstBytes.has(text.front()) && !mayHaveRemark && toLower(text.back()) != 'r') {
    return false;
  }
  if (isAbsent(text) || isFailure(text) || std::ranges::find(words, lowered(text)) != words.end()) {
    return true;
  }
  // A bound: the number itself was not measured.
  const bool isBound = text.starts_with('>') || text.starts_with('<') || text.starts_with('~');
  return isBound && numberOf(trimmed(text.substr(text.find_first_not_of("<>=~") == std::string_view::npos
                                                     ? text.size()
                                                     : text.find_first_not_of("<>=~"))))
                        .has_value();
}

std::optional<double> utilizationLevel(std::string_view text) {
  const std::size_t open = text.find(" (");
  return open == std::string_view::npos || !text.ends_with(')')
             ? std::nullopt
             : numberOf(text.substr(open + 2, text.size() - open - 3));
}

bool isRowOfTypes(const std::vector<std::string>& cells) {
  constexpr std::string_view types[] = {
      "str",    "bool",    "cat",    "enum",    "date",     "time",    "null",   "binary",   "i8",      "i16",
      "i32",    "i64",     "u8",     "u16",     "u32",      "u64",     "f32",    "f64",      "varchar", "boolean",
      "int8",   "int16",   "int32",  "int64",   "uint8",    "uint16",  "uint32", "uint64",   "float",   "double",
      "bigint", "integer", "int128", "decimal", "interval", "hugeint", "object", "timestamp"};
  return !cells.empty() && std::ranges::all_of(cells, [&](const std::string& cell) {
    const std::string_view text = trimmed(cell);
    return std::ranges::find(types, text.substr(0, text.find_first_of("[("))) != std::end(types);
  });
}

ReadCell readCell(const ColumnPlan& plan, std::string_view text) {
  ReadCell result;
  text = trimmed(text);
  if (plan.isText || isAbsent(text)) {
    return result;
  }
  if (const auto level = plan.hasLevels ? utilizationLevel(text) : std::nullopt) {
    return {.number = *level, .quantity = Quantity::Number};
  }
  if (!readNumber(plan, text, result) && !readScaled(plan, text, result) && !readBehindNote(plan, text, result) &&
      !readBeforeRemark(plan, text, result)) {
    result.isBad = plan.unit.has_value();
  }
  return result;
}

}  // namespace kernline::logs
