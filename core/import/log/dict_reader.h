// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/made_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::logs {

/// Reads results that a script prints one dict or JSON object a line, with texts among their values:
///
///     {'impl': 'sdpa', 'seq_len': 1024, 'fwd_ms': 0.412}
///     {'impl': 'naive', 'seq_len': 1024, 'fwd_ms': None, 'error': 'OOM'}
///
/// Other lines may be between them. Objects of numbers alone are measurements of a round, which TextReader reads.
class DictReader {
 public:
  explicit DictReader(LogBuilder& log) : m_log(log) {}

  /// Reads the line; returns whether it is a row of such a table.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  /// False: it consumes no line that is not its own.
  [[nodiscard]] static bool isOpen() { return false; }

 private:
  LogBuilder& m_log;
  MadeTable m_table;
  MadeTable::Place m_place;
  std::vector<std::string> m_names;  // names in the first row
  std::uint32_t m_lastLine = 0;
};

}  // namespace kernline::logs
