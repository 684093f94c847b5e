// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/quantity_text.h"
#include "core/import/log/scope.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// Measured value of such a line.
struct RecordValue {
  std::string_view name;
  PrintedQuantity quantity;
  std::string_view printed;
  std::string_view pass = {};  ///< "forward", "backward", by its label or the text glued to its unit
};

/// A line that is a row of results by itself: what was set, and what came of it. Views of the line.
///
/// | line | is |
/// |---|---|
/// | `Name \| Len: 128, D: 16 -> 0.01 ms` | a value of `Name` with two parameters; `=>` and `→` are the same |
/// | `Name \| Len: 128 -> Fwd: 0.08 ms, Bwd: 0.19 ms` | two values, and the pass is a parameter of each |
/// | `time: (0.062) second, performance: (538.9) GFLOPS. size: (256).` | values have a unit, parameters have none |
/// | `MUL_MAT(m=4096,n=1): 8520 runs - 117.38 us/run - 1.00 TFLOPS` | values of a call, with what was set |
/// | `iter 10: loss 2.31, time 132 ms`, `M=1024 N=1024: 0.12 ms` | values of a round, or of what was set |
struct RecordLine {
  std::string subject;  ///< subject without a word for the pass, which is its own parameter
  std::vector<Labeled> parameters;
  std::vector<RecordValue> values;
  std::string_view failure;  ///< "OOM" in place of values
};
[[nodiscard]] std::optional<RecordLine> recordLine(std::string_view line);

/// Whether `line` may be one; quick, for most lines are not.
[[nodiscard]] bool canBeRecord(std::string_view line, std::uint16_t marks);

/// Parameters that one line names and the next one leaves out.
class RecordMemory {
 public:
  /// Returns the values of the previous line that `line` does not name, if all values in both agree; then remembers
  /// `line`. The views are valid until the next call.
  [[nodiscard]] std::vector<Labeled> inherited(const RecordLine& line);

 private:
  std::vector<std::pair<std::string, std::string>> m_last;
  std::vector<std::pair<std::string, std::string>> m_before;
};

}  // namespace kernline::logs
