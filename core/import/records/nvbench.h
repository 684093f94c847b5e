// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

#include <string_view>

namespace kernline::records {

/// An entry of `benchmarks` in what nvbench writes with --json: a record each state, its axes parameters, its summaries
/// measurements. A skipped state is a failure. False if it has no states.
[[nodiscard]] bool addNvbench(std::string_view benchmark, RecordSource& source);

}  // namespace kernline::records
