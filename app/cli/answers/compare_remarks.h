// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/answers/compare_answer.h"

#include <string>
#include <vector>

namespace kernline::cli {

/// Says on stderr which reports of Nsight Compute lack what is compared. Returns whether there are any.
bool printUntimed(const CompareAnswer& answer);

/// Prints that reports of Nsight Compute, and traces that come as profiler tables with logs, are skipped if nothing was
/// found to compare them with.
void printSkipped(const std::vector<std::string>& traces, const CompareAnswer& answer);

}  // namespace kernline::cli
