// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// tests/fixtures/`name`.
[[nodiscard]] std::string fixture(std::string_view name);

/// A file of the shared collection of real traces, which not every checkout has.
[[nodiscard]] std::string shared(std::string_view relative);
[[nodiscard]] bool hasShared();

/// The whole file as stored. Fails the running test and returns "" if it cannot be read.
[[nodiscard]] std::string readFile(const std::string& path);

/// The whole file behind gzip, zstd, zip or tar, as libarchive reads it; of an archive its first member.
/// What could be decoded before damage is returned.
[[nodiscard]] std::string readDecoded(const std::string& path);

/// Files below `folder` (relative to it), sorted, whose name ends in one of `endings`.
[[nodiscard]] std::vector<std::string> filesBelow(const std::string& folder, const std::vector<std::string>& endings);

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

}  // namespace kernline::test
