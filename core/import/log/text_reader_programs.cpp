// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that certain programs print: tqdm, the shell's time, %timeit, MLPerf.
#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/mllog_line.h"
#include "core/import/log/progress_bar.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_reader.h"
#include "core/import/log/timeit_line.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

namespace {

constexpr std::string_view rankTimesEnd = "time across ranks (ms):";
constexpr double noRate = std::numeric_limits<double>::quiet_NaN();

struct ShellTime {
  std::string_view label;
  double ns = 0;
  std::string_view printed;
};

/// "real", "user" or "sys", and minutes and seconds.
std::optional<ShellTime> shellTime(std::string_view text) {
  constexpr double nsPerSecond = 1e9;
  constexpr double secondsPerMinute = 60;
  if (!trimmed(text).ends_with('s')) {
    return std::nullopt;
  }
  const std::vector<Field> words = wordsOf(text);
  const bool isNamed =
      words.size() == 2 && (words[0].text == "real" || words[0].text == "user" || words[0].text == "sys");
  const std::size_t minutes = isNamed ? words[1].text.find('m') : std::string_view::npos;
  if (minutes == std::string_view::npos || !words[1].text.ends_with('s')) {
    return std::nullopt;
  }
  const auto whole = numberOf(words[1].text.substr(0, minutes));
  const auto seconds = numberOf(words[1].text.substr(minutes + 1, words[1].text.size() - minutes - 2));
  return whole && seconds ? std::optional(ShellTime{.label = words[0].text,
                                                    .ns = (*whole * secondsPerMinute + *seconds) * nsPerSecond,
                                                    .printed = words[1].text})
                          : std::nullopt;
}

}  // namespace

/// "real	0m1.234s" of the shell's time.
bool TextReader::readShellTime(const SourceLine& line) {
  const auto found = shellTime(line.text);
  if (found) {
    addMetric(found->label, {.value = found->ns, .quantity = Quantity::Time, .unit = "s"}, found->printed,
              metricContext(), line.number);
  }
  return found.has_value();
}

/// Megatron-LM: what each of its timers took on the ranks.
bool TextReader::readRankTimes(const SourceLine& line) {
  std::string_view text = trimmed(line.text);
  if (text.ends_with(rankTimesEnd)) {
    const bool hasBoth = text.starts_with("(min, max)");
    m_rankFigures = hasBoth ? std::vector<std::string_view>{"min", "max"}
                            : std::vector<std::string_view>{text.starts_with("min") ? "min" : "max"};
    return true;
  }
  if (m_rankFigures.empty()) {
    return false;
  }
  const std::size_t colon = text.find(": ");
  std::string_view values = colon == std::string_view::npos ? std::string_view{} : trimmed(text.substr(colon + 2));
  std::string_view label = text.substr(0, std::min(colon, text.size()));
  label = trimmed(label.substr(0, label.find_last_not_of(". ") + 1));
  values = values.starts_with('(') && values.ends_with(')') ? values.substr(1, values.size() - 2) : values;
  std::vector<std::pair<double, std::string_view>> numbers;
  for (std::string_view rest = values; !rest.empty();) {
    const std::string_view printed = trimmed(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(rest.find(','), rest.size() - 1) + 1);
    if (const auto number = numberOf(printed)) {
      numbers.emplace_back(*number, printed);
    }
  }
  if (label.empty() || numbers.size() != m_rankFigures.size()) {
    m_rankFigures.clear();
    return false;
  }
  std::vector<Labeled> rounds;
  for (const auto& [name, value] : m_lastRounds) {
    rounds.push_back({.label = name, .value = value});
  }
  const ContextId context = metricContext({}, rounds);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const PrintedQuantity time = inUnit({.value = numbers[i].first}, "ms");
    addMetric(std::string{label} + " " + std::string{m_rankFigures[i]}, time, numbers[i].second, context, line.number);
  }
  return true;
}

/// MLPerf: what it reached is measured, the rest was set.
bool TextReader::readMllog(const SourceLine& line) {
  const auto found = (line.marks & hasColon) != 0 ? mllogLine(line.text) : std::nullopt;
  if (!found) {
    return false;
  }
  constexpr std::string_view measured[] = {"accuracy", "loss",     "error",      "throughput",
                                           "time",     "duration", "samples/sec"};
  const bool isMeasured =
      std::ranges::any_of(measured, [&](std::string_view word) { return found->key.contains(word); });
  if (!isMeasured) {
    addSetting(found->key, found->value, m_log.isFullOfSettings() ? ContextId::none : m_scope.context(), false,
               line.number);
    return true;
  }
  std::vector<Labeled> parameters;
  for (const auto& [name, value] : found->parameters) {
    parameters.push_back({.label = name, .value = value});
  }
  addMetric(found->key, {.value = *numberOf(found->value)}, found->value, metricContext({}, parameters), line.number);
  return true;
}

bool TextReader::readTimeit(const SourceLine& line) {
  const auto found = (line.marks & hasDigit) != 0 ? timeitLine(line.text) : std::nullopt;
  if (found) {
    addMetric("time", found->quantity, found->printed, metricContext(found->name), line.number);
  }
  return found.has_value();
}

/// Reads the numbers that tqdm prints behind its bar, and its speed: the last time, and wherever there are values.
bool TextReader::readProgress(const SourceLine& line) {
  const auto bar = (line.marks & hasPercent) != 0 ? progressBar(line.text) : std::nullopt;
  if (!bar || !isMeasured(*bar)) {
    return false;
  }
  std::vector<Labeled> rounds;
  std::string_view subject = bar->name;
  if (const auto round = roundOf(bar->name)) {
    rounds.push_back(*round);
    subject = {};
  }
  rounds.push_back({.label = "step", .value = bar->done});
  const ContextId context = metricContext(subject, rounds);
  for (const Labeled& pair : bar->postfix) {
    if (const auto quantity = quantityWithAnyUnit(pair.value, ByteBase::Binary)) {
      addMetric(pair.label, *quantity, pair.value, context, line.number);
    } else if (isNoValue(pair.value)) {
      addMetric(pair.label, {.value = noRate}, pair.value, context, line.number);
    }
  }
  constexpr std::string_view perIteration = "/it";
  const bool isTime = bar->rate.ends_with("s/it");
  const auto rate =
      quantityWithAnyUnit(bar->rate.substr(0, bar->rate.size() - (isTime ? perIteration.size() : 0)), ByteBase::Binary);
  if (rate) {
    addMetric(isTime ? "time per iteration" : "iteration rate", *rate, bar->rate, context, line.number);
  }
  return true;
}

}  // namespace kernline::logs
