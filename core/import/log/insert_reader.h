// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <optional>
#include <string>
#include <vector>

namespace kernline::logs {

/// Reads results that a program prints as SQL, as llama-bench does: `INSERT INTO t (a, b) VALUES ('1', '2');` is a row
/// of table t.
class InsertReader {
 public:
  explicit InsertReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is such a row.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_table.has_value(); }

 private:
  LogBuilder& m_log;
  std::string m_name;
  std::vector<std::string> m_columns;
  std::optional<OpenTable> m_table;
};

}  // namespace kernline::logs
