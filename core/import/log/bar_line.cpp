// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/bar_line.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/pair_line.h"
#include "core/import/log/text_line.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace kernline::logs {

namespace {

bool isName(std::string_view text) {
  constexpr std::size_t maxLength = 64;
  return !text.empty() && text.size() <= maxLength && !quantityOf(text, ByteBase::Binary) &&
         !labeledValue(PlainLine{text}) && text.find("://") == std::string_view::npos;
}

std::optional<BarValue> valueOf(std::string_view cell) {
  if (const auto labeled = labeledValue(PlainLine{cell})) {
    const auto quantity = quantityWithAnyUnit(labeled->value, ByteBase::Binary);
    const auto inLabel = quantity && quantity->unit.empty() ? unitInLabel(labeled->label) : std::nullopt;
    if (inLabel) {
      return BarValue{std::string{inLabel->label}, inUnit(*quantity, inLabel->unit), labeled->value};
    }
    if (!quantity && isNoValue(labeled->value) && !isFailure(labeled->value)) {
      return BarValue{std::string{labeled->label}, {.value = std::numeric_limits<double>::quiet_NaN()}, labeled->value};
    }
    return quantity ? std::optional(BarValue{std::string{labeled->label}, *quantity, labeled->value}) : std::nullopt;
  }
  const auto quantity = quantityOf(cell, ByteBase::Binary);
  if (!quantity || quantity->unit.empty()) {
    return std::nullopt;
  }
  return BarValue{std::string{nameOf(quantity->quantity)}, *quantity, cell};
}

/// "57.3% bf16 MFU": a value and what it is.
std::optional<BarValue> valueWithName(std::string_view cell) {
  const std::size_t blank = cell.find(' ');
  const std::string_view name = blank == std::string_view::npos ? std::string_view{} : trimmed(cell.substr(blank));
  const auto quantity = name.empty() ? std::nullopt : quantityOf(cell.substr(0, blank), ByteBase::Binary);
  const bool isNamed = quantity && namesMeasure(name.substr(name.find_last_of(' ') + 1));
  return isNamed ? std::optional(BarValue{std::string{name}, *quantity, cell.substr(0, blank)}) : std::nullopt;
}

/// Reads "iter 100 step 25", a cell of rounds only, and adds them to `rounds`.
bool takeRounds(std::string_view cell, std::vector<Labeled>& rounds) {
  const std::vector<Field> words = wordsOf(cell);
  std::vector<Labeled> found;
  for (std::size_t i = 0; i + 1 < words.size() && words.size() % 2 == 0; i += 2) {
    if (!namesRound(words[i].text) || !numberOf(words[i + 1].text)) {
      return false;
    }
    found.push_back({.label = words[i].text, .value = words[i + 1].text});
  }
  rounds.insert(rounds.end(), found.begin(), found.end());
  return !found.empty();
}

/// "loss:1.9 lr:2e-05", "loss train: 2.3, val: 2.5": several values in one cell; none if they are no pairs.
std::vector<BarValue> valuesOfPairs(std::string_view cell, std::vector<Labeled>& rounds) {
  std::vector<BarValue> values;
  const std::uint16_t marks = marksOf(cell);
  if (auto pairs = canBePairs(cell, marks) ? pairLine(cell) : std::nullopt) {
    rounds.insert(rounds.end(), pairs->parameters.begin(), pairs->parameters.end());
    for (PairValue& value : pairs->values) {
      values.push_back({std::move(value.name), value.quantity, value.printed});
    }
  }
  return values;
}

/// "train loss 4.37", "(29.72 ms" of a round, whose cells have names without colons, and brackets around several.
std::optional<BarValue> valueOfRound(std::string_view cell) {
  cell = cell.starts_with('(') && !cell.contains(')') ? trimmed(cell.substr(1)) : cell;
  cell = cell.ends_with(')') && !cell.contains('(') ? trimmed(cell.substr(0, cell.size() - 1)) : cell;
  if (const auto value = valueOf(cell)) {
    return value;
  }
  if (auto value = valueWithName(cell)) {
    return value;
  }
  // "loss 11.0 (+1.2z)" of llm.c, "iter time: 123.4 ms (step) remaining time: 0:12:33" of LitGPT.
  if (const std::size_t open = cell.find(" ("); open != std::string_view::npos) {
    return valueOfRound(cell.substr(0, open));
  }
  const auto named = measureAndNumber(cell);
  const auto quantity = named && !named->label.empty() ? quantityOf(named->value, ByteBase::Binary) : std::nullopt;
  return quantity ? std::optional(BarValue{std::string{named->label}, *quantity, named->value}) : std::nullopt;
}

}  // namespace

std::optional<BarLine> barLine(std::string_view line) {
  const std::vector<std::string_view> cells = barCells(line);
  if (cells.size() < 2) {
    return std::nullopt;
  }
  BarLine result;
  std::size_t first = 1;
  std::string_view unit;  // unit of "time (ms) | fwd: 1.2 | bwd: 3.4"
  if (const auto inHead = unitInLabel(cells.front()); inHead && !inHead->label.contains(' ')) {
    unit = inHead->unit;
  } else if (const auto round = roundOf(cells.front())) {
    result.rounds.push_back(*round);
  } else if (isName(cells.front())) {
    result.subject = cells.front();
  } else {
    first = 0;
  }
  for (std::size_t i = first; i < cells.size(); ++i) {
    if (first == 1 && failureText(PlainLine{cells[i]})) {
      // The text may have bars of its own.
      result.failure = trimmed(line.substr(static_cast<std::size_t>(cells[i].data() - line.data())));
      return result;
    }
    if (!result.rounds.empty() && takeRounds(cells[i], result.rounds)) {
      continue;
    }
    const bool mayBePairs = !result.rounds.empty() && std::ranges::count(cells[i], ':') > 1;
    if (auto values = mayBePairs ? valuesOfPairs(cells[i], result.rounds) : std::vector<BarValue>{}; !values.empty()) {
      result.values.insert(result.values.end(), values.begin(), values.end());
      continue;
    }
    if (auto value = result.rounds.empty() ? valueOf(cells[i]) : valueOfRound(cells[i])) {
      const bool isPlain = value->quantity.unit.empty() && !std::isnan(value->quantity.value);
      value->quantity = isPlain && !unit.empty() ? inUnit(value->quantity, unit) : value->quantity;
      result.values.push_back(*value);
    }
  }
  return result.values.empty() ? std::nullopt : std::optional(result);
}

}  // namespace kernline::logs
