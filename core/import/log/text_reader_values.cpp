// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with several numbers.
#include "core/import/log/cell_text.h"
#include "core/import/log/duration_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/name_unit.h"
#include "core/import/log/pair_line.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_reader.h"
#include "core/import/log/value_row.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace kernline::logs {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

/// "Train loss", "P99 latency (ms)": one of its words at least is a measure.
bool measures(std::string_view label) {
  return namesMeasure(label) || unitInLabel(label) ||
         std::ranges::any_of(wordsOf(label), [](const Field& word) { return namesMeasure(word.text); });
}

/// "38.1/80.0 GiB": how much of how much is used.
std::optional<PrintedQuantity> usedOf(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto total =
      slash == std::string_view::npos ? std::nullopt : quantityOf(text.substr(slash + 1), ByteBase::Binary);
  const auto used = total ? numberOf(trimmed(text.substr(0, slash))) : std::nullopt;
  if (!used || total->quantity != Quantity::Bytes || total->unit.empty()) {
    return std::nullopt;
  }
  return inUnit(PrintedQuantity{.value = *used}, total->unit);
}

struct NamedQuantity {
  std::string name;  // of its kind, or the word behind it
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

/// "val" of "val Loss": what the other pairs of its line are of as well.
std::string_view phaseIn(std::string_view label) {
  constexpr std::string_view phases[] = {"train", "training", "val", "valid", "validation", "test", "eval"};
  const std::string_view word = label.substr(0, label.find(' '));
  const bool isPhase = word.size() < label.size() && std::ranges::find(phases, lowered(word)) != std::end(phases);
  return isPhase ? word : std::string_view{};
}

/// "min" of "min=51, max=4122, avg=257.1".
bool namesStatistic(std::string_view name) {
  constexpr std::string_view names[] = {"min", "max",    "avg", "mean", "average", "median", "std",
                                        "var", "stddev", "p50", "p90",  "p95",     "p99",    "stdev"};
  return std::ranges::find(names, lowered(name)) != std::end(names);
}

}  // namespace

/// What trainers print of a step: numbers by name. A count of rounds among them is a parameter of the others.
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

/// "Train Loss: 3.17, Val Loss: 2.44": all of the line, or nothing of it.
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
      quantity = usedOf(labeled->value);
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
  // "seq_len: 128, fwd: 0.1 ms": a parameter beside what was measured with it.
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
                         !measures(labeled.label) && passOf(labeled.label.substr(0, labeled.label.find(' '))).empty();
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
  if (const auto used = usedOf(labeled.value)) {
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

/// "Latency: min = 0.78 ms, max = 1.5 ms": a label, and which figure each value is. All of the line, or nothing of it.
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

/// Of several parameters that name what is measured the first is the subject.
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
  const bool isMeasured = measures(labeled.label) || !passOf(labeled.label.substr(0, labeled.label.find(' '))).empty();
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
