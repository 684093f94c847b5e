// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace kernline::logs {

/// A line without what a launcher or a logger put in front of it.
struct PrefixedLine {
  std::string_view text;
  std::string_view
      source;              ///< its source: "[rank0]", "g43", "(Worker_TP0 pid=12)"; lines of one source belong together
  std::int32_t rank = -1;  ///< rank that the source names; -1 if none
};

/// Takes prefixes off. Always: timestamps, log levels, `[rank0]:`, `[default0]:`, `(Worker_TP0 pid=12)`,
/// `[1,0]<stdout>:`. Only in front of a table, and then from there on: `host12: `, `0: `. `# `, `// `, `> ` and `* ` in
/// front of a table, and of what follows it under the same sign.
class PrefixStripper {
 public:
  [[nodiscard]] PrefixedLine strip(std::string_view line);
  /// Instead of `strip`, for a line that `withoutPlainPrefixes` has settled.
  void pass() { m_isCommented = false; }

 private:
  bool stripOne(PrefixedLine& line);
  [[nodiscard]] bool isBehindTask(std::string_view host, std::string_view rest) const;
  bool stripHost(PrefixedLine& line);
  bool stripComment(PrefixedLine& line);

  std::set<std::string, std::less<>> m_hosts;
  bool m_isCommented = false;   // the lines of a table, each after a comment sign
  bool m_isBehindSign = false;  // this line
};

/// `line` without prefixes, if that is the same whatever the lines above it; nullopt if these matter: it may begin
/// with a host or a comment sign.
[[nodiscard]] std::optional<PrefixedLine> withoutPlainPrefixes(std::string_view line);

/// Whether a line could only be part of a table: a ruler of columns, or the head of a profiler's table.
[[nodiscard]] bool looksTabular(std::string_view line);

}  // namespace kernline::logs
