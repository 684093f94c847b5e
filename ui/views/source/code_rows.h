// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline::ui {

/// A line of code as a pane shows it: of a source file, or an instruction.
struct CodeRow {
  QString number = {};  ///< "12", "0x01a0"
  QString place = {};   ///< source line of an instruction: "12", "reduce.cuh:12"; empty if not known
  QString text = {};
  std::uint32_t file = 0;  ///< number in KernelSources::files; without meaning if line is 0
  std::uint32_t line = 0;  ///< line number, from 1; 0 if not known
  std::uint64_t samples = 0;
  std::vector<StateSamples> states = {};  ///< most frequent of the kernel first

  [[nodiscard]] bool isOfLine(const CodeRow& other) const {
    return line > 0 && line == other.line && file == other.file;
  }
};

/// One side of a page.
struct CodeRows {
  std::vector<CodeRow> rows;
  std::uint64_t samples = 0;  ///< samples of the kernel: shares refer to it
};

/// Returns all known lines of a source file, else those that have instructions of the kernel.
[[nodiscard]] CodeRows sourceRows(const KernelSources& sources, std::size_t kernel, std::uint32_t file);

[[nodiscard]] CodeRows instructionRows(const KernelSources& sources, std::size_t kernel);

/// The source files of a kernel, that with most samples first.
[[nodiscard]] std::vector<std::uint32_t> filesOf(const KernelSources& sources, std::size_t kernel);

/// Returns the name without its folder.
[[nodiscard]] QString fileName(const SampledFile& file);

/// "demo.cu:12"; empty where no line is known.
[[nodiscard]] QString lineName(const KernelSources& sources, const HotLine& line);

}  // namespace kernline::ui
