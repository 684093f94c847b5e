// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/html_tables.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kernline::records {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string decoded(std::string_view text) {
  constexpr std::pair<std::string_view, char> entities[] = {{"&lt;", '<'},   {"&gt;", '>'},   {"&amp;", '&'},
                                                            {"&quot;", '"'}, {"&#39;", '\''}, {"&nbsp;", ' '}};
  std::string result;
  while (!text.empty()) {
    const auto* found = std::ranges::find_if(entities, [&](const auto& one) { return text.starts_with(one.first); });
    if (found != std::end(entities)) {
      result += found->second;
      text.remove_prefix(found->first.size());
      continue;
    }
    const char c = text.front();
    result += c == '\n' || c == '\r' || c == '\t' || c == '|' ? ' ' : c;
    text.remove_prefix(1);
  }
  return std::string{trimmed(result)};
}

/// Returns the rows between <table> and </table> by walking over its tags.
Rows rowsOf(std::string_view table) {
  Rows rows;
  bool isInCell = false;
  std::string cell;
  const auto closeCell = [&] {
    if (std::exchange(isInCell, false) && !rows.empty()) {
      rows.back().push_back(decoded(std::exchange(cell, {})));
    }
  };
  for (std::size_t at = 0; at < table.size();) {
    if (table[at] != '<') {
      const std::size_t next = std::min(table.find('<', at), table.size());
      if (isInCell) {
        cell += table.substr(at, next - at);
      }
      at = next;
      continue;
    }
    const std::size_t end = std::min(table.find('>', at), table.size() - 1);
    const std::string tag = lowered(table.substr(at + 1, std::min<std::size_t>(end - at - 1, 3)));
    if (tag.starts_with("tr") || tag.starts_with("/tr")) {
      closeCell();
      if (tag.starts_with("tr")) {
        rows.emplace_back();
      }
    } else if ((tag.starts_with("th") && tag != "the") || tag.starts_with("td")) {
      closeCell();
      isInCell = true;
    } else if (tag == "/th" || tag == "/td") {
      closeCell();
    }
    at = end + 1;
  }
  closeCell();
  std::erase_if(rows, [](const auto& row) { return row.empty(); });
  return rows;
}

std::string lineOf(const std::vector<std::string>& cells, std::size_t from) {
  std::string line = "|";
  for (std::size_t i = from; i < cells.size(); ++i) {
    line += " " + cells[i] + " |";
  }
  return line + "\n";
}

std::string linesOf(const Rows& rows) {
  if (rows.size() < 2) {
    return {};
  }
  // Data frames number their rows below an empty head; names and sizes there say which row is which.
  bool areNumbered = true;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::string& first = rows[r].front();
    areNumbered = areNumbered && (first == std::to_string(r - 1) || first.empty() || first == "...");
  }
  const bool isUnnamed = rows.front().front().empty();
  const std::size_t from = isUnnamed && areNumbered ? 1 : 0;
  std::vector<std::string> head = rows.front();
  if (isUnnamed) {
    head.front() = "index";
  }
  std::string text = lineOf(head, from) + "|";
  for (std::size_t i = from; i < rows.front().size(); ++i) {
    text += "---|";
  }
  text += "\n";
  for (std::size_t r = 1; r < rows.size(); ++r) {
    text += lineOf(rows[r], from);
  }
  return text + "\n";
}

}  // namespace

std::string tablesOfHtml(std::string_view html) {
  std::string text;
  for (std::size_t at = html.find("<table"); at != std::string_view::npos; at = html.find("<table", at)) {
    const std::size_t end = std::min(html.find("</table", at), html.size());
    text += linesOf(rowsOf(html.substr(at, end - at)));
    at = end;
  }
  return text;
}

}  // namespace kernline::records
