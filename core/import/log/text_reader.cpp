// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/text_reader.h"

#include "core/import/log/bar_line.h"
#include "core/import/log/command_line.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/name_unit.h"
#include "core/import/log/pair_line.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/written_path.h"
#include "core/model/json/members.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace kernline::logs {

namespace {

constexpr std::size_t maxTitleLength = 200;
constexpr std::size_t maxFailureBytes = std::size_t{16} * 1024;

/// "- **eager**: 1.5 ms" of Markdown without its stars; empty if it has none around words.
std::string withoutBold(std::string_view text) {
  constexpr std::string_view mark = "**";
  const std::size_t open = text.find(mark);
  const std::size_t close = open == std::string_view::npos ? open : text.find(mark, open + 3);
  if (close == std::string_view::npos || text[open + 2] == '*' || text[open + 2] == ' ' || text[close - 1] == ' ') {
    return {};
  }
  return std::string{text.substr(0, open)} + std::string{text.substr(open + 2, close - open - 2)} +
         std::string{text.substr(close + 2)};
}

/// "eager" of "[1/3] eager": how far a program is, is no part of a name.
std::string_view withoutCounter(std::string_view label) {
  const std::size_t end = label.starts_with('[') ? label.find("] ") : std::string_view::npos;
  const std::string_view counter = end == std::string_view::npos ? std::string_view{} : label.substr(1, end - 1);
  const bool isCounter = counter.contains('/') && counter.find_first_not_of("0123456789/ ") == std::string_view::npos;
  return isCounter ? trimmed(label.substr(end + 2)) : label;
}

/// "step_ms: 12.5" has its unit in the name, as columns have.
PrintedQuantity withUnitOfName(const PrintedQuantity& plain, std::string_view name) {
  const bool isPlain = plain.unit.empty() && plain.quantity == Quantity::Number;
  const auto unit = isPlain ? unitInName(name) : std::nullopt;
  const bool isKept = !unit || unit->quantity == Quantity::Rate || unit->quantity == Quantity::Number ||
                      unit->quantity == Quantity::Count;
  return isKept ? plain : inUnit(plain, *unit);
}

}  // namespace

TextReader::TextReader(LogBuilder& log, std::string_view prefix, std::int32_t rank)
    : m_log(log), m_scope(log, prefix, rank) {}

void TextReader::read(const SourceLine& line, bool isAboveTable) {
  const std::string_view text = trimmed(line.text);
  if (text.empty()) {
    return;
  }
  if (canBeCommand(text, line.marks) && readCommand(text)) {
    return;
  }
  if (const std::string plain = withoutBold(text); !plain.empty()) {
    SourceLine inner = line;
    inner.text = plain;
    read(inner, isAboveTable);
  } else if (const auto heading = decoratedHeading(text)) {
    openHeading(heading->level, heading->title, line.number);
  } else if (readContent(line) || readStatedParameters(text, line.number) || readPart(line, isAboveTable)) {
    if ((line.marks & hasHighByte) != 0 && !chrome::isUtf8(line.text)) {
      m_log.addIssue(LogIssueKind::InvalidUtf8, line.number);
    }
  } else {
    rememberText(text, line.number);
  }
}

bool TextReader::readCommand(std::string_view text) {
  const std::vector<Labeled> options = commandOptions(text);
  if (options.empty()) {
    return false;
  }
  m_scope.setCommand(options);
  m_inConfiguration = false;
  return true;
}

bool TextReader::rememberText(std::string_view line, std::uint32_t number) {
  const std::string_view text = trimmed(line);
  return text.size() <= maxTitleLength && rememberTitle(text, number);
}

/// Reads a line that ends up in the log itself.
bool TextReader::readContent(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  const bool mayFail =
      (line.marks & (hasCapitalE | hasHighByte | hasColon)) != 0 || text.front() == 'C' || text.front() == 'O';
  if (mayFail && readFailure(line)) {
    return true;
  }
  if (canBeRecord(text, line.marks) && readRecord(line)) {
    return true;
  }
  if ((line.marks & hasBar) != 0 && (readProgress(line) || readBars(line))) {
    return true;
  }
  if (readRankTimes(line) || readFile(line)) {
    return true;
  }
  if (text.front() == '{' && readDict(text, line)) {
    return true;
  }
  if (readTimeit(line) || readMllog(line) || (isDigit(text.front()) && text.contains("[=") && readPairLine(line))) {
    return true;
  }
  if ((line.marks & (hasColon | hasHighByte)) != 0) {
    if (const auto labeled = labeledValue(PlainLine{text}); labeled && readLabeled(*labeled, line)) {
      return true;
    }
  }
  return (line.marks & hasDigit) != 0 && (readMeasureAndNumber(line) || readAssigned(line) || readShellTime(line) ||
                                          readRound(text) || readPairLine(line));
}

void TextReader::readBlank() {
  m_inConfiguration = false;
  endBlock();
}

bool TextReader::rememberTitle(std::string_view title, std::uint32_t line) {
  // Messages of nsys on its own work are no titles, nor are brackets.
  constexpr std::string_view remarks[] = {"SKIPPED:", "Processing [", "Generating "};
  const bool mayBeRemark = title.starts_with('S') || title.starts_with('P') || title.starts_with('G');
  const bool isRemark =
      mayBeRemark && std::ranges::any_of(remarks, [title](std::string_view r) { return title.starts_with(r); });
  if (isRemark ||
      (!title.empty() && title.size() <= 4 && title.find_first_not_of("[]{}(), ") == std::string_view::npos)) {
    return false;
  }
  m_title = title;
  m_titleLine = line;
  return true;
}

bool TextReader::readFailure(const SourceLine& line) {
  const auto text = failureText(PlainLine{line.text});
  if (!text) {
    return false;
  }
  addFailure(m_log.isFullOfFailures() ? ContextId::none : m_scope.context(), *text, line.number);
  return true;
}

bool TextReader::readRecord(const SourceLine& line) {
  const auto record = recordLine(line.text);
  if (!record) {
    return false;
  }
  std::vector<Labeled> parameters = m_records.inherited(*record);
  parameters.insert(parameters.begin(), record->parameters.begin(), record->parameters.end());
  if (!record->failure.empty()) {
    const bool isFull = m_log.isFullOfFailures();
    addFailure(isFull ? ContextId::none : m_scope.context(record->subject, parameters), record->failure, line.number);
  }
  for (const RecordValue& value : record->values) {
    std::vector<Labeled> ofValue = parameters;
    if (!value.pass.empty()) {
      ofValue.push_back({.label = "pass", .value = value.pass});
    }
    addMetric(value.name, value.quantity, value.printed, metricContext(record->subject, ofValue), line.number);
  }
  if (!record->subject.empty()) {
    noteSubject(record->subject);
  }
  return true;
}

bool TextReader::readBars(const SourceLine& line) {
  const auto bars = barLine(line.text);
  if (!bars) {
    return false;
  }
  if (bars->failure) {
    const bool isFull = m_log.isFullOfFailures();
    addFailure(isFull ? ContextId::none : m_scope.context(bars->subject, bars->rounds), *bars->failure, line.number);
  }
  if (!bars->rounds.empty()) {
    m_lastRounds.clear();
    for (const Labeled& round : bars->rounds) {
      m_lastRounds.emplace_back(round.label, round.value);
    }
  }
  const ContextId context = bars->values.empty() ? ContextId::none : metricContext(bars->subject, bars->rounds);
  for (const BarValue& value : bars->values) {
    addMetric(value.name, value.quantity, value.printed, context, line.number);
  }
  if (!bars->subject.empty()) {
    noteSubject(bars->subject);
  }
  return true;
}

bool TextReader::readFile(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  const auto path = canNameFile(text) ? writtenPath(text) : std::nullopt;
  if (!path) {
    return false;
  }
  const auto labeled = labeledValue(PlainLine{text});
  const auto before = static_cast<std::size_t>(path->data() - text.data());
  const std::string_view label = labeled ? labeled->label : text.substr(0, before);
  if (!meansWritten(label)) {
    return false;
  }
  if (m_log.isFullOfFiles()) {
    m_log.addFile({.line = line.number});
    return true;
  }
  LoggedFile file{.path = m_log.intern(*path), .line = line.number};
  const bool isTrace = path->ends_with(".json") || path->ends_with(".json.gz") || path->ends_with(".pt.trace") ||
                       path->ends_with(".nsys-rep") || path->ends_with(".sqlite") || path->ends_with(".pftrace") ||
                       path->ends_with(".qdrep");
  file.kind = meansSummary(label) || meansSummary(*path) ? LoggedFileKind::Summary
              : isTrace                                  ? LoggedFileKind::Trace
                                                         : LoggedFileKind::Other;
  // A summary is of all that came before, not of the last part.
  file.context = file.kind == LoggedFileKind::Summary ? m_scope.sectionContext() : m_scope.context();
  m_log.addFile(file);
  return true;
}

bool TextReader::readLabeled(const Labeled& printed, const SourceLine& line) {
  const Labeled labeled{.label = withoutCounter(printed.label), .value = printed.value};
  if (readSettings(labeled, line) || readMachine(labeled, line)) {
    return true;
  }
  const auto quantity = quantityWithAnyUnit(labeled.value, ByteBase::Binary);
  if (!quantity) {
    return readDuration(labeled, line) || readSubject(labeled, line) || readRound(trimmed(line.text)) ||
           readPairs(trimmed(line.text), line) || readRates(labeled, line) || readQuantities(labeled, line) ||
           readSlashed(labeled, line) || readNamedValues(labeled, line) || readBeforeRemark(labeled, line) ||
           readMissing(labeled, line);
  }
  if (const auto inLabel = quantity->unit.empty() ? unitInLabel(labeled.label) : std::nullopt) {
    addMetric(inLabel->label, inUnit(*quantity, inLabel->unit), labeled.value, metricContext(), line.number);
    return true;
  }
  if (quantity->unit.empty() && readRound(trimmed(line.text))) {
    return true;
  }
  if (quantity->unit.empty() && namesParameter(labeled.label) && m_valuesInBlock == 0) {
    addMetric(labeled.label, *quantity, labeled.value, metricContext(), line.number);
    readLeadingParameter(labeled);
    return true;
  }
  addMetric(labeled.label, *quantity, labeled.value, metricContext(), line.number);
  return true;
}

bool TextReader::readMachine(const Labeled& labeled, const SourceLine& line) {
  const bool isBelow = m_machineLine != 0 && line.number == m_machineLine + 1;
  const auto quantity = quantityOf(labeled.value, ByteBase::Binary);
  const bool isSize = isBelow && quantity && quantity->quantity == Quantity::Bytes;
  // "torch: 0.12 ms, 45.2 TFLOPS" is no version.
  const auto first = quantityOf(labeled.value.substr(0, labeled.value.find(", ")), ByteBase::Binary);
  const bool isNamed = namesMachine(labeled.label) && (!first || first->unit.empty());
  if (!isSize && !isNamed) {
    return false;
  }
  m_machineLine = line.number;
  const ContextId context = m_log.isFullOfSettings() ? ContextId::none : m_scope.sectionContext();
  addSetting(labeled.label, labeled.value, context, true, line.number);
  return true;
}

bool TextReader::readSettings(const Labeled& labeled, const SourceLine& line) {
  if (const std::vector<Labeled> entries = dictEntries(labeled.value); !entries.empty()) {
    const ContextId context = m_log.isFullOfSettings() ? ContextId::none : m_scope.context(labeled.label);
    for (const Labeled& entry : entries) {
      addSetting(entry.label, entry.value, context, false, line.number);
    }
    noteSubject(labeled.label);
    return true;
  }
  if (!m_inConfiguration) {
    return false;
  }
  const ContextId context = m_log.isFullOfSettings() ? ContextId::none : m_scope.context();
  addSetting(labeled.label, labeled.value, context, false, line.number);
  m_scope.addParameter(labeled.label, labeled.value);
  return true;
}

/// Makes no context for values that would be dropped, so that memory stays bounded, however long the log is.
ContextId TextReader::metricContext(std::string_view subject, const std::vector<Labeled>& rounds) {
  return m_log.isFullOfMetrics() ? ContextId::none : m_scope.context(subject, rounds);
}

void TextReader::addFailure(ContextId context, std::string_view text, std::uint32_t line) {
  const StringId kept = m_log.isFullOfFailures() ? StringId::empty : m_log.intern(text.substr(0, maxFailureBytes));
  m_log.addFailure({.context = context, .text = kept, .line = line});
}

void TextReader::addMetric(std::string_view name, const PrintedQuantity& plain, std::string_view printed,
                           ContextId context, std::uint32_t line) {
  if (m_log.isFullOfMetrics()) {
    m_log.addMetric({.value = {}, .line = line});
    return;
  }
  const PrintedQuantity quantity = withUnitOfName(plain, name);
  const std::string_view base = baseUnit(quantity.quantity);
  // "speedup 8.53x" and "8.53" are the same number.
  const std::string_view unit = base.empty() ? quantity.unit : base;
  const auto label = m_scope.nameOf(name);
  ++m_valuesInBlock;
  m_isBelowParameters = false;
  m_log.addMetric({.context = context,
                   .name = label.name,
                   .key = label.key,
                   .unit = m_log.intern(unit),
                   .quantity = quantity.quantity,
                   .value = {.number = quantity.value, .text = m_log.intern(printed)},
                   .error = quantity.error,
                   .line = line});
}

void TextReader::addSetting(std::string_view name, std::string_view value, ContextId context, bool isMachine,
                            std::uint32_t line) {
  if (m_log.isFullOfSettings()) {
    m_log.addSetting({.name = {}, .value = {}, .line = line});
    return;
  }
  m_log.addSetting({.context = context,
                    .isMachine = isMachine,
                    .name = m_log.intern(name),
                    .value = settingCell(m_log, value),
                    .line = line});
}

}  // namespace kernline::logs
