// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/bar_line.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/text_line.h"
#include "core/model/log/known_words.h"

#include <cmath>
#include <limits>

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
      return BarValue{inLabel->label, inUnit(*quantity, inLabel->unit), labeled->value};
    }
    if (!quantity && isNoValue(labeled->value) && !isFailure(labeled->value)) {
      return BarValue{labeled->label, {.value = std::numeric_limits<double>::quiet_NaN()}, labeled->value};
    }
    return quantity ? std::optional(BarValue{labeled->label, *quantity, labeled->value}) : std::nullopt;
  }
  const auto quantity = quantityOf(cell, ByteBase::Binary);
  if (!quantity || quantity->unit.empty()) {
    return std::nullopt;
  }
  return BarValue{nameOf(quantity->quantity), *quantity, cell};
}

/// "train loss 4.37", "(29.72 ms" of a round, whose cells have names without colons, and brackets around several.
std::optional<BarValue> valueOfRound(std::string_view cell) {
  cell = cell.starts_with('(') && !cell.contains(')') ? trimmed(cell.substr(1)) : cell;
  cell = cell.ends_with(')') && !cell.contains('(') ? trimmed(cell.substr(0, cell.size() - 1)) : cell;
  if (const auto value = valueOf(cell)) {
    return value;
  }
  const auto named = measureAndNumber(cell);
  const auto quantity = named && !named->label.empty() ? quantityOf(named->value, ByteBase::Binary) : std::nullopt;
  return quantity ? std::optional(BarValue{named->label, *quantity, named->value}) : std::nullopt;
}

}  // namespace

std::optional<BarLine> barLine(std::string_view line) {
  const std::vector<std::string_view> cells = barCells(line);
  if (cells.size() < 2) {
    return std::nullopt;
  }
  BarLine result;
  std::size_t first = 1;
  std::string_view unit;  // of "time (ms) | fwd: 1.2 | bwd: 3.4"
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
    if (auto value = result.rounds.empty() ? valueOf(cells[i]) : valueOfRound(cells[i])) {
      const bool isPlain = value->quantity.unit.empty() && !std::isnan(value->quantity.value);
      value->quantity = isPlain && !unit.empty() ? inUnit(value->quantity, unit) : value->quantity;
      result.values.push_back(*value);
    }
  }
  return result.values.empty() ? std::nullopt : std::optional(result);
}

}  // namespace kernline::logs
