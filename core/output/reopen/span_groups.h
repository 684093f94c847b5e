// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"
#include "core/output/recording/recorded_texts.h"
#include "core/output/reopen/export_table.h"

#include <cstdint>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace kernline {
struct Progress;
}

namespace kernline::parquet {

/// The spans of an export on their way into a trace.
struct ReadSpans {
  std::vector<std::vector<SpanRecord>> groups;
  std::vector<std::vector<std::uint32_t>> ids;                  ///< ids in those groups, row by row
  std::unordered_map<std::uint32_t, std::uint64_t> offsetOfId;  ///< offsets of the wanted ids
  bool offsetsAreIds = false;  ///< two spans that arrows name were at one offset: the number of a span is its offset
};

struct SpanPlaces {
  std::vector<TrackId> tracks;          ///< track of each number; none if there is no such track
  std::vector<std::uint32_t> flowEnds;  ///< ids of spans that arrows name, sorted
};

/// Times beyond this many nanoseconds either way are clamped, so that sums of two never overflow.
inline constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;

struct SpanReading {
  std::vector<bool> groups;  ///< whether each is wanted
  unsigned threads = 1;
  std::stop_token stop;
  std::stop_token memoryExhausted;
};

/// Reads row groups, several at a time. Rows that are damaged, or too many for memory, are counted.
[[nodiscard]] ReadSpans readSpans(const ExportTable& table, const SpanPlaces& places, TraceBuilder& builder,
                                  recording::RecordedTexts& texts, ImportReport& report, Progress& progress,
                                  const SpanReading& reading);

}  // namespace kernline::parquet
