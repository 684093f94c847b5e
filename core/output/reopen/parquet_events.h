// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_source.h"
#include "core/output/reopen/export_table.h"

#include <memory>

namespace kernline::parquet {

/// Spans of an export, whose args are read on demand from the row group that has them. `args` is nullptr if there is no
/// such table. An offset is the one that the span had in its profile, or the number of the span.
[[nodiscard]] std::shared_ptr<const EventSource> parquetEvents(std::shared_ptr<const ExportTable> args,
                                                               bool offsetsAreIds);

}  // namespace kernline::parquet
