// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/nvprof_reader.h"

#include "core/import/log/metric_table.h"
#include "core/import/log/printed_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::string_view metricName = "Metric Name";
constexpr std::string_view eventName = "Event Name";

/// The words of a row, with "Low (1)" as one.
std::vector<std::string_view> rowWords(std::string_view line) {
  std::vector<std::string_view> words;
  for (const Field& word : wordsOf(line)) {
    const bool isLevel = word.text.starts_with('(') && word.text.ends_with(')') && !words.empty() &&
                         numberOf(word.text.substr(1, word.text.size() - 2));
    if (isLevel) {
      const char* begin = words.back().data();
      words.back() = {begin, static_cast<std::size_t>(word.text.data() + word.text.size() - begin)};
    } else {
      words.push_back(word.text);
    }
  }
  return words;
}

std::vector<std::string_view> viewsOf(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

bool NvprofReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (text.starts_with("Invocations") && begin(line, scope)) {
    return true;
  }
  if (!m_isOpen) {
    return false;
  }
  if (text.empty() || text.starts_with("==")) {
    finish();
    return false;
  }
  if (text.starts_with("Device ")) {
    closeTable();
    m_device = trimmed(text.substr(text.find(' ')));
    return true;
  }
  if (text.starts_with("Kernel: ")) {
    return beginKernel(trimmed(text.substr(text.find(' '))), line);
  }
  return takeRow(line) || takeOther(line);
}

bool NvprofReader::begin(const SourceLine& line, Scope& scope) {
  const std::string_view text = line.text;
  const bool isOfMetrics = text.contains(metricName);
  if (!isOfMetrics && !text.contains(eventName)) {
    return false;
  }
  finish();
  for (const std::string_view name : {"Min", "Max", "Avg", "Total"}) {
    const bool isThere = std::ranges::any_of(wordsOf(text), [name](const Field& word) { return word.text == name; });
    if (isThere) {
      m_values.emplace_back(name);
    }
  }
  m_isOpen = !m_values.empty();
  m_isOfEvents = !isOfMetrics;
  m_context = scope.context();
  return m_isOpen;
}

bool NvprofReader::beginKernel(std::string_view kernel, const SourceLine& line) {
  closeTable();
  m_table = emptyNvprofTable(m_log, nvprofTitle(kernel, m_device), m_context, m_isOfEvents ? eventName : metricName,
                             viewsOf(m_values));
  m_table->firstLine = line.number;
  m_table->lastLine = line.number;
  m_table->offset = line.offset;
  return true;
}

bool NvprofReader::takeRow(const SourceLine& line) {
  const std::vector<std::string_view> words = rowWords(line.text);
  if (!m_table || words.empty() || !numberOf(words.front())) {
    return false;
  }
  const std::size_t others = 2;  // invocations, name
  const std::size_t values = m_values.size();
  bool isGood = words.size() >= others + values && m_isOfEvents == (words.size() == others + values);
  if (isGood) {
    const std::size_t behind = words.size() - values;
    std::string_view description;
    if (behind > others) {
      const char* begin = words[others].data();
      description = {begin, static_cast<std::size_t>(words[behind - 1].data() + words[behind - 1].size() - begin)};
    }
    isGood = addNvprofMetric(m_log, *m_table, line.number,
                             {.invocations = words[0],
                              .name = words[1],
                              .description = description,
                              .values = std::span{words}.subspan(behind)});
  }
  if (!isGood) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
  }
  if (m_otherLine != 0) {
    m_log.addIssue(LogIssueKind::Interruption, m_otherLine, m_otherText);
    m_table->isInterrupted = true;
    m_otherLine = 0;
  }
  m_table->lastLine = line.number;
  return true;
}

/// Another program's line may come between two rows; a second one ends the table.
bool NvprofReader::takeOther(const SourceLine& line) {
  constexpr std::size_t maxShown = 120;
  if (m_otherLine != 0) {
    finish();
    return false;
  }
  m_otherLine = line.number;
  m_otherText = line.text.substr(0, maxShown);
  return false;
}

void NvprofReader::closeTable() {
  if (m_table && !m_table->rows.empty()) {
    m_log.addTable(std::move(*m_table));
  }
  m_table.reset();
  m_otherLine = 0;
}

void NvprofReader::finish() {
  closeTable();
  m_isOpen = false;
  m_values.clear();
  m_device.clear();
}

void addNvprofTables(LogBuilder& log, const LogTable& all) {
  const PrintedRows rows{log, all};
  const bool isOfEvents = rows.has(eventName);
  std::vector<std::string_view> names;
  for (const std::string_view name : {"Min", "Max", "Avg", "Total"}) {
    if (rows.has(name)) {
      names.push_back(name);
    }
  }
  std::optional<LogTable> table;
  std::string title;
  const auto close = [&] {
    if (table && !table->rows.empty()) {
      log.addTable(std::move(*table));
    }
  };
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    const std::uint32_t line = all.rows[row].line;
    if (std::string kernel = nvprofTitle(rows.cell(row, "Kernel"), rows.cell(row, "Device")); kernel != title) {
      close();
      title = std::move(kernel);
      table = emptyNvprofTable(log, title, all.context, isOfEvents ? eventName : metricName, names);
      table->firstLine = line;
      table->offset = all.offset;
    }
    table->lastLine = line;
    std::vector<std::string_view> values;
    std::ranges::transform(names, std::back_inserter(values), [&](auto name) { return rows.cell(row, name); });
    const bool isGood = addNvprofMetric(log, *table, line,
                                        {.invocations = rows.cell(row, "Invocations"),
                                         .name = rows.cell(row, isOfEvents ? eventName : metricName),
                                         .description = rows.cell(row, "Metric Description"),
                                         .values = values});
    if (!isGood) {
      log.addIssue(LogIssueKind::TornRow, line, rows.cell(row, isOfEvents ? eventName : metricName));
    }
  }
  close();
}

}  // namespace kernline::logs
