// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace kernline {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  return value == nullptr ? std::string() : std::string(value);
}

std::vector<std::string> temporaryFolders() {
  std::vector<std::string> folders;
  if (const std::string chosen = environment("TMPDIR"); !chosen.empty()) {
    folders.push_back(chosen);
  }
  if (const std::string cache = environment("XDG_CACHE_HOME"); !cache.empty()) {
    folders.push_back(cache + "/kernline");
  } else if (const std::string home = environment("HOME"); !home.empty()) {
    folders.push_back(home + "/.cache/kernline");
  }
  folders.insert(folders.end(), {"/var/tmp", "/tmp"});
  return folders;
}

int openNamelessFile(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    return descriptor;
  }
  std::string name = folder + "/kernline-XXXXXX";  // file systems without O_TMPFILE, some overlays among them
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) {
    unlink(name.c_str());
  }
  return named;
}

}  // namespace

Expected<int> openTemporaryFile() {
  for (const std::string& folder : temporaryFolders()) {
    std::error_code ignored;  // whether the folder is there shows when it is opened
    std::filesystem::create_directories(folder, ignored);
    const int descriptor = openNamelessFile(folder);
    if (descriptor >= 0) {
      return descriptor;
    }
  }
  return std::unexpected(
      Error{Error::Kind::Unreadable, Phrase::tr("No writable temporary folder. Set TMPDIR, or unpack the file first")});
}

}  // namespace kernline
