// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds folders and archives of many files: finds, recognizes and groups them.
#pragma once

#include "core/open/experiment/file_contents.h"
#include "core/open/experiment/found_files.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Reason why a file is in its group, strongest last.
enum class JoinReason : std::uint8_t {
  First,     ///< the group is named after it
  Folder,    ///< no other run is near it: a guess
  Name,      ///< its name is the same but for the kind of file
  Rank,      ///< it is of the same rank or run
  Contents,  ///< the same kernels, process or time
  Named,     ///< one names the other
};
[[nodiscard]] std::string_view toText(JoinReason reason);  ///< "contents", as answers spell it

/// A file of a group.
struct GroupedFile {
  std::size_t file = 0;  ///< index in `Experiment::files`
  JoinReason reason = JoinReason::First;
  Message why;  ///< a sentence; empty of the first
  bool isGuess = false;
};

/// Traces of one run: its ranks, or one.
struct ExperimentRun {
  std::vector<std::size_t> files;  ///< sorted by rank
  std::string path;                ///< opens all of them as one trace; empty if they must be named one by one
  std::string name;                ///< name after the place, "ddp/rank#.json" of ranks
};

/// Files that belong together: runs first, then the files next to them.
struct ExperimentGroup {
  std::string name;  ///< name of its first run or file
  std::vector<ExperimentRun> runs;
  std::vector<GroupedFile> files;
};

/// A folder or an archive of traces, logs, snapshots, reports and results, put in order.
struct Experiment {
  std::string place;
  bool isArchive = false;
  std::vector<FoundFile> files;  ///< sorted by name
  std::vector<FileContents> contents;
  std::vector<ExperimentGroup> groups;
  std::vector<std::size_t> unread;  ///< files that are in no group
  std::vector<std::string> closed;  ///< folders that were not looked into
  std::size_t filesBeyond = 0;      ///< number of files beyond the limit

  /// Files in groups that are of this kind.
  [[nodiscard]] std::vector<std::size_t> ofKind(FileKind kind) const;
  [[nodiscard]] std::vector<const ExperimentRun*> runs() const;
};

/// A sentence on how many files did not fit into memory; empty if all that were looked into did.
[[nodiscard]] Message missingPart(const Experiment& experiment);

/// Looks into the files and groups them. Errors: none can be read; stopped.
[[nodiscard]] Expected<std::shared_ptr<const Experiment>> experimentOf(FoundFiles found, const LoadOptions& options,
                                                                       const std::stop_token& stop, Progress& progress);

/// Contents of a folder or an archive: one document, by the path that opens it, or an experiment.
struct OpenedPlace {
  std::string document;                          ///< empty if it is an `experiment`
  std::shared_ptr<const Experiment> experiment;  ///< nullptr if it is a `document`
};

/// Opens `path`; a path that is no folder and no archive is a document. Ranks of one run, an archive of logs and a
/// place with one file that can be read are documents; where a trace cannot be read, that is to be seen. Errors: those
/// of `findFiles` and `experimentOf`.
[[nodiscard]] Expected<OpenedPlace> openPlace(const std::string& path, const LoadOptions& options,
                                              const std::stop_token& stop, Progress& progress);

}  // namespace kernline
