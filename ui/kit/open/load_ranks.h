// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/open/load.h"
#include "ui/kit/open/file_load.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace kernline::ui {

/// The ranks in a folder, or in an archive whose members' names have ranks, or those of a run that is named
/// (`runsOfRanks`), as one trace with its index. nullopt if `path` is to be opened like any other file. Errors are
/// those of `openRanks`.
[[nodiscard]] std::optional<Expected<OpenedFile>> loadRanks(const std::string& path, const LoadOptions& options,
                                                            const std::stop_token& stop, Progress& progress);

/// The ranks of a folder that has digests, or of the name of a run, if most of the files are digests, without a trace
/// of all. nullopt if fewer are digests. Errors are those of `openRanks`, as that they are of several runs.
[[nodiscard]] std::optional<Expected<OpenedFile>> loadDigests(const std::string& path, const LoadOptions& options,
                                                              const std::stop_token& stop, Progress& progress);

/// Loads the set with other clocks, see `withClocks`.
[[nodiscard]] Expected<OpenedFile> loadWithClocks(const RankSet& set, const RankCorrections& corrections,
                                                  const std::stop_token& stop);

}  // namespace kernline::ui
