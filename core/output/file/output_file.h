// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// A name beside `path` to write to until all is written, so that nobody finds half a file under its own.
[[nodiscard]] std::string unfinishedName(const std::string& path);

/// Why `path` should not be written from this source: it is the very file that is being read.
[[nodiscard]] std::optional<Error> refuseOverSource(const std::string& path, const std::string& source);

/// Puts the file written under `unfinishedName(path)` in place.
[[nodiscard]] std::optional<Error> putInPlace(const std::string& path);

/// A text file on its way to disk, packed with gzip where its name ends in .gz. Gone if it is never finished.
class OutputFile {
 public:
  [[nodiscard]] static Expected<std::unique_ptr<OutputFile>> create(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Errors are kept for `finish`.
  void write(std::string_view text);
  [[nodiscard]] bool hasFailed() const { return m_error.has_value(); }
  [[nodiscard]] std::optional<Error> finish();

 private:
  struct Packer;
  explicit OutputFile(std::string path);
  void flush();

  std::string m_path;
  std::unique_ptr<Packer> m_packer;
  std::string m_buffer;
  std::optional<Error> m_error;
  bool m_isFinished = false;
};

}  // namespace kernline
