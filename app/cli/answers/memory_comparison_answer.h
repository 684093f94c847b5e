// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/analysis/memory/memory_comparison.h"

#include <memory>
#include <string>
#include <vector>

namespace kernline::cli {

/// One of several runs whose memory is compared.
struct MemoryRun {
  std::string path;
  std::shared_ptr<const MemoryHistory> history;
};

/// Every run but the first against the first: baseline, comparisons[] of devices[] with both peaks and their
/// difference.
void writeMemoryComparisonJson(Output& output, const std::vector<MemoryRun>& runs, MemoryAlignment alignment);
void writeMemoryComparisonText(Output& output, const std::vector<MemoryRun>& runs, MemoryAlignment alignment);
/// The curves of the devices that both have, on one axis of time: a line a change of either.
void writeMemoryComparisonCsv(Output& output, const std::vector<MemoryRun>& runs, MemoryAlignment alignment);

}  // namespace kernline::cli
