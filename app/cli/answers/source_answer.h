// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/analysis/source/kernel_sources.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernline::cli {

enum class SourceBy : std::uint8_t { Line, Instruction, Stall };

struct SourceAnswer {
  std::string path;
  KernelSources sources;
  std::vector<std::size_t> kernels;  ///< indices in `sources` of the requested kernels
  SourceBy by = SourceBy::Line;
  std::size_t limit = 0;  ///< rows; 0 for all
};

void writeSourceJson(Output& output, const SourceAnswer& answer);
void writeSourceText(Output& output, const SourceAnswer& answer);

}  // namespace kernline::cli
