// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with several numbers.
#include "core/import/log/cell_text.h"
#include "core/import/log/duration_text.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/name_unit.h"
#include "core/import/log/pair_line.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_reader.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace kernline::logs {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

/// "val" of "val Loss": what the other pairs of its line are of as well.
std::string_view phaseIn(std::string_view label) {
  constexpr std::string_view phases[] = {"train", "training", "val", "valid", "validation", "test", "eval"};
  const std::string_view word = label.substr(0, label.find(' '));
  const bool isPhase = word.size() < label.size() && std::ranges::find(phases, lowered(word)) != std::end(phases);
  return isPhase ? word : std::string_view{};
}

}  // namespace

/// Reads the numbers by name that trainers print per step. A count of rounds among them is a parameter of the others.
bool TextReader::readDict(std::string_view text, const SourceLine& line) {
  struct Number {
    Labeled labeled;
    double value = 0;
  };
  const std::vector<Labeled> entries = dictEntries(text);
  std::vector<Number> numbers;
  numbers.reserve(entries.size());
  std::vector<Labeled> rounds;
  bool isMeasured = false;
  for (const Labeled& entry : entries) {
    const auto number = numberOf(entry.value);
    if (!number && !isNoValue(entry.value)) {
      return false;
    }
    isMeasured = isMeasured || namesMeasure(entry.label);
    if (namesRound(entry.label)) {
      rounds.push_back(entry);
    } else {
      numbers.push_back({entry, number.value_or(noNumber)});
    }
  }
  if (!isMeasured) {
    return false;
  }
  const ContextId context = metricContext({}, rounds);
  for (const Number& number : numbers) {
    addMetric(number.labeled.label, {.value = number.value}, number.labeled.value, context, line.number);
  }
  return true;
}

/// Reads "Train Loss: 3.17, Val Loss: 2.44": the whole line or none of it.
bool TextReader::readPairs(std::string_view text, const SourceLine& line) {
  struct Pair {
    Labeled labeled;
    PrintedQuantity quantity;
  };
  std::vector<Pair> pairs;
  const bool hasCommas = (line.marks & hasComma) != 0 && text.contains(", ");
  while (!text.empty()) {
    const std::size_t comma = hasCommas ? text.find(", ") : endOfPair(text);
    const auto labeled = labeledValue(PlainLine{text.substr(0, comma)});
    auto quantity = labeled ? quantityWithAnyUnit(labeled->value, ByteBase::Binary) : std::nullopt;
    if (!quantity && labeled) {
      quantity = usedQuantity(labeled->value);
    }
    if (!quantity && hasCommas && labeled && isNoValue(labeled->value) && !isFailure(labeled->value)) {
      quantity = PrintedQuantity{.value = noNumber};
    }
    if (!quantity) {
      return false;
    }
    if (!hasCommas && !quantity->unit.empty() && !quantityOf(labeled->value, ByteBase::Binary)) {
      return false;  // a word, not a unit
    }
    pairs.push_back({*labeled, *quantity});
    text = comma == std::string_view::npos ? std::string_view{} : trimmed(text.substr(comma + 1));
  }
  if (!hasCommas && (pairs.size() < 2 || std::ranges::none_of(pairs, [](const Pair& pair) {
                       return !pair.quantity.unit.empty() || namesMeasure(pair.labeled.label);
                     }))) {
    return false;
  }
  // "Flash2 fwd: 108 TFLOPs/s, bwd: 92 TFLOPs/s": the first label names what all passes are of.
  std::string_view subject;
  const std::size_t blank = pairs.front().labeled.label.find(' ');
  if (pairs.size() > 1 && blank != std::string_view::npos &&
      passOf(pairs.front().labeled.label.substr(0, blank)).empty() && std::ranges::all_of(pairs, [&](const Pair& pair) {
        const bool isFirst = &pair == &pairs.front();
        const std::string_view label = isFirst ? trimmed(pair.labeled.label.substr(blank)) : pair.labeled.label;
        return !passOf(label.substr(0, label.find(' '))).empty();
      })) {
    subject = pairs.front().labeled.label.substr(0, blank);
    pairs.front().labeled.label = trimmed(pairs.front().labeled.label.substr(blank));
    noteSubject(subject);
  }
  // "Prefill. latency: 0.14 s, throughput: 14388 token/s" of SGLang: the same.
  if (const std::size_t point = pairs.front().labeled.label.find(". ");
      pairs.size() > 1 && point != std::string_view::npos &&
      !pairs.front().labeled.label.substr(0, point).contains(' ')) {
    subject = pairs.front().labeled.label.substr(0, point);
    pairs.front().labeled.label = trimmed(pairs.front().labeled.label.substr(point + 1));
    noteSubject(subject);
  }
  // "seq_len: 128, fwd: 0.1 ms": a parameter next to what was measured with it.
  const auto isSet = [](const Pair& pair) { return pair.quantity.unit.empty() && namesParameter(pair.labeled.label); };
  std::vector<Labeled> parameters;
  if (!std::ranges::all_of(pairs, isSet)) {
    for (const Pair& pair : pairs) {
      if (isSet(pair)) {
        parameters.push_back(pair.labeled);
      }
    }
  }
  const ContextId context = metricContext(subject, parameters);
  const std::string_view phase = pairs.size() > 1 ? phaseIn(pairs.front().labeled.label) : std::string_view{};
  for (const Pair& pair : pairs) {
    if (parameters.empty() || !isSet(pair)) {
      const bool isNamed = phase.empty() || !phaseIn(pair.labeled.label).empty();
      const std::string label = (isNamed ? "" : std::string{phase} + " ") + std::string{pair.labeled.label};
      addMetric(label, pair.quantity, pair.labeled.value, context, line.number);
    }
  }
  return true;
}

/// Reads pairs; if several parameters name what is measured, the first is the subject.
bool TextReader::readPairLine(const SourceLine& line) {
  auto found = canBePairs(line.text, line.marks) ? pairLine(line.text) : std::nullopt;
  if (!found) {
    return false;
  }
  std::string_view subject;
  const auto named =
      std::ranges::find_if(found->parameters, [](const Labeled& one) { return namesSubject(one.label); });
  if (named != found->parameters.end()) {
    subject = named->value;
    found->parameters.erase(named);
  }
  const ContextId context = metricContext(subject, found->parameters);
  for (const PairValue& value : found->values) {
    addMetric(value.name, value.quantity, value.printed, context, line.number);
  }
  return true;
}

/// "Loss: nan", "Throughput: OOM": what was measured has no number, or the run failed.
bool TextReader::readMissing(const Labeled& labeled, const SourceLine& line) {
  const bool isMeasured =
      namesAnyMeasure(labeled.label) || !passOf(labeled.label.substr(0, labeled.label.find(' '))).empty();
  if (!isNoValue(labeled.value) || (!isMeasured && !isFailure(labeled.value))) {
    return false;
  }
  if (isFailure(labeled.value)) {
    addFailure(m_log.isFullOfFailures() ? ContextId::none : m_scope.context(), trimmed(line.text), line.number);
    return true;
  }
  const auto inLabel = unitInLabel(labeled.label);
  PrintedQuantity none{.value = noNumber};
  if (inLabel) {
    none.quantity = inUnit({.value = 0}, inLabel->unit).quantity;
    none.unit = inLabel->unit;
  }
  addMetric(inLabel ? inLabel->label : labeled.label, none, labeled.value, metricContext(), line.number);
  return true;
}

bool TextReader::readMeasureAndNumber(const SourceLine& line) {
  const auto found = measureAndNumber(line.text);
  const auto quantity = found ? quantityOf(found->value, ByteBase::Binary) : std::nullopt;
  if (!quantity || !(namesMeasure(found->label) || ((line.marks & hasEquals) != 0 && unitInName(found->label)))) {
    return false;
  }
  addMetric(found->label, *quantity, found->value, metricContext(), line.number);
  return true;
}

/// "Elapsed: 0:02:03", "compile: 3m 20s".
bool TextReader::readDuration(const Labeled& labeled, const SourceLine& line) {
  const auto ns = durationOf(labeled.label, labeled.value);
  if (ns) {
    addMetric(labeled.label, {.value = *ns, .quantity = Quantity::Time, .unit = "s"}, labeled.value, metricContext(),
              line.number);
  }
  return ns.has_value();
}

/// "Average throughput = 438.8 samples/s": with a unit, or a time in several.
bool TextReader::readAssigned(const SourceLine& line) {
  const auto found = (line.marks & hasEquals) != 0 ? assignedValue(line.text) : std::nullopt;
  if (!found || readDuration(*found, line)) {
    return found.has_value();
  }
  const auto quantity = quantityOf(found->value, ByteBase::Binary);
  if (!quantity || quantity->unit.empty() || namesParameter(found->label)) {
    return false;
  }
  addMetric(found->label, *quantity, found->value, metricContext(), line.number);
  return true;
}

}  // namespace kernline::logs
