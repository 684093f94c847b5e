// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

#include <string_view>

namespace kernline::records {

/// Reads a file of lm-evaluation-harness: `results` by task, with metrics named `acc,none`, `acc_stderr,none`. A record
/// a task and filter, with the number of its examples. False if the document is none of these.
[[nodiscard]] bool addLmEval(std::string_view document, RecordSource& source);

}  // namespace kernline::records
