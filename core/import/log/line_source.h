// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::logs {

/// Which characters a line has anywhere, so that most rules can be passed over without a look at it.
enum LineMark : std::uint16_t {
  hasColon = 1,
  hasBar = 2,
  hasTab = 4,
  hasComma = 8,
  hasDigit = 16,
  hasHighByte = 32,  ///< of UTF-8, or of none
  hasControl = 64,   ///< escape, carriage return and their like; gone from the text
  hasEquals = 128,
  hasCapitalE = 256,
  hasDash = 512,
};

struct Line {
  std::string_view text;     ///< without its end, without colours; what a carriage return wrote over is gone
  std::uint64_t offset = 0;  ///< of the line in the decoded text
  std::uint32_t number = 0;  ///< from 1
  std::uint16_t marks = 0;
  bool isCut = false;  ///< the line is longer than `longestLine`
};

inline constexpr std::size_t longestLine = std::size_t{1} << 20;

/// The lines of an input, one after the other, in memory that does not grow with the input.
class LineSource {
 public:
  explicit LineSource(const Input& input);

  /// False behind the last line. The text is valid until the next call.
  [[nodiscard]] bool next(Line& line);

  [[nodiscard]] std::uint64_t storedBytesDone() const;

 private:
  bool findEnd(std::size_t& end);
  bool refill();
  void clean(Line& line);

  const Input& m_input;
  std::string m_buffer;     // of a stream
  std::string_view m_text;  // what can be read now
  std::size_t m_at = 0;
  std::uint64_t m_base = 0;  // offset of m_text[0] in the decoded text
  std::size_t m_released = 0;
  std::uint32_t m_number = 0;
  bool m_ended = false;
  std::string m_cleaned;
};

}  // namespace kernline::logs
