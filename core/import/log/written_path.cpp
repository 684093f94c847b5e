// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/written_path.h"

#include "core/import/log/byte_set.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <array>

namespace kernline::logs {

bool canNameFile(std::string_view text) {
  constexpr std::size_t maxLineLength = 4096;
  static constexpr ByteSet lastLetters{"nvzpeltk.\"')`,"};
  return !text.empty() && text.size() <= maxLineLength && lastLetters.has(text.back()) && writtenPath(text).has_value();
}

std::optional<std::string_view> writtenPath(std::string_view value) {
  static constexpr std::array<std::string_view, 13> endings{".json",  ".json.gz",  ".csv",    ".tsv", ".nsys-rep",
                                                            ".qdrep", ".sqlite",   ".pickle", ".pkl", ".ncu-rep",
                                                            ".html",  ".pt.trace", ".pftrace"};
  constexpr std::string_view behind = ".,\"')`";
  constexpr std::string_view before = "\"'(`";
  constexpr std::size_t maxPathLength = 4096;
  std::string_view path = trimmed(value);
  while (!path.empty() && behind.find(path.back()) != std::string_view::npos) {
    path.remove_suffix(1);
  }
  // Runs for most lines of a log, so the ending comes first.
  constexpr std::size_t maxExtensionLength = 9;
  if (path.substr(path.size() - std::min(path.size(), maxExtensionLength)).find('.') == std::string_view::npos) {
    return std::nullopt;
  }
  if (std::ranges::none_of(endings, [path](std::string_view ending) { return path.ends_with(ending); })) {
    return std::nullopt;
  }
  // The beginning distinguishes a path with blanks from a sentence.
  if (!path.starts_with('/') && !path.starts_with("./")) {
    const std::size_t blank = path.find_last_of(" \t");
    path.remove_prefix(blank == std::string_view::npos ? 0 : blank + 1);
  }
  while (!path.empty() && before.find(path.front()) != std::string_view::npos) {
    path.remove_prefix(1);
  }
  return !path.empty() && path.size() <= maxPathLength ? std::optional(path) : std::nullopt;
}

}  // namespace kernline::logs
