// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kernline::logs {

/// The last few lines of a source, for readers that know a table by its first row and look back for its head.
class LinesAbove {
 public:
  void add(const SourceLine& line) {
    Kept& kept = m_lines[line.number % m_lines.size()];
    kept.number = line.text.size() <= maxLength ? line.number : 0;
    if (kept.number != 0) {
      kept.text.assign(line.text);
    }
  }

  /// nullptr if it is no longer stored, or was part of a table.
  [[nodiscard]] const std::string* at(std::uint32_t number) const {
    const Kept& kept = m_lines[number % m_lines.size()];
    return number != 0 && kept.number == number ? &kept.text : nullptr;
  }

 private:
  static constexpr std::size_t reach = 8;
  static constexpr std::size_t maxLength = 4096;

  struct Kept {
    std::string text;
    std::uint32_t number = 0;
  };

  std::array<Kept, reach> m_lines;
};

}  // namespace kernline::logs
