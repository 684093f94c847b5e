// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads execution traces of PyTorch (Chakra), and the inputs of operators in them.
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/log/log.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace kernline {

/// Reads an execution trace of PyTorch (ExecutionTraceObserver; Chakra) as a log with two tables: what was called how
/// often with which inputs, and each call in the order of the file with who called it. Such a file has no times, so
/// there is no timeline of it. Errors: it holds no operators; a compressed one does not fit into memory; reading was
/// stopped.
[[nodiscard]] Expected<std::shared_ptr<const Log>> readExecutionTrace(Input& input, const std::stop_token& stop,
                                                                      Progress& progress);

/// Reads a text in memory; never fails.
[[nodiscard]] std::shared_ptr<const Log> readExecutionTraceText(std::string_view json);

}  // namespace kernline
