// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads reports with one line per event (nsys, nvprof, rocprofv3).
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::csv {

/// Whether text beginning with `head` is a table of events: `findColumns` finds its header, and the line after it is an
/// event.
[[nodiscard]] bool isEventTable(std::string_view head);

/// Reads one: kernels and copies of cuda_gpu_trace on their devices and streams, calls of cuda_api_trace on their
/// threads. Other lines are counted. An input of `isEventTable` is not refused.
/// Errors: an input that cannot be mapped is read into memory, and has more than 2 GiB.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readEventCsv(std::shared_ptr<const Input> input,
                                                                  const LoadOptions& options, std::stop_token stop,
                                                                  Progress& progress);

/// Reads from memory, for tests and fuzzing.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readEventCsvText(std::string text, const LoadOptions& options);

}  // namespace kernline::csv
