// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/file_names.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>

namespace kernline {

namespace {

// Endings, and words that say what is in a file.
constexpr auto kindWords = std::to_array<std::string_view>({
    "chakra",   "csv",      "db",      "details", "dump",   "et",       "execution", "gz",    "html",
    "json",     "jsonl",    "kineto",  "log",     "mem",    "memory",   "ncu",       "nsys",  "out",
    "pb",       "perfetto", "pftrace", "pickle",  "pkl",    "prof",     "profile",   "pt",    "qdrep",
    "raw",      "rep",      "report",  "repz",    "sqlite", "snapshot", "summary",   "table", "tables",
    "timeline", "torch",    "trace",   "txt",     "xplane", "zst",
});

bool isKindWord(std::string_view word) {
  return std::ranges::find(kindWords, word) != kindWords.end();
}

}  // namespace

std::string stemOf(std::string_view name) {
  const std::string file = lowered(fileNameOf(name));
  std::string stem;
  for (std::size_t at = 0; at <= file.size();) {
    const std::size_t end = std::min(file.find_first_of("_-. ", at), file.size());
    const std::string_view word = std::string_view(file).substr(at, end - at);
    if (!word.empty() && !isKindWord(word)) {
      stem.append(stem.empty() ? "" : "_").append(word);
    }
    at = end + 1;
  }
  return stem;
}

std::string_view folderOf(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
}

std::size_t distanceBetween(std::string_view name, std::string_view other) {
  const auto folders = [](std::string_view path) { return static_cast<std::size_t>(std::ranges::count(path, '/')); };
  const auto [differ, ignored] = std::ranges::mismatch(name, other);
  const std::size_t shared = folders(name.substr(0, static_cast<std::size_t>(differ - name.begin())));
  return folders(name) + folders(other) - 2 * shared;
}

}  // namespace kernline
