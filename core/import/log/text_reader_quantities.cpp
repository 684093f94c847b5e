// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with one label and several quantities.
#include "core/import/log/fields.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_reader.h"
#include "core/import/log/value_row.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace kernline::logs {

namespace {

struct NamedQuantity {
  std::string name;  // name of its kind, or the word after it
  PrintedQuantity quantity;
  std::string_view printed;
};

/// "1.23 ms", "(456.7 TFLOPS)", "(1.32x)" behind others, "1.2 sec total", "26 tokens".
std::optional<NamedQuantity> namedQuantity(std::string_view printed, bool isBehind) {
  if (const std::string_view factor = isBehind ? speedupText(printed) : std::string_view{}; !factor.empty()) {
    return NamedQuantity{"speedup", *quantityOf(factor, ByteBase::Binary), factor};
  }
  if (printed.starts_with('(') && printed.ends_with(')')) {
    printed = trimmed(printed.substr(1, printed.size() - 2));
  }
  const auto hasUnit = [](const auto& quantity) { return quantity && !quantity->unit.empty(); };
  if (const auto known = quantityOf(printed, ByteBase::Binary); hasUnit(known)) {
    return NamedQuantity{std::string{nameOf(known->quantity)}, *known, printed};
  }
  const std::size_t blank = std::min(printed.find_last_of(' '), printed.size());
  const std::string_view word = trimmed(printed.substr(blank));
  if (word.empty() || !std::ranges::all_of(word, isLetter)) {
    return std::nullopt;
  }
  if (const auto before = quantityOf(printed.substr(0, blank), ByteBase::Binary)) {
    return NamedQuantity{std::string{word}, *before, printed};
  }
  return std::nullopt;
}

/// "p50", "p90" of "p50/p90".
std::vector<std::string_view> slashParts(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    parts.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

/// "min" of "min=51, max=4122, avg=257.1".
bool namesStatistic(std::string_view name) {
  constexpr std::string_view names[] = {"min", "max",    "avg", "mean", "average", "median", "std",
                                        "var", "stddev", "p50", "p90",  "p95",     "p99",    "stdev"};
  return std::ranges::find(names, lowered(name)) != std::end(names);
}

}  // namespace

/// "fwd: 1.23 ms, 456.7 TFLOPS", "fwd: 1.23 ms (456.7 TFLOPS)", "run: 1.2 sec total, 81.3 tokens/s": one label of
/// values in several units.
bool TextReader::readQuantities(const Labeled& labeled, const SourceLine& line) {
  std::vector<NamedQuantity> found;
  for (std::string_view rest = labeled.value; !rest.empty();) {
    const std::size_t end = std::min({rest.find(", "), rest.find(" ("), rest.size()});
    auto one = namedQuantity(trimmed(rest.substr(0, end)), !found.empty());
    rest = trimmed(rest.substr(std::min(rest.size(), end + 1)));
    if (!one) {
      return false;
    }
    found.push_back(std::move(*one));
  }
  const auto isCount = [](const NamedQuantity& one) { return one.quantity.unit.empty(); };
  if (found.empty() || std::ranges::all_of(found, isCount)) {
    return false;
  }
  // "triton: 0.1 ms, 45 TFLOPS": the label is no measure, but what was measured.
  const auto isFactor = [](const NamedQuantity& one) { return one.name == "speedup"; };
  const bool isSubject = found.size() > 1 && !std::all_of(found.begin() + 1, found.end(), isFactor) &&
                         !namesAnyMeasure(labeled.label) &&
                         passOf(labeled.label.substr(0, labeled.label.find(' '))).empty();
  for (const NamedQuantity& one : found) {
    const bool isFirst = &one == &found.front() && !isCount(one);
    const std::string name = isSubject ? one.name : std::string{labeled.label} + (isFirst ? "" : " " + one.name);
    addMetric(name, one.quantity, one.printed, metricContext(isSubject ? labeled.label : std::string_view{}),
              line.number);
  }
  if (isSubject) {
    noteSubject(labeled.label);
  }
  return true;
}

/// "Latency (p50/p90/p99): 12.3 / 15.4 / 33.1 ms", "rtt min/avg/max = 1.2/1.4/1.9 ms": a value for each name.
bool TextReader::readSlashed(const Labeled& labeled, const SourceLine& line) {
  std::string_view names = labeled.label.substr(labeled.label.find_last_of(" (") + 1);
  const std::string_view label = trimmed(labeled.label.substr(0, labeled.label.find_last_of(" (")));
  names.remove_suffix(names.ends_with(')') ? 1 : 0);
  const std::size_t blank = labeled.value.find_last_of(' ');
  const std::string_view unit = blank == std::string_view::npos ? "" : labeled.value.substr(blank + 1);
  const std::vector<std::string_view> figures = slashParts(names);
  const std::vector<std::string_view> values = slashParts(labeled.value.substr(0, blank));
  const bool isUnit = unitOf(unit, ByteBase::Binary).has_value();
  if (figures.size() < 2 || figures.size() != values.size() || label.size() == labeled.label.size() || !isUnit ||
      std::ranges::any_of(values, [](std::string_view value) { return !numberOf(value); })) {
    return false;
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    addMetric(std::string{label} + " " + std::string{figures[i]}, inUnit({.value = *numberOf(values[i])}, unit),
              values[i], metricContext(), line.number);
  }
  return true;
}

/// "eager: 2.41 ms (baseline)": what is in parentheses is no value, and what is behind a slash is all that there is.
bool TextReader::readBeforeRemark(const Labeled& labeled, const SourceLine& line) {
  constexpr std::size_t maxRemark = 80;
  if (const auto used = usedQuantity(labeled.value)) {
    addMetric(labeled.label, *used, labeled.value, metricContext(), line.number);
    return true;
  }
  const std::size_t open = labeled.value.find(" (");
  if (open == std::string_view::npos || !labeled.value.ends_with(')') || labeled.value.size() - open > maxRemark) {
    return false;
  }
  const auto quantity = quantityOf(labeled.value.substr(0, open), ByteBase::Binary);
  if (!quantity || quantity->unit.empty()) {
    return false;
  }
  addMetric(labeled.label, *quantity, labeled.value, metricContext(), line.number);
  return true;
}

/// "Throughput: 7.34 requests/s, 3520.18 total tokens/s": one label, and what each rate is of.
bool TextReader::readRates(const Labeled& labeled, const SourceLine& line) {
  struct Rate {
    std::string name;
    PrintedQuantity quantity;
    std::string_view printed;
  };
  std::vector<Rate> rates;
  for (std::string_view rest = labeled.value; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    const std::string_view printed = trimmed(rest.substr(0, comma));
    rest = trimmed(rest.substr(std::min(rest.size(), comma + 1)));
    const std::vector<Field> words = wordsOf(printed);
    constexpr std::size_t maxWords = 4;
    if (words.size() < 2 || words.size() > maxWords || !words.back().text.contains('/')) {
      return false;
    }
    auto quantity =
        quantityOf(std::string{words.front().text} + " " + std::string{words.back().text}, ByteBase::Binary);
    if (!quantity) {
      return false;
    }
    quantity->unit = words.back().text;
    std::string name{labeled.label};
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      name += " " + std::string{words[i].text};
    }
    rates.push_back({std::move(name), *quantity, printed});
  }
  if (rates.size() < 2) {
    return false;
  }
  for (const Rate& rate : rates) {
    addMetric(rate.name, rate.quantity, rate.printed, metricContext(), line.number);
  }
  return true;
}

/// Reads "Latency: min = 0.78 ms, max = 1.5 ms": a label, and a name for each value. Reads the whole line or none of
/// it.
bool TextReader::readNamedValues(const Labeled& labeled, const SourceLine& line) {
  struct Named {
    std::string name;
    PrintedQuantity quantity;
    std::string_view printed;
  };
  std::vector<Named> found;
  const auto inLabel = unitInLabel(labeled.label);
  bool areStatistics = true;
  for (std::string_view rest = labeled.value; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    const std::string_view item = trimmed(rest.substr(0, comma));
    rest = trimmed(rest.substr(std::min(rest.size(), comma + 1)));
    const std::size_t equals = item.find('=');
    const std::string_view printed = equals == std::string_view::npos ? "" : trimmed(item.substr(equals + 1));
    const auto quantity = quantityOf(printed, ByteBase::Binary);
    if (equals == 0 || !quantity) {
      return false;
    }
    const std::string_view name = trimmed(item.substr(0, equals));
    const bool isCount = name == "samples" || name == "n" || name == "count" || name == "runs";
    areStatistics = areStatistics && (isCount || namesStatistic(name));
    const bool takesUnit = inLabel && !isCount && quantity->unit.empty();
    found.push_back({std::string{inLabel ? inLabel->label : labeled.label} + " " + std::string{name},
                     takesUnit ? inUnit(*quantity, inLabel->unit) : *quantity, printed});
  }
  const bool haveUnits = std::ranges::any_of(found, [](const Named& one) { return !one.quantity.unit.empty(); });
  if (found.size() < 2 || (!haveUnits && !areStatistics)) {
    return false;
  }
  for (const Named& one : found) {
    addMetric(one.name, one.quantity, one.printed, metricContext(), line.number);
  }
  return true;
}

}  // namespace kernline::logs
