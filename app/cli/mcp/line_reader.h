// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace kernline::cli::mcp {

/// Lines of a descriptor, of bounded length.
class LineReader {
 public:
  LineReader(int descriptor, std::size_t maxBytes) : m_descriptor(descriptor), m_maxBytes(maxBytes) {}

  struct Line {
    std::string text;        ///< text without its line end
    bool isTooLong = false;  ///< whether the line was too long and left out
  };
  /// Waits for it. nullopt if the input has ended.
  [[nodiscard]] std::optional<Line> next();

 private:
  [[nodiscard]] bool readMore();

  int m_descriptor;
  std::size_t m_maxBytes;
  std::string m_buffer;
  std::size_t m_begin = 0;  ///< offset of the first byte not returned yet
};

}  // namespace kernline::cli::mcp
