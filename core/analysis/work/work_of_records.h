// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/work_model.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <stop_token>
#include <string>

namespace kernline {

/// Names what follows from records, not from a line of work.txt.
[[nodiscard]] WorkRule ruleOfRecords(std::string operators, std::string text);

/// Returns the rule of memcpys and memsets.
[[nodiscard]] const WorkRule& ruleOfCopies();

/// The bytes that a memcpy or memset moved by its record.
[[nodiscard]] std::optional<double> recordedBytes(const Trace& trace, SpanId activity);

/// An operator reads and writes, but of a copy from or to the host the device's memory has only one of both: gives such
/// calls forms with the bytes of their records. Calls without bytes in their records stay as they are.
void useRecordsOfHostCopies(WorkModel& model, const Trace& trace, unsigned threads, const std::stop_token& stop);

}  // namespace kernline
