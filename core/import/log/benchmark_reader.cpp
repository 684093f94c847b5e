// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/benchmark_reader.h"

#include "core/import/log/benchmark_name.h"
#include "core/import/log/fields.h"
#include "core/import/log/made_table.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::string_view timeColumn = "Time";
constexpr std::string_view cpuColumn = "CPU";
constexpr std::string_view iterationsColumn = "Iterations";
constexpr std::string_view bytesCounter = "bytes_per_second";

bool isBenchmarkHead(std::string_view text) {
  const std::vector<Field> words = wordsOf(text);
  constexpr std::array<std::string_view, 4> names{"Benchmark", timeColumn, cpuColumn, iterationsColumn};
  return words.size() >= names.size() && std::ranges::equal(words.begin(), words.begin() + 4, names.begin(),
                                                            names.end(), {}, [](const Field& f) { return f.text; });
}

bool isTimeUnit(std::string_view text) {
  return text == "ns" || text == "us" || text == "ms" || text == "s" || text == "%";
}

/// "1.9G/s", "3.2Mi/s", "12.5k" as plain digits; a text that is no number stays as it is.
std::string counterNumber(std::string_view text) {
  struct Prefix {
    std::string_view sign;
    double factor;
  };
  constexpr Prefix prefixes[] = {{"Ki", 1024.0}, {"Mi", 1048576.0}, {"Gi", 1073741824.0}, {"Ti", 1099511627776.0},
                                 {"k", 1e3},     {"M", 1e6},        {"G", 1e9},           {"T", 1e12},
                                 {"m", 1e-3},    {"u", 1e-6},       {"n", 1e-9},          {"", 1.0}};
  std::string_view digits = text;
  digits.remove_suffix(digits.ends_with("/s") ? 2 : 0);
  const auto* const prefix =
      std::ranges::find_if(prefixes, [digits](const Prefix& one) { return digits.ends_with(one.sign); });
  const auto number = numberOf(digits.substr(0, digits.size() - prefix->sign.size()));
  return number ? fmt::format("{}", *number * prefix->factor) : std::string{text};
}

std::string_view statisticOf(std::string_view name) {
  constexpr std::string_view statistics[] = {"_mean", "_median", "_stddev", "_cv", "_min", "_max"};
  const auto* const found =
      std::ranges::find_if(statistics, [name](std::string_view one) { return name.ends_with(one); });
  return found == std::end(statistics) ? std::string_view{} : *found;
}

}  // namespace

bool BenchmarkReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (!m_isOpen) {
    if (!text.starts_with("Benchmark ") || !isBenchmarkHead(text)) {
      return false;
    }
    m_isOpen = true;
    m_context = scope.context();
    m_line = line.number;
    m_offset = line.offset;
    return true;
  }
  const bool isRulerBelowHead = m_rows.empty() && rulerKind(text) == RulerKind::Plain;
  if (isRulerBelowHead || takeRow(line)) {
    return true;
  }
  finish();
  return false;
}

bool BenchmarkReader::takeRow(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  std::string_view name;
  Row row{.parameters = {}, .values = {}, .line = line.number};
  for (const std::string_view mark : {" ERROR OCCURRED: ", " SKIPPED: "}) {
    if (const std::size_t at = text.find(mark); at != std::string_view::npos) {
      std::string_view reason = trimmed(text.substr(at + mark.size()));
      reason = reason.size() > 1 && reason.starts_with('\'') && reason.ends_with('\'')
                   ? reason.substr(1, reason.size() - 2)
                   : reason;
      name = trimmed(text.substr(0, at));
      row.values.emplace_back("error", reason);
    }
  }
  if (name.empty()) {
    const std::vector<Field> words = wordsOf(text);
    constexpr std::size_t figures = 5;  // two times with their units, and a count
    std::size_t at = 1;
    while (at + figures <= words.size() &&
           !(numberOf(words[at].text) && isTimeUnit(words[at + 1].text) && numberOf(words[at + 2].text) &&
             isTimeUnit(words[at + 3].text) && numberOf(words[at + 4].text))) {
      ++at;
    }
    if (at + figures > words.size()) {
      return false;
    }
    name = trimmed(text.substr(0, words[at].begin));
    const auto timed = [&](std::size_t i) { return std::string{words[i].text} + " " + std::string{words[i + 1].text}; };
    row.values = {{std::string{timeColumn}, timed(at)},
                  {std::string{cpuColumn}, timed(at + 2)},
                  {std::string{iterationsColumn}, std::string{words[at + 4].text}}};
    for (std::size_t i = at + figures; i < words.size(); ++i) {
      const std::size_t equals = words[i].text.find('=');
      if (equals == std::string_view::npos || equals == 0) {
        row.values.emplace_back("label", words[i].text);
      } else {
        const std::string_view counter = words[i].text.substr(0, equals);
        row.values.emplace_back(counter == bytesCounter ? std::string{counter} + " (bytes/s)" : std::string{counter},
                                counterNumber(words[i].text.substr(equals + 1)));
      }
    }
  }
  const std::string_view statistic = statisticOf(name);
  const BenchmarkName parts = benchmarkName(name.substr(0, name.size() - statistic.size()));
  row.parameters.emplace_back("benchmark", parts.benchmark);
  row.parameters.insert(row.parameters.end(), parts.parameters.begin(), parts.parameters.end());
  if (!parts.variant.empty()) {
    row.parameters.emplace_back("variant", parts.variant);
  }
  if (!statistic.empty()) {
    row.parameters.emplace_back("aggregate", statistic.substr(1));
  }
  m_rows.push_back(std::move(row));
  return true;
}

void BenchmarkReader::finish() {
  m_isOpen = false;
  MadeTable table;
  for (const Row& row : m_rows) {
    std::ranges::for_each(row.parameters, [&table](const auto& cell) { table.addColumn(cell.first); });
  }
  for (const std::string_view name : {timeColumn, cpuColumn, iterationsColumn}) {
    table.addColumn(name);
  }
  for (Row& row : std::exchange(m_rows, {})) {
    row.parameters.insert(row.parameters.end(), row.values.begin(), row.values.end());
    table.addRow(std::move(row.parameters), row.line);
  }
  table.write(m_log, {.title = {}, .context = m_context, .line = m_line, .offset = m_offset});
}

}  // namespace kernline::logs
