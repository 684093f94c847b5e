// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/latex_cell.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

/// Returns the position behind the brace or bracket that closes the one at `open`; the end if it is never closed.
std::size_t behindClosing(std::string_view text, std::size_t open) {
  const char opening = text[open];
  const char closing = opening == '{' ? '}' : ']';
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      continue;
    }
    depth += text[i] == opening ? 1 : text[i] == closing ? -1 : 0;
    if (depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

/// The inside of the next "{…}" of `text`, which is taken off.
std::string_view takeArgument(std::string_view& text) {
  text = trimmed(text);
  if (!text.starts_with('{')) {
    return {};
  }
  const std::size_t end = behindClosing(text, 0);
  const std::string_view inside = text.substr(1, end < 2 ? 0 : end - 2);
  text.remove_prefix(end);
  return inside;
}

void skipOption(std::string_view& text) {
  if (text.starts_with('[')) {
    text.remove_prefix(behindClosing(text, 0));
  }
}

std::size_t spanOf(std::string_view text) {
  constexpr std::size_t maxSpan = 64;
  std::size_t span = 1;
  text = trimmed(text);
  std::from_chars(text.data(), text.data() + text.size(), span);
  return std::clamp<std::size_t>(span, 1, maxSpan);
}

/// Whether the command's arguments are invisible.
bool isHidden(std::string_view command) {
  constexpr std::string_view hidden[] = {
      "cite",   "citep",  "citet",    "ref",   "label",        "footnote",    "cellcolor",    "rowcolor",     "color",
      "vspace", "hspace", "cmidrule", "cline", "footnotemark", "specialrule", "arraystretch", "tablefootnote"};
  return std::ranges::find(hidden, command) != std::end(hidden);
}

/// Returns the character that a command without an argument prints.
std::string_view signOf(std::string_view command) {
  constexpr std::pair<std::string_view, std::string_view> signs[] = {{"pm", "±"},
                                                                     {"times", "x"},
                                                                     {"mu", "µ"},
                                                                     {"infty", "inf"},
                                                                     {"textasciitilde", "~"},
                                                                     {"textbackslash", "\\"},
                                                                     {"approx", "~"},
                                                                     {"sim", "~"},
                                                                     {"quad", " "},
                                                                     {"newline", " "}};
  const auto* const found = std::ranges::find(signs, command, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(signs) ? std::string_view{} : found->second;
}

}  // namespace

std::string latexText(std::string_view source) {
  std::string text;
  while (!source.empty()) {
    const char c = source.front();
    source.remove_prefix(1);
    if (c == '~') {
      text += ' ';
    } else if (c != '\\') {
      text += c == '{' || c == '}' || c == '$' ? std::string{} : std::string(1, c);
    } else if (!source.empty() && !isLetter(source.front())) {
      const char escaped = source.front();
      source.remove_prefix(1);
      text += escaped == ',' || escaped == ';' || escaped == '\\' ? ' ' : escaped;
    } else {
      const auto isPart = [](char one) { return isLetter(one) || one == '*'; };
      const auto end = std::ranges::find_if_not(source, isPart);
      const std::string_view command = source.substr(0, static_cast<std::size_t>(end - source.begin()));
      source.remove_prefix(command.size());
      if (isHidden(command)) {
        if (source.starts_with('(')) {
          source.remove_prefix(std::min(source.find(')'), source.size() - 1) + 1);
        }
        skipOption(source);
        takeArgument(source);
      } else {
        text += signOf(command);
        source.remove_prefix(source.starts_with(' ') ? 1 : 0);
      }
    }
  }
  std::string result;
  std::ranges::unique_copy(trimmed(text), std::back_inserter(result),
                           [](char a, char b) { return a == ' ' && b == ' '; });
  return result;
}

std::string_view latexArgument(std::string_view source, std::string_view command) {
  const std::size_t at = source.find(command);
  if (at == std::string_view::npos) {
    return {};
  }
  source.remove_prefix(at + command.size());
  skipOption(source);
  return takeArgument(source);
}

std::vector<LatexCell> latexCells(std::string_view row) {
  constexpr std::string_view multicolumn = "\\multicolumn";
  constexpr std::string_view multirow = "\\multirow";
  std::vector<LatexCell> cells;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= row.size(); ++i) {
    if (i < row.size() && row[i] == '\\') {
      ++i;
      continue;
    }
    if (i < row.size() && row[i] == '{') {
      i = behindClosing(row, i) - 1;
      continue;
    }
    if (i < row.size() && row[i] != '&') {
      continue;
    }
    std::string_view source = trimmed(row.substr(begin, std::min(i, row.size()) - begin));
    begin = i + 1;
    LatexCell cell;
    for (const std::string_view command : {multicolumn, multirow}) {
      const std::size_t at = source.find(command);
      if (at == std::string_view::npos) {
        continue;
      }
      std::string_view rest = source.substr(at + command.size());
      skipOption(rest);
      (command == multicolumn ? cell.columns : cell.rows) = spanOf(takeArgument(rest));
      skipOption(rest);
      takeArgument(rest);  // alignment or width
      skipOption(rest);
      source = takeArgument(rest);
    }
    cell.text = latexText(source);
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace kernline::logs
