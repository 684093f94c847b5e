// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/autotune_reader.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

namespace {

constexpr std::string_view autotuneMark = "AUTOTUNE ";

/// "BLOCK_K=64, ACC_TYPE='tl.float32'" as cells.
void addOptions(std::string_view text, MadeTable::Cells& cells) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(", "), text.size());
    const std::string_view option = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      continue;
    }
    std::string_view value = option.substr(equals + 1);
    if (value.size() > 1 && value.front() == '\'' && value.back() == '\'') {
      value = value.substr(1, value.size() - 2);
    }
    cells.emplace_back(option.substr(0, equals), value);
  }
}

}  // namespace

bool AutotuneReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (text.starts_with(autotuneMark)) {
    const std::string_view what = text.substr(autotuneMark.size());
    const std::size_t open = what.find('(');
    if (open == std::string_view::npos || open == 0 || !what.ends_with(')') || what.substr(0, open).contains(' ')) {
      return false;
    }
    finish();
    m_isOpen = true;
    m_operation = what.substr(0, open);
    m_shapes = what.substr(open + 1, what.size() - open - 2);
    m_place = {.title = std::string{text}, .context = scope.context(), .line = line.number, .offset = line.offset};
    return true;
  }
  if (!m_isOpen) {
    return false;
  }
  if (m_table.isEmpty() && (text.starts_with("strides: ") || text.starts_with("dtypes: "))) {
    return true;
  }
  if (takeChoice(line)) {
    return true;
  }
  const bool isEnd = text.contains("AUTOTUNE benchmarking takes ");
  finish();
  return isEnd;
}

bool AutotuneReader::takeChoice(const SourceLine& line) {
  constexpr std::size_t figures = 4;  // a name, a time, its unit, a share
  const std::vector<Field> words = wordsOf(line.text);
  const auto isNumber = [](std::string_view text) { return numberOf(text).has_value() || isNoValue(text); };
  if (words.size() < figures || !isNumber(words[1].text) || words[2].text != "ms" || !words[3].text.ends_with('%')) {
    return false;
  }
  const std::string_view time = words[1].text;
  MadeTable::Cells cells{{"operation", m_operation},
                         {"shapes", m_shapes},
                         {"choice", std::string{words[0].text}},
                         {"time (ms)", std::string{time}},
                         {"share of best (%)", std::string{words[3].text}}};
  addOptions(trimmed(line.text.substr(words[3].end)), cells);
  m_table.addRow(std::move(cells), line.number);
  return true;
}

void AutotuneReader::finish() {
  m_isOpen = false;
  m_table.write(m_log, std::exchange(m_place, {}));
}

}  // namespace kernline::logs
