// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::records {

/// All of an input's text: a view of its mapping, or what its stream gave and gives.
class WholeText {
 public:
  explicit WholeText(const Input& input);

  [[nodiscard]] std::string_view text() const { return m_isMapped ? m_mapped : std::string_view{m_kept}; }
  [[nodiscard]] std::uint64_t offset() const { return m_offset; }  ///< offset of the text in the input
  /// Whether it is no mapping, and longer than 512 MiB: there is no text then.
  [[nodiscard]] bool isTooLong() const { return m_isTooLong; }
  /// Returns the damage that ended the stream early.
  [[nodiscard]] const std::optional<std::string>& damage() const { return m_damage; }

 private:
  bool m_isMapped;
  bool m_isTooLong = false;
  std::uint64_t m_offset = 0;
  std::string_view m_mapped;
  std::string m_kept;
  std::optional<std::string> m_damage;
};

}  // namespace kernline::records
