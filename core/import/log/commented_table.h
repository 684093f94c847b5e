// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <optional>
#include <string>
#include <vector>

namespace kernline::logs {

/// Reads tables of numbers whose heads are in comments above them, as nccl-tests print them:
///
///     #                out-of-place                in-place
///     #       size     time   algbw   busbw        time   algbw   busbw
///     #        (B)     (us)  (GB/s)  (GB/s)        (us)  (GB/s)  (GB/s)
///             1024    25.10    0.04    0.07       24.90    0.04    0.07
///
/// or as nvidia-smi and dcgmi print them while they watch, again and again. Units below names go with them, and so do
/// the parts above names that are there several times.
class CommentedTableReader {
 public:
  explicit CommentedTableReader(LogBuilder& log) : m_log(log) {}

  /// Reads the line; returns whether it is a row of such a table.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_table.has_value() || !m_comments.empty(); }

 private:
  [[nodiscard]] std::vector<std::string> headFor(std::string_view row) const;
  void closeTable();

  LogBuilder& m_log;
  std::vector<std::string> m_comments;  // the last few above, one after the other
  std::vector<std::string> m_head;      // the comments above the table that is open
  std::optional<OpenTable> m_table;
};

}  // namespace kernline::logs
