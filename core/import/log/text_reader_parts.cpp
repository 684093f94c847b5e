// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the structure of a log: headings, parameters of sections, their parts, and the titles of tables.
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_reader.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <limits>

namespace kernline::logs {

namespace {

constexpr std::uint32_t parameterLevel = 2;
constexpr std::uint32_t partLevel = 3;
constexpr std::uint32_t roundLevel = 4;
constexpr std::uint32_t blockLevel = 5;
constexpr std::uint32_t titleReach = 3;  // lines between a title and its table
constexpr std::size_t noPartYet = std::numeric_limits<std::size_t>::max();

/// ` ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):` without its stars; the report's name of "Executing 'x' …".
std::string_view plainTitle(std::string_view text) {
  constexpr std::string_view executing = "Executing '";
  if (const std::size_t at = text.find(executing); at != std::string_view::npos) {
    const std::string_view rest = text.substr(at + executing.size());
    return rest.substr(0, rest.find('\''));
  }
  if (const std::size_t end = text.find("== ");
      text.starts_with("==") && end != std::string_view::npos && end > 2 &&
      text.substr(2, end - 2).find_first_not_of("0123456789") == std::string_view::npos) {
    text = trimmed(text.substr(end + 2));  // nvprof's process id
  }
  const auto isSign = [](char c) { return c == '*' || c == ' ' || c == '=' || c == '#' || c == '-'; };
  while (!text.empty() && isSign(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (isSign(text.back()) || text.back() == ':')) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

std::string TextReader::titleAbove(std::uint32_t number) const {
  return m_titleLine != 0 && m_titleLine + titleReach >= number ? std::string{plainTitle(m_title)} : std::string{};
}

void TextReader::openHeading(std::uint32_t level, std::string_view title, std::uint32_t line) {
  m_inConfiguration = false;
  m_partIndent.reset();
  if (const auto decorated = decoratedHeading(title)) {
    title = decorated->title;
  }
  title = title.ends_with(':') ? trimmed(title.substr(0, title.size() - 1)) : title;
  m_scope.openSection(level, title, line);
  endBlock();
  if (const auto round = roundOf(title)) {
    m_scope.addParameter(round->label, round->value);
  }
  if (title.find_first_of(":(") == std::string_view::npos) {
    addParameters(title);
  } else if (const std::size_t colon = title.find(": ");
             colon != std::string_view::npos && !title.contains('(') && title.find('=') > colon) {
    addParameters(title.substr(colon + 2));  // "Config: bs=1, seq=128"
  }
  if (const auto subject = subjectHeading(title)) {
    m_scope.setSubject(subject->name);
    noteSubject(subject->name);
    for (const Labeled& parameter : subject->parameters) {
      m_scope.addParameter(parameter.label, parameter.value);
    }
  }
  rememberTitle(title, line);
}

/// Adds all parameters of a heading; "seq_len = 1024" is "seq_len=1024".
void TextReader::addParameters(std::string_view text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool isAtEquals = text[i] == ' ' && (text.substr(i + 1).starts_with('=') || joined.ends_with('='));
    joined += isAtEquals ? std::string{} : std::string(1, text[i]);
  }
  for (const Labeled& parameter : assignments(joined)) {
    m_scope.addParameter(parameter.label, parameter.value);
  }
}

void TextReader::openParameter(const Labeled& parameter, std::uint32_t line) {
  m_inConfiguration = false;
  std::string_view label = parameter.label;
  std::string_view subject;
  // "Softmax 规模: ~1M" says a size of a model that was named before.
  if (const std::size_t blank = label.find(' '); blank != std::string_view::npos) {
    const std::string_view first = label.substr(0, blank);
    if (std::ranges::find(m_subjects, first) != m_subjects.end()) {
      subject = first;
      label = trimmed(label.substr(blank));
    }
  }
  endBlock();
  if (namesSubject(label)) {
    m_subjectLabel = label;
    m_scope.openSubject(parameterLevel, parameter.value);
    noteSubject(parameter.value);
  } else {
    m_scope.openSubject(parameterLevel, subject);
    m_scope.addParameter(label, parameter.value);
  }
  m_partIndent = noPartYet;
  rememberTitle({}, line);
}

/// Reads "Model: llama-7b" above values. If there are several such labels, the first names the subject and the others
/// are parameters.
bool TextReader::readSubject(const Labeled& labeled, const SourceLine& line) {
  constexpr std::size_t maxLength = 96;
  const bool isBehindValues = m_valuesInBlock > 0 && m_subjectLabel.empty();
  if (!namesSubject(labeled.label) || labeled.value.size() > maxLength || labeled.value.contains(": ") ||
      isBehindValues) {
    return false;
  }
  if (m_subjectLabel.empty() || m_subjectLabel == labeled.label) {
    m_subjectLabel = labeled.label;
    m_scope.openSubject(partLevel, labeled.value);
    noteSubject(labeled.value);
  } else {
    m_scope.addParameter(labeled.label, labeled.value);
  }
  endBlock();
  rememberTitle({}, line.number);
  return true;
}

/// "Epoch 1/3", "Epoch: 1/3", "step 5": all of the line.
bool TextReader::readRound(std::string_view text) {
  auto round = roundOf(text);
  if (!round) {
    const auto labeled = labeledValue(PlainLine{text});
    const bool isNamed = labeled && namesRound(labeled->label);
    const std::string_view value = isNamed ? trimmed(labeled->value.substr(0, labeled->value.find('/'))) : "";
    const bool isCounted = isNamed && (value.size() == labeled->value.size() ||
                                       numberOf(trimmed(labeled->value.substr(labeled->value.find('/') + 1))));
    if (!isCounted || !numberOf(value)) {
      return false;
    }
    round = Labeled{.label = labeled->label, .value = value};
  }
  m_scope.openSubject(roundLevel, {});
  m_scope.addParameter(round->label, round->value);
  endBlock();
  return true;
}

/// "Running with batch_size=8, seq_len=128" above values: its words are the title of what follows.
bool TextReader::readStatedParameters(std::string_view text, std::uint32_t line) {
  const std::vector<Labeled> stated = statedParameters(text);
  if (stated.empty()) {
    return false;
  }
  m_scope.openSubject(blockLevel, {});
  for (const Labeled& one : stated) {
    m_scope.addParameter(one.label, one.value);
  }
  m_isBelowParameters = true;
  endBlock();
  rememberTitle(text, line);
  return true;
}

/// "Batch size: 8" above the values that were measured with it.
void TextReader::readLeadingParameter(const Labeled& labeled) {
  if (!m_isBelowParameters) {
    m_scope.openSubject(blockLevel, {});
  }
  m_scope.addParameter(labeled.label, labeled.value);
  m_isBelowParameters = true;
  endBlock();
}

void TextReader::noteSubject(std::string_view subject) {
  constexpr std::size_t maxSubjects = 64;
  if (m_subjects.size() < maxSubjects && std::ranges::find(m_subjects, subject) == m_subjects.end()) {
    m_subjects.emplace_back(subject);
  }
}

bool TextReader::readPart(const SourceLine& line, bool isAboveTable) {
  const std::string_view text = trimmed(line.text);
  if (text.front() == '[') {
    if (const auto label = bracketLabel(text)) {
      m_inConfiguration = false;
      leaveParameter(line);
      m_scope.openSubject(partLevel, label->name);
      for (const Labeled& parameter : label->parameters) {
        m_scope.addParameter(parameter.label, parameter.value);
      }
      noteSubject(label->name);
      rememberTitle(text, line.number);
      return true;
    }
  }
  const auto label = bareLabel(PlainLine{text});
  if (!label) {
    return false;
  }
  m_inConfiguration = namesConfiguration(*label);
  leaveParameter(line);
  if (isAboveTable) {
    m_scope.openSubject(partLevel, *label);
  } else if (!m_inConfiguration) {
    m_scope.openSection(partLevel, *label, line.number);
  }
  rememberTitle(*label, line.number);
  return true;
}

void TextReader::leaveParameter(const SourceLine& line) {
  if (!m_partIndent) {
    return;
  }
  const auto indent = static_cast<std::size_t>(trimmed(line.text).data() - line.text.data());
  if (*m_partIndent == noPartYet) {
    m_partIndent = indent;
  } else if (indent < *m_partIndent) {
    m_scope.close(parameterLevel);
    m_partIndent.reset();
  }
}

}  // namespace kernline::logs
