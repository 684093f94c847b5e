// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds files on another machine: questions and answers between a window and `kernline serve`.
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/import/load_options.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/open/document.h"
#include "core/open/remote/remote_path.h"

#include <memory>
#include <stop_token>
#include <string>
#include <variant>

namespace kernline {

/// Content on another machine: a file, or digests of the ranks of a run.
using RemoteContent = std::variant<Document, std::shared_ptr<const RankSet>>;

/// Opens a file of another machine over the user's own ssh, where kernline of the same `version` reads it. A trace
/// stays there: args are requested later when needed. Digests are copied, and other files if they are small.
/// Errors: those of `openDocument` there; Unreadable if the machine cannot be reached.
[[nodiscard]] Expected<RemoteContent> openRemote(const RemotePath& place, const std::string& version,
                                                 const LoadOptions& options, const std::stop_token& stop,
                                                 Progress& progress);

/// Whether its file is on another machine.
[[nodiscard]] bool isRemote(const Trace& trace);

}  // namespace kernline
