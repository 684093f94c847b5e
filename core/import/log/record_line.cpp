// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/record_line.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/pair_line.h"
#include "core/import/log/text_line.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace kernline::logs {

namespace {

constexpr std::string_view arrows[] = {" -> ", " => ", " → "};

/// Most lines have neither sign; called for each.
bool hasArrow(std::string_view line, std::uint16_t marks) {
  for (std::size_t at = line.find('>'); at != std::string_view::npos; at = line.find('>', at + 1)) {
    if (at >= 2 && (line[at - 1] == '-' || line[at - 1] == '=') && line[at - 2] == ' ') {
      return true;
    }
  }
  return (marks & hasHighByte) != 0 && line.contains(arrows[2]);
}

bool hasBracketedValue(std::string_view line) {
  for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
    if (at >= 2 && line[at - 1] == ' ' && line[at - 2] == ':') {
      return true;
    }
  }
  return false;
}

/// "iter 10: loss 2.31", "M=1024 N=1024: 0.12 ms": a digit in front of the first colon.
bool hasNumberedHead(std::string_view line) {
  constexpr std::size_t maxHead = 64;
  const std::size_t colon = line.substr(0, maxHead).find(':');
  return colon != std::string_view::npos && colon > 0 && colon + 1 < line.size() && isDigit(line[colon - 1]) &&
         line[colon + 1] == ' ';
}

constexpr std::size_t maxRecordLine = 1024;

/// The pass that a word is glued together with: "ForwardTriton".
std::string_view passWithin(std::string_view text) {
  const std::string lower = lowered(text);
  for (const std::string_view pass : {"forward", "backward"}) {
    if (lower.contains(pass)) {
      return pass;
    }
  }
  return {};
}

/// Takes the words for a pass out of a subject: "Forward Triton". Returns the pass.
std::string_view takePass(std::string& subject) {
  std::string_view pass;
  std::string rest;
  for (const Field& word : wordsOf(subject)) {
    const std::string_view found = passOf(word.text);
    pass = found.empty() ? pass : found;
    rest += found.empty() ? (rest.empty() ? "" : " ") + std::string{word.text} : "";
  }
  if (rest.empty()) {
    return {};
  }
  subject = rest;
  return pass;
}

/// "MUL_MAT", "aten::mm".
bool isGluedName(std::string_view text) {
  return !text.empty() && isLetter(text.front()) && std::ranges::all_of(text, [](char c) {
    return isLetter(c) || isDigit(c) || c == '_' || c == ':' || c == '.';
  });
}

bool isGluedWord(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return isLetter(c); });
}

/// "Fwd: 0.08 ms", "0.01 ms", "0.0100 msForwardTriton".
std::optional<RecordValue> valueOfRecord(std::string_view text) {
  RecordValue value{.name = {}, .quantity = {}, .printed = text};
  if (const auto labeled = labeledValue(PlainLine{text})) {
    value.pass = passOf(labeled->label);
    value.name = value.pass.empty() ? labeled->label : std::string_view{};
    value.printed = labeled->value;
  }
  auto quantity = quantityOf(value.printed, ByteBase::Binary);
  if (!quantity) {
    quantity = leadingQuantity(value.printed, ByteBase::Binary);
    if (!quantity || !isGluedWord(quantity->trailing)) {
      return std::nullopt;
    }
    value.printed.remove_suffix(quantity->trailing.size());
    value.pass = passWithin(quantity->trailing);
  }
  value.quantity = *quantity;
  value.name = value.name.empty() ? nameOf(quantity->quantity) : value.name;
  return value;
}

/// "Len: 128, D: 16", also of one alone.
std::vector<Labeled> assignmentsIn(std::string_view cell) {
  std::vector<Labeled> found = assignments(cell);
  if (found.empty()) {
    const auto alone = labeledValue(PlainLine{cell});
    if (alone && !alone->value.contains(' ')) {
      found.push_back(*alone);
    }
  }
  return found;
}

/// Reads the text before the arrow: a name and bars, and parameters without units.
bool readBeforeArrow(std::string_view text, RecordLine& record) {
  for (const std::string_view cell : barCells(text)) {
    const std::vector<Labeled> found = assignmentsIn(cell);
    if (found.empty() && record.subject.empty() && record.parameters.empty() && cell.size() < text.size()) {
      record.subject = cell;
      continue;
    }
    const bool hasUnit = std::ranges::any_of(found, [](const Labeled& one) {
      const auto quantity = quantityOf(one.value, ByteBase::Binary);
      return quantity && !quantity->unit.empty();
    });
    if (found.empty() || hasUnit) {
      return false;
    }
    record.parameters.insert(record.parameters.end(), found.begin(), found.end());
  }
  return !record.parameters.empty();
}

bool readBehindArrow(std::string_view text, RecordLine& record) {
  if (isFailure(text)) {
    record.failure = text;
    return true;
  }
  while (!text.empty()) {
    const std::size_t end = std::min(std::min(text.find(", "), text.find(" | ")), text.size());
    const auto value = valueOfRecord(trimmed(text.substr(0, end)));
    if (!value) {
      return false;
    }
    record.values.push_back(*value);
    text = trimmed(text.substr(std::min(text.size(), end + 2)));
  }
  return std::ranges::any_of(record.values, [](const RecordValue& value) { return !value.quantity.unit.empty(); });
}

std::optional<RecordLine> arrowLine(std::string_view text) {
  for (const std::string_view arrow : arrows) {
    const std::size_t at = text.find(arrow);
    if (at == std::string_view::npos) {
      continue;
    }
    RecordLine record;
    std::string_view before = trimmed(text.substr(0, at));
    if (const std::size_t close = before.find("] "); before.starts_with('[') && close != std::string_view::npos) {
      record.subject = trimmed(before.substr(1, close - 1));  // "[triton] N=128 -> 0.5 ms"
      before = trimmed(before.substr(close + 1));
    }
    if (!readBeforeArrow(before, record) || !readBehindArrow(trimmed(text.substr(at + arrow.size())), record)) {
      return std::nullopt;
    }
    const std::string_view pass = takePass(record.subject);
    for (RecordValue& value : record.values) {
      value.pass = value.pass.empty() ? pass : value.pass;
    }
    return record;
  }
  return std::nullopt;
}

/// "loss 10.99", "17.4 TFLOPS".
std::optional<RecordValue> valueOfNumberedHead(std::string_view text) {
  if (const auto value = valueOfRecord(text)) {
    return value;
  }
  if (const std::size_t blank = text.rfind(' '); blank != std::string_view::npos && isNoValue(text.substr(blank))) {
    const std::string_view printed = trimmed(text.substr(blank));
    const std::string_view name = trimmed(text.substr(0, blank));
    return isFailure(printed) || !isGluedWord(name)
               ? std::nullopt
               : std::optional(RecordValue{.name = name,
                                           .quantity = {.value = std::numeric_limits<double>::quiet_NaN()},
                                           .printed = printed});
  }
  const auto named = measureAndNumber(text);
  const auto quantity = named && !named->label.empty() ? quantityOf(named->value, ByteBase::Binary) : std::nullopt;
  return quantity ? std::optional(RecordValue{.name = named->label, .quantity = *quantity, .printed = named->value})
                  : std::nullopt;
}

/// A round, or what was set, and values behind a colon.
std::optional<RecordLine> numberedLine(std::string_view text) {
  const std::size_t colon = text.find(": ");
  const std::string_view head = text.substr(0, std::min(colon, text.size()));
  RecordLine record;
  if (const auto round = roundOf(head)) {
    record.parameters.push_back(*round);
  } else if (head.contains('=')) {
    record.parameters = assignments(head);
  }
  if (record.parameters.empty() || colon == std::string_view::npos) {
    return std::nullopt;
  }
  bool isMeasured = false;
  std::string_view rest = trimmed(text.substr(colon + 2));
  while (!rest.empty()) {
    const bool hasCommas = rest.contains(", ");
    const std::size_t end = std::min(hasCommas ? rest.find(", ") : endOfPair(rest), rest.size());
    const auto value = valueOfNumberedHead(trimmed(rest.substr(0, end)));
    if (!value) {
      return std::nullopt;
    }
    isMeasured = isMeasured || !value->quantity.unit.empty() || namesMeasure(value->name);
    record.values.push_back(*value);
    rest = trimmed(rest.substr(std::min(end + (hasCommas ? 2 : 1), rest.size())));
  }
  return isMeasured ? std::optional(record) : std::nullopt;
}

/// "MUL_MAT(m=4096,n=1): 8520 runs - 117.38 us/run - 1.00 TFLOPS": a call with what was set, and what it took.
std::optional<RecordLine> callLine(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.find("): ");
  RecordLine record;
  record.subject = text.substr(0, std::min(open, text.size()));
  if (close == std::string_view::npos || open > close || !isGluedName(record.subject)) {
    return std::nullopt;
  }
  record.parameters = assignments(text.substr(open + 1, close - open - 1));
  bool isMeasured = false;
  for (std::string_view rest = trimmed(text.substr(close + 2)); !rest.empty();) {
    const std::size_t end = std::min({rest.find(" - "), rest.find(", "), rest.size()});
    const std::string_view printed = trimmed(rest.substr(0, end));
    rest = trimmed(rest.substr(std::min(rest.size(), end + 2)));
    const auto quantity = quantityWithAnyUnit(printed, ByteBase::Binary);
    if (!quantity || quantity->unit.empty()) {
      return std::nullopt;
    }
    const bool isKnown = quantity->quantity != Quantity::Number;
    isMeasured = isMeasured || isKnown;
    record.values.push_back(
        {.name = isKnown ? nameOf(quantity->quantity) : quantity->unit, .quantity = *quantity, .printed = printed});
  }
  return isMeasured && !record.parameters.empty() ? std::optional(record) : std::nullopt;
}

/// The end of a unit: a blank behind a point or comma, or the line's end.
std::size_t endOfUnit(std::string_view text) {
  std::size_t end = text.find_first_of(",;");
  end = std::min({end, text.find(". "), text.size()});
  return end == text.size() && text.ends_with('.') ? end - 1 : end;
}

/// "label: (value) unit", several, to the end of the line.
std::optional<RecordLine> bracketedLine(std::string_view text) {
  RecordLine record;
  while (!text.empty()) {
    const std::size_t open = text.find(": (");
    const std::size_t close = text.find(')');
    if (open == std::string_view::npos || open == 0 || close == std::string_view::npos || close < open) {
      return std::nullopt;
    }
    const Labeled labeled{.label = trimmed(text.substr(0, open)),
                          .value = trimmed(text.substr(open + 3, close - open - 3))};
    const std::string_view rest = text.substr(close + 1);
    const std::size_t end = endOfUnit(rest);
    const std::string_view unitName = trimmed(rest.substr(0, end));
    const auto unit = unitName.empty() ? std::optional(UnitText{}) : unitOf(unitName, ByteBase::Binary);
    const auto number = unit ? numberOf(labeled.value, unit->decimalPower) : std::nullopt;
    if (!number || !labeledValue(PlainLine{text})) {
      return std::nullopt;
    }
    if (unitName.empty()) {
      record.parameters.push_back(labeled);
    } else {
      record.values.push_back({.name = labeled.label,
                               .quantity = {.value = *number * static_cast<double>(unit->factor),
                                            .quantity = unit->quantity,
                                            .unit = unitName},
                               .printed = text.substr(open + 2, close - open - 1)});
    }
    text = trimmed(rest.substr(std::min(rest.size(), end + 1)));
  }
  return record.values.empty() ? std::nullopt : std::optional(record);
}

}  // namespace

bool canBeRecord(std::string_view line, std::uint16_t marks) {
  if ((marks & (hasColon | hasEquals)) == 0 || (marks & hasDigit) == 0 || line.size() > maxRecordLine) {
    return false;
  }
  const bool hasCallHead = (marks & hasEquals) != 0 && isLetter(line.front()) && line.contains("): ");
  return hasArrow(line, marks) ||
         ((marks & hasColon) != 0 && (hasBracketedValue(line) || hasNumberedHead(line) || hasCallHead));
}

std::optional<RecordLine> recordLine(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (auto record = arrowLine(text)) {
    return record;
  }
  if (auto record = hasNumberedHead(text) ? numberedLine(text) : std::nullopt) {
    return record;
  }
  if (auto record = bracketedLine(text)) {
    return record;
  }
  return callLine(text);
}

std::vector<Labeled> RecordMemory::inherited(const RecordLine& line) {
  m_before = std::exchange(m_last, {});
  const auto valueIn = [&](std::string_view label) -> const std::string_view* {
    const auto found = std::ranges::find(line.parameters, label, &Labeled::label);
    return found == line.parameters.end() ? nullptr : &found->value;
  };
  bool agrees = false;
  std::vector<Labeled> missing;
  for (const auto& [label, value] : m_before) {
    const std::string_view* now = valueIn(label);
    if (now == nullptr) {
      missing.push_back({.label = label, .value = value});
    } else if (*now != value) {
      missing.clear();
      agrees = false;
      break;
    } else {
      agrees = true;
    }
  }
  if (!agrees) {
    missing.clear();
  }
  for (const Labeled& one : line.parameters) {
    m_last.emplace_back(one.label, one.value);
  }
  for (const Labeled& one : missing) {
    m_last.emplace_back(one.label, one.value);
  }
  return missing;
}

}  // namespace kernline::logs
