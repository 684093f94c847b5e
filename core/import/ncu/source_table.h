// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/ncu/cubin_lines.h"
#include "core/import/ncu/launch_result.h"
#include "core/model/log/log_builder.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::ncu {

/// A value of a metric at an instruction.
struct InstructionValue {
  std::uint64_t address = 0;
  std::uint32_t column = 0;
  MetricValue value;
};

/// A launch's metrics by instruction. The text of SASS is not in a report: ncu disassembles the binary in it for its
/// source page.
struct InstructionMetrics {
  std::uint64_t function = 0;            ///< the address of its first instruction
  std::vector<std::string_view> names;   ///< a column each
  std::vector<std::string_view> labels;  ///< labels of the source page, else the names
  std::vector<std::uint64_t> addresses;  ///< rising
  std::vector<InstructionValue> values;  ///< sorted by address and column; without those that a metric lacks
};

/// nullopt if no metric has values by instruction, or if there are more than `maxValues`.
[[nodiscard]] std::optional<InstructionMetrics> instructionMetrics(const LaunchResult& launch, std::size_t maxValues);

/// A row an instruction and a column a metric: the offset in the kernel, its source line where `lines` know it, and
/// the values.
[[nodiscard]] LogTable instructionTable(LogBuilder& log, const InstructionMetrics& metrics, const CubinLines& lines);

/// A row a source line, with its text where `textOf` has it, and sums of what adds up: samples, executed instructions,
/// stalls. Without rows if no line is known.
[[nodiscard]] LogTable lineTable(LogBuilder& log, const InstructionMetrics& metrics, const CubinLines& lines,
                                 const std::function<std::string_view(const SourceLine&)>& textOf);

}  // namespace kernline::ncu
