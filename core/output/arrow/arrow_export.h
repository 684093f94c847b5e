// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds tables and answers to queries as Arrow has them in memory.
#pragma once

#include "core/output/arrow/arrow_table.h"
#include "core/output/arrow/c_data.h"

#include <memory>

namespace kernline::arrow {

/// Describes the table: a struct of its columns, each int64, float64, or a dictionary of texts (int32 codes of
/// large_utf8), with the table's metadata. The receiver releases it.
void exportSchema(const ArrowTable& table, ArrowSchema& out);

/// Hands out the table as one batch, without copying it. It lives until the stream and all that came of it are
/// released. The stream may be read by any thread, and what it hands out be released by another.
void exportStream(std::shared_ptr<const ArrowTable> table, ArrowArrayStream& out);

}  // namespace kernline::arrow
