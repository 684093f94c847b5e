// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/timed_table.h"

#include <string>
#include <string_view>

namespace kernline::parquet {

/// The key in the metadata of spans.parquet for the facts of a trace besides its tables, as JSON: processes,
/// tracks, counters, devices, metadata, issues. See resources/docs/file-schemas.md.
inline constexpr std::string_view traceFactsKey = "kernline.trace";

/// Returns the facts of a trace, or of one rank's processes. `withIssues` adds the counts from reading the trace, of
/// all ranks.
[[nodiscard]] std::string traceFacts(const Trace& trace, RankFilter rank, bool withIssues);

}  // namespace kernline::parquet
