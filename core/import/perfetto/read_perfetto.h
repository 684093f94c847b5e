// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads packets of Perfetto's protobuf format as the events of a Chrome trace.
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>

namespace kernline::perfetto {

struct ReadOptions {
  LoadOptions load;
  std::size_t pieceBytes = std::size_t{4} << 20;
};

/// Reads a trace of Perfetto's protobuf format, as PyTorch, rocprofv3 and Perfetto's SDK write it: slices, instants,
/// counters and flows of tracks, render stages and counters of GPUs. An input of `isPerfettoTrace` is not refused.
/// Errors: loading was canceled.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readPerfetto(std::shared_ptr<const Input> input,
                                                                  const ReadOptions& options, std::stop_token stop,
                                                                  Progress& progress);

/// Reads from memory, for tests and fuzzing.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readPerfettoBytes(std::string bytes, const ReadOptions& options);

}  // namespace kernline::perfetto
