// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the list of formats, and all that opens files by it.
#pragma once

#include "core/open/document.h"
#include "core/open/load.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace kernline {

/// Reads a trace as `load` does, the ranks in a folder as one trace, snapshots and timelines of memory as such, and any
/// other text as a log. Content decides, never the name. Errors: those of `load` and of `openRanks`; a text without
/// findings is refused as `load` refuses it.
[[nodiscard]] Expected<Document> openDocument(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                              Progress& progress);

/// An opened document, and the path that opens it again.
struct OpenedDocument {
  std::string path;
  Document document;
};

/// All documents at `path`: one, but of an archive of logs all of them, each with the path of its
/// member ("runs.zip/rank0/train.log").
struct OpenedDocuments {
  std::vector<OpenedDocument> documents;  ///< one document at least
  std::size_t skippedLogs = 0;  ///< number of logs beyond the first hundred, and after those where memory ended
};

/// Errors: those of `openDocument`.
[[nodiscard]] Expected<OpenedDocuments> openDocuments(const std::string& path, const LoadOptions& options,
                                                      std::stop_token stop, Progress& progress);

/// `openDocument` of a pipe that `head` has been read from already.
[[nodiscard]] Expected<Document> openPipedDocument(std::string head, const LoadOptions& options, std::stop_token stop,
                                                   Progress& progress);

}  // namespace kernline
