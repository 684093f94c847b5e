// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/commented_table.h"

#include "core/import/log/fields.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t maxComments = 4;
constexpr std::size_t minColumns = 3;
constexpr std::size_t minNamed = 2;  // names with units in brackets

/// Returns the words of a comment, with their positions in its line.
std::vector<Field> wordsOfComment(const std::string& comment) {
  std::vector<Field> words = wordsOf(comment);
  if (!words.empty() && words.front().text == "#") {
    words.erase(words.begin());
  } else if (!words.empty() && words.front().text.starts_with('#')) {
    words.front().text.remove_prefix(1);
  }
  return words;
}

/// "GPU 0" is one cell of a row of dcgmi.
std::vector<Field> cellsOfRow(std::string_view row) {
  std::vector<Field> cells = wordsOf(row);
  return !cells.empty() && isLetter(cells.front().text.front()) ? fieldsOf(row) : cells;
}

/// Whether the text is a unit as nvidia-smi prints it below the names of columns, without brackets.
bool isBareUnit(std::string_view text) {
  constexpr std::string_view units[] = {"%", "W", "C", "MHz", "MB", "MB/s", "GB/s"};
  return std::ranges::find(units, text) != std::end(units);
}

/// "Idx W C % MHz", one word for each of the names above it.
bool areBareUnits(const std::vector<Field>& words, const std::vector<Field>& names) {
  return words.size() == names.size() &&
         std::ranges::any_of(words, [](const Field& word) { return isBareUnit(word.text); });
}

/// "ID" below dcgmi's names.
bool isBelowEntity(std::string_view text) {
  return lowered(text.substr(0, text.find(' '))) == "id" && std::ranges::none_of(text, isDigit);
}

bool isNumberWord(std::string_view text) {
  return numberOf(text).has_value();
}

bool areNames(const std::vector<Field>& words) {
  return std::ranges::none_of(words,
                              [](const Field& word) { return isNumberWord(word.text) || word.text.contains(':'); });
}

bool areUnits(const std::vector<Field>& words) {
  return !words.empty() && std::ranges::all_of(words, [](const Field& word) {
    return word.text.starts_with('(') && word.text.ends_with(')');
  });
}

/// The column whose name ends where `unit` does, or next to there.
std::size_t nearestTo(const Field& unit, const std::vector<Field>& names) {
  const auto far = [&](const Field& name) { return name.end > unit.end ? name.end - unit.end : unit.end - name.end; };
  return static_cast<std::size_t>(std::ranges::min_element(names, {}, far) - names.begin());
}

/// Names that are there as often as there are parts above get the part that they are of.
void addPartsAbove(const std::vector<Field>& parts, std::vector<std::string>& names) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& name : names) {
    ++counts[name];
  }
  std::map<std::string, std::size_t> seen;
  for (std::string& name : names) {
    if (parts.size() > 1 && counts[name] == parts.size()) {
      const std::size_t part = seen[name]++;
      name.insert(0, std::string{parts[part].text} + " ");
    }
  }
}

}  // namespace

/// The names of the columns of `row` in the comments above it; none if they have none.
std::vector<std::string> CommentedTableReader::headFor(std::string_view row) const {
  const std::vector<Field> cells = cellsOfRow(row);
  const bool isRow = cells.size() >= minNamed && isNumberWord(cells[isLetter(row.front()) ? 1 : 0].text);
  if (!isRow) {
    return {};
  }
  for (std::size_t i = m_comments.size(); i-- > 0;) {
    std::vector<Field> words = wordsOfComment(m_comments[i]);
    if (words.size() != cells.size() && m_comments[i].contains('(')) {
      words = fieldsOf(std::string_view{m_comments[i]}.substr(1));  // "# Size          Latency (us)"
    }
    if (cells.size() < minColumns && !(words.size() == cells.size() && m_comments[i].contains('('))) {
      return {};
    }
    if (areUnits(words) || words.empty()) {
      continue;
    }
    if (words.size() != cells.size() || !areNames(words)) {
      return {};
    }
    std::vector<std::string> names;
    if (i > 0) {
      const std::vector<Field> above = wordsOfComment(m_comments[i - 1]);
      if (areBareUnits(words, above)) {
        for (std::size_t k = 0; k < words.size(); ++k) {
          const std::string unit{words[k].text};
          names.push_back(std::string{above[k].text} + (isBareUnit(unit) ? " (" + unit + ")" : ""));
        }
        return names;
      }
    }
    for (const Field& word : words) {
      names.emplace_back(word.text);
    }
    if (i > 0) {
      addPartsAbove(wordsOfComment(m_comments[i - 1]), names);
    }
    if (i + 1 < m_comments.size()) {
      for (const Field& unit : wordsOfComment(m_comments[i + 1])) {
        names[nearestTo(unit, words)] += " " + std::string{unit.text};
      }
    }
    return names;
  }
  return {};
}

bool CommentedTableReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (text.starts_with('#')) {
    if (m_table && std::ranges::find(m_head, line.text) != m_head.end()) {
      return true;  // tools that watch print their heads again
    }
    closeTable();
    m_comments.emplace_back(line.text);
    if (m_comments.size() > maxComments) {
      m_comments.erase(m_comments.begin());
    }
    return false;
  }
  if ((m_table || !m_comments.empty()) && isBelowEntity(text)) {
    return true;
  }
  if (!m_table) {
    std::vector<std::string> head = text.empty() || m_comments.empty() ? std::vector<std::string>{} : headFor(text);
    m_head = std::exchange(m_comments, {});
    if (head.empty()) {
      return false;
    }
    m_table.emplace(m_log, OpenTable::Beginning{.head = std::move(head),
                                                .layout = RowLayout{RowLayout::Kind::Tabs},
                                                .title = {},
                                                .context = scope.context(),
                                                .line = line.number,
                                                .offset = line.offset});
  }
  std::string cells;
  for (const Field& word : cellsOfRow(text)) {
    cells += (cells.empty() ? "" : "\t") + std::string{word.text};
  }
  SourceLine row = line;
  row.text = cells;
  if (m_table->take(row) == OpenTable::Taken::Line && !text.empty()) {
    return true;
  }
  closeTable();
  return false;
}

void CommentedTableReader::finish() {
  m_comments.clear();
  closeTable();
}

void CommentedTableReader::closeTable() {
  if (m_table) {
    static_cast<void>(m_table->finish(false));
    m_table.reset();
  }
}

}  // namespace kernline::logs
