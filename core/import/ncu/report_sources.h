// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/ncu/cubin_lines.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace kernline::ncu {

/// Programs of a report's launches: binaries, and source files where `--import-source` put them in. Valid while the
/// report's bytes are.
class ReportSources {
 public:
  /// Reads ProfileSource messages; several may add to one source.
  explicit ReportSources(const std::vector<std::string_view>& messages);

  [[nodiscard]] CubinLines linesOf(std::uint64_t source, std::string_view mangledFunction) const;
  /// A line of a source file without blanks around it; empty if the report does not hold the file.
  [[nodiscard]] std::string_view text(std::uint64_t source, const SourceLine& line) const;
  /// Messages that are none.
  [[nodiscard]] std::uint64_t damaged() const { return m_damaged; }

 private:
  struct Program {
    std::string_view binary;
    std::map<std::string_view, std::vector<std::string_view>> files;  ///< lines, by the name without its folder
  };

  std::map<std::uint64_t, Program> m_programs;
  std::uint64_t m_damaged = 0;
};

}  // namespace kernline::ncu
