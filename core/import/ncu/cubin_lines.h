// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace kernline::ncu {

struct SourceLine {
  std::string_view file;  ///< file name as given to the compiler, without its folder
  std::uint64_t line = 0;
};

/// The source line of each instruction of a function, from a cubin compiled with -lineinfo. For inlined code it is the
/// line of the function that was inlined.
class CubinLines {
 public:
  CubinLines() = default;
  /// Reads the lines of one function in an ELF file, by its mangled name. Lines are valid while `cubin` is. Unreadable
  /// data gives no lines; never fails.
  CubinLines(std::string_view cubin, std::string_view function);

  [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
  /// Returns the line of the instruction at that byte offset in the function; line 0 if it has none.
  [[nodiscard]] SourceLine at(std::uint64_t offset) const;

 private:
  std::map<std::uint64_t, SourceLine> m_rows;  ///< line of the addresses from each key on
  std::uint64_t m_end = 0;
};

}  // namespace kernline::ncu
