// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/matrix_reader.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_line.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::uint32_t titleReachOfMatrix = 3;  // lines
constexpr std::string_view defaultDevice = "device";

bool isDeviceNumber(std::string_view text) {
  constexpr std::size_t maxDigits = 4;
  return !text.empty() && text.size() <= maxDigits && std::ranges::all_of(text, isDigit);
}

struct MatrixHead {
  std::string corner;  ///< "D\D", "GPU"; empty if there is none
  std::vector<std::string> columns;
};

/// "D\D  0  1  2": numbers of devices from 0.
std::optional<MatrixHead> matrixHead(std::string_view line) {
  MatrixHead head;
  const std::string_view text = trimmed(line);
  if (!isDeviceNumber(text.substr(std::max(text.rfind(' ') + 1, text.rfind('\t') + 1)))) {
    return std::nullopt;
  }
  std::vector<Field> words = wordsOf(line);
  if (!words.empty() && !isDeviceNumber(words.front().text)) {
    head.corner = words.front().text;
    words.erase(words.begin());
  }
  for (const Field& word : words) {
    if (word.text != std::to_string(head.columns.size())) {
      return std::nullopt;
    }
    head.columns.emplace_back(word.text);
  }
  return head.columns.empty() ? std::nullopt : std::optional(std::move(head));
}

/// "GPU" of "GPU(row) -> CPU(column)" for `part` "(row)".
std::string deviceOfPart(std::string_view title, std::string_view part) {
  const std::size_t at = title.find(part);
  if (at == std::string_view::npos) {
    return std::string{defaultDevice};
  }
  const std::string_view before = title.substr(0, at);
  return std::string{before.substr(before.find_last_of(' ') + 1)};
}

}  // namespace

/// The text above line `head`: it must end with a unit, but for remarks behind it.
std::optional<MatrixReader::Title> MatrixReader::titleAbove(std::uint32_t head, const LinesAbove& above) {
  for (std::uint32_t i = 1; i <= titleReachOfMatrix && i < head; ++i) {
    const std::string* const line = above.at(head - i);
    if (line == nullptr) {
      break;
    }
    const std::string_view text = trimmed(*line);
    if (text.empty()) {
      continue;
    }
    auto labeled = unitInLabel(text);
    std::string withBrackets;
    if (!labeled) {
      const std::size_t blank = text.find_last_of(' ');
      withBrackets = blank == std::string_view::npos
                         ? std::string{}
                         : std::string{text.substr(0, blank)} + " (" + std::string{text.substr(blank + 1)} + ")";
      labeled = unitInLabel(withBrackets);
    }
    if (!labeled) {
      return std::nullopt;
    }
    std::string value = "value";
    for (const Field& word : wordsOf(labeled->label)) {
      value = namesMeasure(word.text) ? std::string{word.text} : value;
    }
    return Title{.text = std::string{labeled->label},
                 .value = value + " (" + std::string{labeled->unit} + ")",
                 .row = deviceOfPart(text, "(row)"),
                 .column = deviceOfPart(text, "(column)")};
  }
  return std::nullopt;
}

bool MatrixReader::begin(const SourceLine& row, const LinesAbove& above, Scope& scope) {
  const std::string* const next = above.at(row.number - 1);
  auto head = next != nullptr ? matrixHead(*next) : std::nullopt;
  if (!head) {
    return false;
  }
  const std::vector<Field> words = wordsOf(row.text);
  const bool isRow = words.size() == head->columns.size() + 1 && isDeviceNumber(words.front().text) &&
                     std::all_of(words.begin() + 1, words.end(), [](const Field& word) {
                       return numberOf(word.text).has_value() || isNoValue(word.text);
                     });
  if (!isRow) {
    return false;
  }
  const bool isOfPairs = head->corner.contains('\\') || head->corner.contains('/');
  auto title = titleAbove(row.number - 1, above);
  const bool goesOn = !title && m_lastLine != 0 && row.number - m_lastLine <= titleReachOfMatrix;
  if (!title && !goesOn && (!isOfPairs || head->columns.size() < 2)) {
    return false;
  }
  if (title) {
    m_title = std::move(*title);
  } else if (!goesOn) {
    m_title = {.text = {}, .value = "value", .row = std::string{defaultDevice}, .column = std::string{defaultDevice}};
  }
  m_columns = std::move(head->columns);
  std::string text = m_title.text;
  if (!head->corner.empty() && !isOfPairs) {
    text += (text.empty() ? "" : ", ") + head->corner;
  }
  m_test = text.empty() ? m_title.value : text;
  m_table.emplace(m_log, OpenTable::Beginning{.head = {"test", "row", "column", m_title.value},
                                              .layout = RowLayout{RowLayout::Kind::Tabs},
                                              .title = std::move(text),
                                              .context = scope.context(),
                                              .line = row.number - 1,
                                              .offset = row.offset});
  return true;
}

bool MatrixReader::addRow(const SourceLine& line) {
  const std::vector<Field> words = wordsOf(line.text);
  if (words.size() != m_columns.size() + 1 || !isDeviceNumber(words.front().text)) {
    return false;
  }
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const std::string cells = m_test + "\t" + m_title.row + " " + std::string{words.front().text} + "\t" +
                              m_title.column + " " + m_columns[i] + "\t" + std::string{words[i + 1].text};
    SourceLine row = line;
    row.text = cells;
    if (m_table->take(row) != OpenTable::Taken::Line) {
      return false;
    }
  }
  return true;
}

bool MatrixReader::take(const SourceLine& line, const LinesAbove& above, Scope& scope) {
  if (!m_table && ((line.marks & hasDigit) == 0 || (line.marks & hasBar) != 0 || !begin(line, above, scope))) {
    return false;
  }
  if (addRow(line)) {
    m_lastLine = line.number;
    return true;
  }
  finish();
  return false;
}

void MatrixReader::finish() {
  if (m_table) {
    static_cast<void>(m_table->finish(false));
    m_table.reset();
  }
}

}  // namespace kernline::logs
