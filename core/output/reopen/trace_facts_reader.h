// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"
#include "core/output/recording/recorded_texts.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::parquet {

/// Result of reading `traceFacts`: ids of the builder by ids of the export, `none` for missing ones.
struct ReadFacts {
  std::vector<TrackId> tracks;
  std::vector<CounterId> counters;
  std::uint64_t flowRecords = 0;
  std::optional<TimeRange> bounds;  ///< bounds of the trace, if in the export
};

/// Adds the contents of `json` to the builder; unreadable parts are counted.
[[nodiscard]] ReadFacts readFacts(std::string_view json, TraceBuilder& builder, recording::RecordedTexts& texts,
                                  ImportReport& report);

}  // namespace kernline::parquet
