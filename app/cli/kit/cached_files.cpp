// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/cached_files.h"

#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/output.h"
#include "core/model/base/file_state.h"
#include "core/model/base/freed_memory.h"
#include "core/model/base/memory_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <list>
#include <optional>
#include <system_error>
#include <utility>

namespace kernline::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maxFilesOfFolder = 20'000;  // limit of files looked at in a folder

struct CachedFile {
  std::string key;
  std::any value;
  std::vector<std::string> said;
};

struct CachedFiles {
  std::size_t count = 0;
  std::size_t maxMemory = 0;
  std::list<CachedFile> files;  ///< most recently used first
};

CachedFiles& cachedFiles() {
  static CachedFiles kept;
  return kept;
}

std::vector<const PinnedFile*>& pinnedFiles() {
  static std::vector<const PinnedFile*> held;
  return held;
}

std::string stateOf(const fs::path& path) {
  const std::optional<FileState> state = fileState(path.native());
  return state ? fmt::format("|{} {} {}", state->bytes, state->number, state->modifiedNs) : std::string();
}

/// Returns the state of all files in a folder, of an archive for its member, of the folder for ranks with a "#";
/// nullopt if there are too many.
std::optional<std::string> stateBehind(fs::path path) {
  std::error_code error;
  while (path.has_relative_path() && !fs::exists(path, error)) {
    path = path.parent_path();
  }
  if (!fs::is_directory(path, error)) {
    return stateOf(path);
  }
  std::vector<std::string> files;
  fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (files.size() == maxFilesOfFolder) {
      return std::nullopt;
    }
    files.push_back(at->path().native() + stateOf(at->path()));
  }
  std::ranges::sort(files);
  std::string state;
  for (const std::string& file : files) {
    state += "|" + file;
  }
  return state;
}

std::optional<std::string> keyOf(const std::string& kind, const std::vector<std::string>& paths) {
  std::string key = kind;
  for (const std::string& path : paths) {
    const std::optional<std::string> state = stateBehind(path);
    if (!state) {
      return std::nullopt;
    }
    key += "\n" + path + *state;
  }
  return key;
}

std::vector<std::string> saidSoFar() {
  const CapturedAnswer* const answer = CapturedAnswer::current();
  return answer == nullptr ? std::vector<std::string>() : answer->diagnostics();
}

void makeRoomFor(CachedFile file) {
  std::list<CachedFile>& files = cachedFiles().files;
  files.push_front(std::move(file));
  if (files.size() > cachedFiles().count) {
    files.pop_back();
  }
}

}  // namespace

void keepFiles(std::size_t count, std::size_t maxMemory) {
  cachedFiles().count = count;
  cachedFiles().maxMemory = maxMemory;
}

void forgetFiles() {
  cachedFiles().files.clear();
}

PinnedFile::PinnedFile(std::string kind, std::vector<std::string> paths, std::any value)
    : m_kind(std::move(kind)), m_paths(std::move(paths)), m_value(std::move(value)) {
  pinnedFiles().push_back(this);
}

PinnedFile::~PinnedFile() {
  std::erase(pinnedFiles(), this);
}

bool areFilesKept() {
  return cachedFiles().count > 0;
}

std::any cachedOrRead(const std::string& kind, const std::vector<std::string>& paths,
                      const std::function<std::any()>& read) {
  const auto held =
      std::ranges::find_if(pinnedFiles(), [&](const PinnedFile* file) { return file->isOf(kind, paths); });
  if (held != pinnedFiles().end()) {
    return (*held)->value();
  }
  const std::optional<std::string> key = areFilesKept() ? keyOf(kind, paths) : std::nullopt;
  if (!key) {
    return read();
  }
  std::list<CachedFile>& files = cachedFiles().files;
  const auto found = std::ranges::find(files, *key, &CachedFile::key);
  if (found != files.end()) {
    files.splice(files.begin(), files, found);
    for (const std::string& sentence : found->said) {  // cached only for captured output
      printError(sentence);
    }
    return found->value;
  }
  if (ownMemory() > cachedFiles().maxMemory) {
    files.clear();
    giveBackFreedMemory();
  }
  const std::size_t before = saidSoFar().size();
  std::any value = read();
  if (value.has_value()) {
    std::vector<std::string> said = saidSoFar();
    said.erase(said.begin(), std::next(said.begin(), static_cast<std::ptrdiff_t>(before)));
    makeRoomFor({.key = *key, .value = value, .said = std::move(said)});
  }
  return value;
}

}  // namespace kernline::cli
