// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/bar_line.h"

#include "core/import/log/fields.h"
#include "core/import/log/text_line.h"
#include "core/model/log/known_words.h"

namespace kernline::logs {

namespace {

/// "Epoch 1": a word for rounds and their number.
std::optional<Labeled> roundOf(std::string_view text) {
  const std::size_t blank = text.find_last_of(" \t");
  if (blank == std::string_view::npos) {
    return std::nullopt;
  }
  const Labeled round{.label = trimmed(text.substr(0, blank)), .value = text.substr(blank + 1)};
  return namesRound(round.label) && numberOf(round.value) ? std::optional(round) : std::nullopt;
}

bool isName(std::string_view text) {
  constexpr std::size_t maxLength = 64;
  return !text.empty() && text.size() <= maxLength && !quantityOf(text, ByteBase::Binary) &&
         !labeledValue(PlainLine{text}) && text.find("://") == std::string_view::npos;
}

std::optional<BarValue> valueOf(std::string_view cell) {
  if (const auto labeled = labeledValue(PlainLine{cell})) {
    const auto quantity = quantityWithAnyUnit(labeled->value, ByteBase::Binary);
    return quantity ? std::optional(BarValue{labeled->label, *quantity, labeled->value}) : std::nullopt;
  }
  const auto quantity = quantityOf(cell, ByteBase::Binary);
  if (!quantity || quantity->unit.empty()) {
    return std::nullopt;
  }
  return BarValue{nameOf(quantity->quantity), *quantity, cell};
}

}  // namespace

std::optional<BarLine> barLine(std::string_view line) {
  const std::vector<std::string_view> cells = barCells(line);
  if (cells.size() < 2) {
    return std::nullopt;
  }
  BarLine result;
  std::size_t first = 1;
  if (const auto round = roundOf(cells.front())) {
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
    if (const auto value = valueOf(cells[i])) {
      result.values.push_back(*value);
    }
  }
  return result.values.empty() ? std::nullopt : std::optional(result);
}

}  // namespace kernline::logs
