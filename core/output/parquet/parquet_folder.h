// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"
#include "core/output/parquet/column_chunk.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

struct ParquetOptions {
  std::int32_t rank = 0;  ///< rank of a trace that names none
  parquet::Codec codec = parquet::Codec::Zstd;
  std::size_t groupRows = std::size_t{1} << 17U;  ///< maximum rows per group: what engines hand to a thread
  bool withArgs = false;  ///< the args of every span, else those of communication alone: they take most of the room
  unsigned threads = 0;   ///< 0 for as many as there are
};

struct ParquetWritten {
  std::vector<std::int32_t> ranks;  ///< -1 if unknown
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Writes the model as `folder`/rank=N/{spans,kernels,operators,launches,collectives,steps,counters,memory,flows,
/// instants,args}.parquet, by the ranks of its processes (resources/docs/file-schemas.md). Columns are those of
/// `sql::tableSchemas()`, without the rank and those that are read from the file. Each file is complete or not there.
/// Files of that name are replaced once all files of the rank are written, other files stay. Errors:
/// `folder` cannot be written; stopped; the source has changed.
[[nodiscard]] Expected<ParquetWritten> writeParquet(std::shared_ptr<const Trace> trace, const std::string& folder,
                                                    const ParquetOptions& options, std::stop_token stop = {});

/// The ranks that it would write: those of the trace's processes, else `fallback`.
[[nodiscard]] std::vector<std::int32_t> parquetRanks(const Trace& trace, std::int32_t fallback);

}  // namespace kernline
