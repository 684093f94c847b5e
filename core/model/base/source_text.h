// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

/// The decoded text of a source file, readable anywhere at any time from any thread.
class SourceText {
 public:
  SourceText() = default;
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;
  virtual ~SourceText() = default;

  /// Bytes of decoded text. Final once loading has ended.
  [[nodiscard]] virtual std::uint64_t size() const = 0;

  /// Bytes [offset, offset + length), fewer at the end of the text; empty if the source cannot be read any more
  /// (a file cut or replaced while open).
  [[nodiscard]] virtual std::string read(std::uint64_t offset, std::size_t length) const = 0;

  /// Returns whether `read` may give something else than what was loaded: the file under it was cut or rewritten.
  [[nodiscard]] virtual bool hasChanged() const { return false; }
};

}  // namespace kernline
