// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/compile_log.h"

#include <charconv>

namespace kernline::recorder {

namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text = text.substr(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t indentation(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? line.size() : first;
}

/// NVRTC repeats the line of the source, shifted, with a caret below where it stopped.
int columnOf(const std::vector<std::string_view>& log, std::size_t at, const std::vector<std::string_view>& source,
             int line) {
  if (at + 2 >= log.size() || line < 1 || static_cast<std::size_t>(line) > source.size()) {
    return 0;
  }
  const std::size_t caret = log[at + 2].find('^');
  const std::size_t shown = indentation(log[at + 1]);
  if (caret == std::string_view::npos || caret < shown) {
    return 0;
  }
  return static_cast<int>(caret - shown + indentation(source[static_cast<std::size_t>(line - 1)]) + 1);
}

std::string codeAt(const std::vector<std::string_view>& source, int line) {
  const auto at = static_cast<std::size_t>(line) - 1;
  return line < 1 || at >= source.size() ? std::string() : std::string(source[at]);
}

}  // namespace

std::vector<CompileError> compileErrors(std::string_view log, std::string_view path, std::string_view source) {
  const std::vector<std::string_view> lines = linesOf(log);
  const std::vector<std::string_view> sourceLines = linesOf(source);
  std::vector<CompileError> errors;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // path(12): error: text
    if (!lines[i].starts_with(path) || !lines[i].substr(path.size()).starts_with('(')) {
      continue;
    }
    const std::string_view rest = lines[i].substr(path.size() + 1);
    int line = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    const std::string_view after = rest.substr(static_cast<std::size_t>(end - rest.data()));
    const std::size_t error = after.find("error");
    const std::size_t colon = after.find(": ", error);
    if (problem != std::errc{} || !after.starts_with(')') || error == std::string_view::npos ||
        colon == std::string_view::npos) {
      continue;
    }
    errors.push_back({.text = std::string(after.substr(colon + 2)),
                      .line = line,
                      .column = columnOf(lines, i, sourceLines, line),
                      .code = codeAt(sourceLines, line)});
  }
  if (errors.empty()) {
    errors.push_back({.text = std::string(log.substr(0, 2000)), .line = 0, .column = 0, .code = {}});
  }
  return errors;
}

}  // namespace kernline::recorder
