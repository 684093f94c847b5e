// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/analysis/memory/log_memory.h"
#include "core/model/log/log.h"

#include <memory>
#include <string>

namespace kernline::cli {

/// Memory figures of a log, which has no order in time.
struct LogMemoryAnswer {
  std::string path;
  std::shared_ptr<const Log> log;
  LogMemory memory;
};

/// `devices` is empty; tables[] with rows[], metrics[] and failures[] as `kernline tables` has them.
void writeLogMemoryJson(Output& output, const LogMemoryAnswer& answer);
/// Writes at most `limit` rows a table; 0 for all.
void writeLogMemoryText(Output& output, const LogMemoryAnswer& answer, std::size_t limit);
/// A line a row of a table and a line a figure: source, line, subject, name, figure, bytes.
void writeLogMemoryCsv(Output& output, const LogMemoryAnswer& answer);

}  // namespace kernline::cli
