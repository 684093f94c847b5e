// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/source_text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

/// Events by their offsets, as the file spells them. Asked in ascending order it reads each part of the text once.
class EventTexts {
 public:
  explicit EventTexts(const SourceText& text) : m_text(text) {}

  /// Returns the event's text from `{` to `}`, valid until the next call; empty if no event can be read there.
  [[nodiscard]] std::string_view at(std::uint64_t offset);

 private:
  const SourceText& m_text;
  std::string m_window;
  std::uint64_t m_begin = 0;
};

}  // namespace kernline
