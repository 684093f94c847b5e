// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_files.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

namespace kernline::test {

namespace fs = std::filesystem;

std::string fixture(std::string_view name) {
  return std::string(KERNLINE_SOURCE_DIR "/tests/fixtures/").append(name);
}

namespace {

constexpr std::string_view xzEnding = ".xz";

/// Where the rest of the collection is.
fs::path elsewhere() {
  const char* const named = std::getenv("KERNLINE_TEST_DATA");
  return named == nullptr ? fs::path(KERNLINE_SHARED_DIR) : fs::path(named);
}

std::array<fs::path, 2> collections() {
  return {KERNLINE_SOURCE_DIR "/tests/data", elsewhere() / "data"};
}

/// Where the file is; empty if it is nowhere.
std::string found(std::string_view relative) {
  for (const fs::path& collection : collections()) {
    for (const std::string_view ending : {std::string_view{}, xzEnding}) {
      const std::string path = (collection / relative).string().append(ending);
      if (fs::exists(path)) {
        return path;
      }
    }
  }
  return {};
}

}  // namespace

std::string shared(std::string_view relative) {
  const std::string path = found(relative);
  return path.empty() ? (collections().front() / relative).string() : path;
}

bool hasShared(std::string_view relative) {
  return !found(relative).empty();
}

std::vector<std::string> sharedFilesBelow(const std::string& folder, const std::vector<std::string>& endings) {
  std::set<std::string> files;
  for (const fs::path& collection : collections()) {
    for (std::string file : filesBelow((collection / folder).string(), {""})) {
      if (file.ends_with(xzEnding)) {
        file.resize(file.size() - xzEnding.size());
      }
      if (std::ranges::any_of(endings, [&](const std::string& ending) { return file.ends_with(ending); })) {
        files.insert(fmt::format("{}/{}", folder, file));
      }
    }
  }
  return {files.begin(), files.end()};
}

bool hasSeeds() {
  return fs::is_directory(elsewhere() / "seeds");
}

std::string seed(std::string_view number) {
  const std::string folder = (elsewhere() / "seeds").string();
  for (const std::string& name : filesBelow(folder, {".txt"})) {
    if (name.starts_with(number)) {
      return fmt::format("{}/{}", folder, name);
    }
  }
  return fmt::format("{}/{}", folder, number);
}

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    ADD_FAILURE() << "cannot read " << path;
    return {};
  }
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::string readDecoded(const std::string& path) {
  const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), archive_read_free);
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_raw(reader.get());
  archive_entry* entry = nullptr;
  if (archive_read_open_filename(reader.get(), path.c_str(), 1 << 16) != ARCHIVE_OK) {
    return {};
  }
  do {
    if (archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK) {
      return {};
    }
  } while (archive_entry_filetype(entry) != AE_IFREG);
  std::string text;
  std::array<char, 1 << 16> piece{};
  while (true) {
    const auto got = archive_read_data(reader.get(), piece.data(), piece.size());
    if (got <= 0) {
      return text;
    }
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
}

std::vector<std::string> filesBelow(const std::string& folder, const std::vector<std::string>& endings) {
  std::vector<std::string> files;
  if (!fs::is_directory(folder)) {
    return files;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    const auto endsWith = [&](const std::string& ending) { return name.ends_with(ending); };
    if (entry.is_regular_file() && std::ranges::any_of(endings, endsWith)) {
      files.push_back(name);
    }
  }
  std::ranges::sort(files);
  return files;
}

bool isUnfinishedLeft(const std::string& path) {
  const std::filesystem::path file(path);
  return std::ranges::any_of(std::filesystem::directory_iterator(file.parent_path()), [&](const auto& entry) {
    return entry.path() != file && entry.path().filename().string().starts_with(file.filename().string());
  });
}

std::string testName(std::string_view text) {
  std::string name(text);
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

TemporaryFile::TemporaryFile(std::string_view content, std::string_view ending) {
  m_path = (fs::temp_directory_path() / "kernline-test-XXXXXX").string().append(ending);
  const int handle = mkstemps(m_path.data(), static_cast<int>(ending.size()));
  if (handle < 0 || write(handle, content.data(), content.size()) != static_cast<ssize_t>(content.size())) {
    ADD_FAILURE() << "cannot write " << m_path;
  }
  close(handle);
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  fs::remove(m_path, ignored);
}

TemporaryFolder::TemporaryFolder() {
  m_path = (fs::temp_directory_path() / "kernline-test-XXXXXX").string();
  if (mkdtemp(m_path.data()) == nullptr) {
    ADD_FAILURE() << "cannot make " << m_path;
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

void TemporaryFolder::add(const std::string& name, std::string_view content) const {
  const fs::path path = *this / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(m_path)) {
    found.push_back(entry.path().filename().string());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace kernline::test
