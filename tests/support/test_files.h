// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// tests/fixtures/`name`.
[[nodiscard]] std::string fixture(std::string_view name);

/// Returns the path of a real input: in tests/data, perhaps packed as `relative`.xz; else in "data" of the folder that
/// KERNLINE_TEST_DATA names, or of ../shared if it names none. If there is no such file, the path in tests/data.
[[nodiscard]] std::string shared(std::string_view relative);
[[nodiscard]] bool hasShared(std::string_view relative);

/// Files of the collection below `folder`, as shared() takes them: sorted, whose name ends in one of `endings`.
[[nodiscard]] std::vector<std::string> sharedFilesBelow(const std::string& folder,
                                                        const std::vector<std::string>& endings);

/// Returns a document that users printed of their own runs: the one in the folder "seeds" next to "data" whose name
/// begins so. None is in tests/data: if there are no others, a path that does not exist.
[[nodiscard]] std::string seed(std::string_view number);
[[nodiscard]] bool hasSeeds();

/// The whole file as stored. Fails the running test and returns "" if it cannot be read.
[[nodiscard]] std::string readFile(const std::string& path);

/// Returns the whole file behind gzip, zstd, zip or tar, as libarchive reads it; for an archive, its first file.
/// Returns what could be decoded before damage.
[[nodiscard]] std::string readDecoded(const std::string& path);

/// Files below `folder` (relative to it), sorted, whose name ends in one of `endings`.
[[nodiscard]] std::vector<std::string> filesBelow(const std::string& folder, const std::vector<std::string>& endings);

/// Whether an unfinished file is next to `path`.
[[nodiscard]] bool isUnfinishedLeft(const std::string& path);

/// A name that GoogleTest accepts for a parameterised test: letters, digits and underscores.
[[nodiscard]] std::string testName(std::string_view text);

/// A file of its own with `content`, gone with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content, std::string_view ending = ".json");
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  [[nodiscard]] const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

/// A folder of its own, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string& path() const { return m_path; }
  /// The path of `name` in it.
  [[nodiscard]] std::string operator/(const std::string& name) const { return m_path + "/" + name; }
  /// Writes a file, in folders that are made as needed.
  void add(const std::string& name, std::string_view content) const;
  /// Returns its entries, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string m_path;
};

}  // namespace kernline::test
