// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/find_lines.h"

#include <algorithm>
#include <string>

namespace kernline::ui {
namespace {

void fold(std::string& text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

std::uint32_t lineEnds(std::string_view text) {
  return static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
}

/// Lines of `piece`, which begins with line `first`.
void findIn(std::string_view piece, std::uint32_t first, std::string_view text, std::vector<std::uint32_t>& found) {
  std::size_t counted = 0;
  std::uint32_t line = first;
  for (std::size_t at = piece.find(text); at != std::string_view::npos && found.size() < maxFoundLines;) {
    line += lineEnds(piece.substr(counted, at - counted));
    found.push_back(line);
    counted = at;
    const std::size_t end = piece.find('\n', at);
    at = end == std::string_view::npos ? end : piece.find(text, end);
  }
}

}  // namespace

std::vector<std::uint32_t> findLines(const Log& log, std::string_view text, const std::stop_token& stop) {
  std::vector<std::uint32_t> found;
  std::string wanted{text};
  fold(wanted);
  std::uint32_t line = 1;
  while (!wanted.empty() && line <= log.lineCount() && found.size() < maxFoundLines && !stop.stop_requested()) {
    const std::uint32_t last =
        (line - 1) / linesPerMark * linesPerMark + linesPerMark;  // up to where reading is direct
    std::string piece = log.lines(line, last);
    fold(piece);
    findIn(piece, line, wanted, found);
    const std::uint32_t read = lineEnds(piece);
    line = read >= last - line || read == 0 ? last + 1 : line + read;  // a piece ends early within very long lines
  }
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace kernline::ui
