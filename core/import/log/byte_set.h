// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace kernline::logs {

/// Some characters, to be looked up one at a time: a find() in a text of them would be a call.
class ByteSet {
 public:
  explicit constexpr ByteSet(std::string_view members) {
    for (const char c : members) {
      m_has[static_cast<unsigned char>(c)] = true;
    }
  }

  [[nodiscard]] constexpr bool has(char c) const { return m_has[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> m_has{};
};

}  // namespace kernline::logs
