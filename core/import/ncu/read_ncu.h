// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads reports of Nsight Compute: metrics, advice, instructions, source lines.
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/log/log.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace kernline::ncu {

/// Whether bytes that begin like this are a report of Nsight Compute.
[[nodiscard]] bool isReport(std::string_view head);

/// Reads a report (.ncu-rep; .ncu-repz once its compression is taken off) as the same log that ncu's pages of it give:
/// a table a launch, first what the details page shows, with the advice of rules as notes, then all metrics by their
/// names; in base units. Beside them: a table of all advice, and, where metrics were taken by instruction, a table a
/// launch with a row an instruction, and one with a row a source line if the kernel was compiled with -lineinfo.
/// Tables of a report have no lines: they are 0.
/// Errors: it has no launch; a compressed one does not fit into memory; reading was stopped.
[[nodiscard]] Expected<std::shared_ptr<const Log>> readNcu(Input& input, const LoadOptions& options,
                                                           const std::stop_token& stop, Progress& progress);

/// Reads bytes in memory; never fails.
[[nodiscard]] std::shared_ptr<const Log> readNcuBytes(std::string_view report, const LoadOptions& options = {});

}  // namespace kernline::ncu
