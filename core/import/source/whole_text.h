// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// All of an input at once, for formats that are read here and there: the mapping of a plain file, else a copy. Valid
/// while the input is.
class WholeText {
 public:
  static constexpr std::size_t maxCopy = std::size_t{4} << 30;

  /// Errors: what has to be copied is longer than `maxBytes`.
  [[nodiscard]] static Expected<WholeText> of(Input& input, std::size_t maxBytes = maxCopy);

  [[nodiscard]] std::string_view view() const { return m_isMapped ? m_mapped : std::string_view{m_copy}; }
  /// Where the stored bytes are damaged: what stands before is there.
  [[nodiscard]] const std::optional<std::string>& damage() const { return m_damage; }

 private:
  bool m_isMapped = false;
  std::string_view m_mapped;
  std::string m_copy;
  std::optional<std::string> m_damage;
};

}  // namespace kernline
