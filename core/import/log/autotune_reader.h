// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/made_table.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <string>

namespace kernline::logs {

/// Reads what torch.compile prints of the kernels that it chose among, as a table a choice:
///
///     AUTOTUNE mm(4096x4096, 4096x4096)
///     strides: [4096, 1], [1, 4096]
///     dtypes: torch.bfloat16, torch.bfloat16
///       triton_mm_12 0.2123 ms 100.0% ALLOW_TF32=False, BLOCK_K=64, num_warps=4
///       mm 0.2201 ms 96.5%
///     SingleProcess AUTOTUNE benchmarking takes 2.33 seconds and 0.77 seconds precompiling for 18 choices
///
/// The options that a kernel was compiled with have columns of their own.
class AutotuneReader {
 public:
  explicit AutotuneReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_isOpen; }

 private:
  bool takeChoice(const SourceLine& line);

  LogBuilder& m_log;
  bool m_isOpen = false;
  std::string m_operation;
  std::string m_shapes;
  MadeTable::Place m_place;
  MadeTable m_table;
};

}  // namespace kernline::logs
