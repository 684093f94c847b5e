// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/latex_reader.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::string_view endOfTabular = "\\end{";

bool isTabular(std::string_view name) {
  constexpr std::string_view names[] = {"tabular", "tabular*", "tabularx", "tabulary", "longtable", "array"};
  return std::ranges::find(names, name) != std::end(names);
}

/// "tabular" of "\begin{tabular}{lrr}"; empty if it begins no table.
std::string_view begunTabular(std::string_view text) {
  const std::string_view name = latexArgument(text, "\\begin");
  return isTabular(name) ? name : std::string_view{};
}

/// A comment goes, an escaped "\%" stays.
std::string_view withoutLatexComment(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (at == 0 || text[at - 1] != '\\') {
      return text.substr(0, at);
    }
  }
  return text;
}

/// Returns the length of the rule that `text` begins with; 0 if there is none.
std::size_t ruleLength(std::string_view text) {
  for (const std::string_view rule : {"\\toprule", "\\midrule", "\\bottomrule", "\\hline"}) {
    if (text.starts_with(rule) && (text.size() == rule.size() || !isLetter(text[rule.size()]))) {
      return rule.size();
    }
  }
  return 0;
}

}  // namespace

bool LatexReader::take(const SourceLine& line, Scope& scope) {
  constexpr std::size_t maxLines = 5000;
  std::string_view text = withoutLatexComment(trimmed(line.text));
  if (!m_isOpen) {
    if (!text.starts_with('\\')) {
      return false;
    }
    if (const std::string_view caption = latexArgument(text, "\\caption"); !caption.empty()) {
      m_caption = latexText(caption);
    }
    const std::size_t at = text.find("\\begin{");
    const std::string_view name = at == std::string_view::npos ? std::string_view{} : begunTabular(text.substr(at));
    if (name.empty()) {
      return false;
    }
    m_isOpen = true;
    m_place = {
        .title = std::exchange(m_caption, {}), .context = scope.context(), .line = line.number, .offset = line.offset};
    // Columns and widths end where their braces do; rows may begin in the same line.
    text = text.substr(text.find('}', at) + 1);
    while (trimmed(text).starts_with('{') || trimmed(text).starts_with('[')) {
      const std::size_t close = text.find(trimmed(text).starts_with('{') ? '}' : ']');
      text = text.substr(std::min(close, text.size() - 1) + 1);
    }
  }
  if (text.starts_with("\\caption")) {
    m_place.title = latexText(latexArgument(text, "\\caption"));  // caption of a longtable
    return true;
  }
  const std::size_t end = text.find(endOfTabular);
  takeText(text.substr(0, end), line.number);
  if (end != std::string_view::npos || line.number - m_place.line > maxLines) {
    finish();
  }
  return true;
}

void LatexReader::takeText(std::string_view text, std::uint32_t line) {
  while (!text.empty()) {
    text = m_row.empty() ? trimmed(text) : text;
    if (const std::size_t rule = m_row.empty() ? ruleLength(text) : 0; rule > 0) {
      settleHead(m_aboveRule.size());
      text.remove_prefix(rule);
      continue;
    }
    m_rowLine = m_row.empty() ? line : m_rowLine;
    const std::size_t end = text.find("\\\\");
    m_row += text.substr(0, end);
    m_row += ' ';
    if (end == std::string_view::npos) {
      return;
    }
    text.remove_prefix(end + 2);
    if (text.starts_with('[')) {  // the space below a row
      text.remove_prefix(std::min(text.find(']'), text.size() - 1) + 1);
    }
    endRow(m_rowLine);
  }
}

void LatexReader::endRow(std::uint32_t line) {
  const std::vector<LatexCell> cells = latexCells(std::exchange(m_row, {}));
  if (std::ranges::all_of(cells, [](const LatexCell& cell) { return cell.text.empty(); })) {
    return;
  }
  if (m_head.empty()) {
    m_aboveRule.emplace_back(cells, line);
  } else {
    addRow(cells, line);
  }
}

/// The first `count` rows are the head, those behind them are rows.
void LatexReader::settleHead(std::size_t count) {
  const std::vector<std::pair<std::vector<LatexCell>, std::uint32_t>> rows = std::exchange(m_aboveRule, {});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i < count) {
      addToHead(rows[i].first);
    } else {
      addRow(rows[i].first, rows[i].second);
    }
  }
}

void LatexReader::addToHead(const std::vector<LatexCell>& cells) {
  std::size_t column = 0;
  for (const LatexCell& cell : cells) {
    for (std::size_t i = 0; i < cell.columns && column < MadeTable::maxColumns; ++i, ++column) {
      m_head.resize(std::max(m_head.size(), column + 1));
      m_head[column] += (m_head[column].empty() || cell.text.empty() ? "" : " ") + cell.text;
    }
  }
}

void LatexReader::addRow(const std::vector<LatexCell>& cells, std::uint32_t line) {
  if (cells.size() == 1) {
    m_group = cells.front().text;  // a heading among the rows
    return;
  }
  m_spanning.resize(m_head.size());
  MadeTable::Cells row;
  if (!m_group.empty()) {
    row.emplace_back("group", m_group);
  }
  std::size_t column = 0;
  for (const LatexCell& cell : cells) {
    for (std::size_t i = 0; i < cell.columns && column < m_head.size(); ++i, ++column) {
      Spanning& above = m_spanning[column];
      std::string text = cell.text;
      if (cell.rows > 1) {
        above = {.text = cell.text, .rows = cell.rows - 1};
      } else if (above.rows > 0) {
        --above.rows;
        text = text.empty() ? above.text : text;
      }
      const std::string name = m_head[column].empty() ? "column " + std::to_string(column + 1) : m_head[column];
      const bool isTwice = std::ranges::any_of(row, [&](const auto& one) { return one.first == name; });
      row.emplace_back(isTwice ? name + " " + std::to_string(column + 1) : name, std::move(text));
    }
  }
  m_table.addRow(std::move(row), line);
}

void LatexReader::finish() {
  if (m_isOpen && !trimmed(m_row).empty()) {
    endRow(m_rowLine);
  }
  settleHead(1);  // heads without a rule below
  m_isOpen = false;
  m_row.clear();
  m_group.clear();
  m_head.clear();
  m_spanning.clear();
  m_table.write(m_log, std::exchange(m_place, {}));
}

}  // namespace kernline::logs
