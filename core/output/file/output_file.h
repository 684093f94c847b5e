// SPDX-License-Identifier: GPL-3.0-or-later
// This folder writes files that are either complete or absent.
#pragma once

#include "core/model/base/error.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// Refuses `path` for writing if it is the very file that is being read; returns the error.
[[nodiscard]] std::optional<Error> refuseOverSource(const std::string& path, const std::string& source);

/// "cannot write train.json: No space left on device".
[[nodiscard]] Error cannotWrite(const std::string& path, const Message& why);

/// A text file on its way to disk, packed with gzip where its name ends in .gz; "-" is standard output. Complete or not
/// there, as an `UnfinishedFile` is.
class OutputFile {
 public:
  [[nodiscard]] static Expected<std::unique_ptr<OutputFile>> create(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Errors are reported by `finish`.
  void write(std::string_view text);
  [[nodiscard]] bool hasFailed() const { return m_error.has_value(); }
  [[nodiscard]] std::optional<Error> finish();

 private:
  struct Packer;
  explicit OutputFile(std::string path);
  void flush(bool isEnd);

  std::string m_path;
  std::unique_ptr<Packer> m_packer;
  std::string m_buffer;
  std::optional<Error> m_error;
};

}  // namespace kernline
