// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_options.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/trace/import_report.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Outcome of reducing a trace to a digest.
struct DigestOutcome {
  std::string path;                     ///< path of the digest
  std::uint64_t traceBytes = 0;         ///< size of the trace's file
  std::uint64_t digestBytes = 0;        ///< 0 if it already existed
  std::optional<Message> failure = {};  ///< reason why the trace could not be read; also in its digest
  std::vector<IssueKind> losses = {};   ///< its losses

  [[nodiscard]] bool wasThere() const { return digestBytes == 0; }
};

/// Returns the file name of a trace's digest: the trace's name, preceded by its folders if only they distinguish ranks.
/// "trace/rank3.json.gz" gives "rank3.json.gz.digest.json.gz", "run/rank3/trace.json"
/// "rank3_trace.json.digest.json.gz".
[[nodiscard]] std::string digestName(const std::string& tracePath);

/// Reduces a trace to a digest in `folder`, which is made if need be. A digest that is there and is of this state of
/// the trace (path, size, time of the last change) stays, unless `again`. A trace that cannot be read gives a digest
/// with the reason. The digest is complete or not there. Errors: there is no such file, or it is a folder; `folder` has
/// a digest by this name of another trace; memory runs out; it cannot be written.
[[nodiscard]] Expected<DigestOutcome> digestTrace(const std::string& path, const std::string& folder, bool again,
                                                  const LoadOptions& options, const std::stop_token& stop = {});

}  // namespace kernline
