// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

#include <string_view>

namespace kernline::records {

/// An entry of `benchmarks` in a result file of Google Benchmark (1.4 to 1.9): its family is what is measured, the
/// parts of its name after slashes are parameters ("size:64", or "arg1" of a bare number), user counters measurements.
/// False if it is no such entry.
[[nodiscard]] bool addGoogleBenchmark(std::string_view entry, RecordSource& source);

}  // namespace kernline::records
