// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads exported Parquet files as a trace again, or a range of time of them.
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

namespace kernline::parquet {

/// Whether a file that begins like this is `spans.parquet` of an export, of which a trace can be made.
[[nodiscard]] bool beginsAsSpans(std::string_view head);
/// Whether it is any table of an export.
[[nodiscard]] bool beginsAsTable(std::string_view head);

/// Opens another table of the same export, "flows".
using OpenTable = std::function<Expected<Input>(std::string_view table)>;

/// The trace that `writeParquet` wrote, or one rank of it, equal but for the origin of its text; args are those that
/// were written. `spans` is its spans.parquet. Unreadable parts of the other tables are counted. Errors: not written
/// whole, or by a newer version; stopped.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readParquet(Input spans, const OpenTable& open,
                                                                 const LoadOptions& options, std::stop_token stop,
                                                                 Progress& progress);

}  // namespace kernline::parquet
