// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// tests/fixtures/`name`.
[[nodiscard]] std::string fixture(std::string_view name);

/// A file of the collection of real inputs: in tests/data, perhaps packed as `relative`.xz; else in "data" of the
/// folder that KERNLINE_TEST_DATA names, or of ../shared where it names none. Where tests/data would have it if it is
/// nowhere.
[[nodiscard]] std::string shared(std::string_view relative);
[[nodiscard]] bool hasShared(std::string_view relative);

/// Files of the collection below `folder`, as shared() takes them: sorted, whose name ends in one of `endings`.
[[nodiscard]] std::vector<std::string> sharedFilesBelow(const std::string& folder,
                                                        const std::vector<std::string>& endings);

/// What people print of their own runs: the document of the folder "seeds" beside "data" whose name begins so. None is
/// in tests/data: where there are no others, a path that does not exist.
[[nodiscard]] std::string seed(std::string_view number);
[[nodiscard]] bool hasSeeds();

/// The whole file as stored. Fails the running test and returns "" if it cannot be read.
[[nodiscard]] std::string readFile(const std::string& path);

/// The whole file behind gzip, zstd, zip or tar, as libarchive reads it; of an archive its first file.
/// What could be decoded before damage is returned.
[[nodiscard]] std::string readDecoded(const std::string& path);

/// Files below `folder` (relative to it), sorted, whose name ends in one of `endings`.
[[nodiscard]] std::vector<std::string> filesBelow(const std::string& folder, const std::vector<std::string>& endings);

/// Whether something is beside the place of `path` that was on its way there.
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
  /// What is in it, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string m_path;
};

}  // namespace kernline::test
