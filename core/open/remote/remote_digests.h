// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/import/load_options.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/open/rank_files.h"
#include "core/open/remote/remote_path.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::remote {

/// The digests among `ranks` as they are sent. Error: they are too large for that, or cannot be read.
[[nodiscard]] Expected<std::string> packDigests(const RankPaths& ranks, const std::stop_token& stop,
                                                Progress& progress);

/// Opens the data that `packDigests` wrote on the machine of `place` as a run whose traces are there. Throws
/// BrokenBytes. Errors: those of `openRanks`.
[[nodiscard]] Expected<std::shared_ptr<const RankSet>> openDigests(std::string_view packed, const RemotePath& place,
                                                                   const LoadOptions& options,
                                                                   const std::stop_token& stop, Progress& progress);

}  // namespace kernline::remote
