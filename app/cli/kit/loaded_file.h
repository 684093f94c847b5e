// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"
#include "core/open/experiment/experiment.h"
#include "core/open/open_document.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline {
struct RankSet;
class TraceAnalysis;
}  // namespace kernline

namespace kernline::cli {

class Output;

/// A file that could be read, and how long that took.
struct LoadedFile {
  std::string path;
  std::shared_ptr<const Trace> trace;
  Duration loadTime;
};

/// The ranks in a folder, an archive or files, traces or digests, with corrections of their clocks by rank, but without
/// a trace of all; null if they cannot be used.
[[nodiscard]] std::shared_ptr<const RankSet> loadRanks(
    const std::vector<std::string>& paths, const std::vector<std::pair<std::int32_t, Duration>>& corrections);

/// Opens a path: one document, or an experiment. std::nullopt, with a line on stderr, if it is unusable.
[[nodiscard]] std::optional<OpenedPlace> loadPlace(const std::string& path);

/// One line on stderr if reading `path` lost or repaired something: figures of it may be off.
void printLosses(const std::string& path, const ImportReport& report);
/// Prints one line on stderr for each kind of part that is missing from a log as a whole, such as beyond a limit.
void printLosses(const std::string& path, const LogReport& report);

/// Loads `path`, a folder of ranks as one trace, with progress on stderr if that is a terminal. If it cannot be used,
/// or parts of it were lost or repaired, that is reported there in one line. `range`: as in `LoadOptions`.
[[nodiscard]] std::optional<LoadedFile> loadFile(const std::string& path, const std::string& range = {});

/// Ends an answer for which events of `trace` were read again as an error where the file has changed meanwhile.
void failIfChanged(Output& output, const Trace& trace);

/// A trace or a log, and how long reading it took.
struct LoadedDocument {
  std::string path;
  Document document;
  Duration loadTime;
  std::shared_ptr<TraceAnalysis> analysis = {};  ///< of a cached trace: kept for later answers (`causesOf`)
};

/// Loads any file that Kernline reads; all logs of an archive, each with its own path. Empty if unusable. Callers that
/// do not list losses call `printLosses`.
[[nodiscard]] std::vector<LoadedDocument> loadDocuments(const std::string& path, const std::string& range = {});

}  // namespace kernline::cli
