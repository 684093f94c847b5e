// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Kind of a file in an experiment.
enum class FileKind : std::uint8_t {
  Trace,           ///< anything with an order in time
  Memory,          ///< a snapshot or timeline of memory
  NcuReport,       ///< Nsight Compute's report, as a file of its own or printed
  Log,             ///< text that may hold tables and numbers
  Records,         ///< results, a row a run
  ExecutionTrace,  ///< PyTorch's execution trace: operators and their inputs
  FlightDump,      ///< dump of NCCL's flight recorder
  Compiled,        ///< files that torch.compile writes next to a trace
  Notes,           ///< the user's notes on a trace
  Unread,          ///< not read; `what` says why
};
[[nodiscard]] Phrase toText(FileKind kind);

/// A file in a folder or an archive, by its beginning.
struct FoundFile {
  std::string path;  ///< opens it, "runs.zip/rank0/train.log" too
  std::string name;  ///< name after the place: "rank0/train.log"
  FileKind kind = FileKind::Unread;
  FileKind byHead = FileKind::Unread;  ///< kind by its beginning, before its contents were checked
  Message what;                        ///< the format, as one clause, or why it is not read
  std::uint64_t bytes = 0;             ///< stored size; 0 if unknown, such as for a member of an archive
  std::uint64_t readBytes = 0;         ///< approximate bytes of text to read
  std::int32_t rank = -1;              ///< rank in its head, its name or its contents; -1 if none
  std::string process;                 ///< process of an execution trace
  bool isOfReport = false;  ///< whether it is an Nsight Systems report, which nsys has to export before it can be read
};

/// All that lies in a folder or an archive. Every file is in `files`, or counted.
struct FoundFiles {
  std::string place;  ///< path without a slash at its end
  bool isArchive = false;
  std::vector<FoundFile> files;     ///< sorted by name
  std::size_t filesBeyond = 0;      ///< number beyond the first `maxFoundFiles`
  std::vector<std::string> closed;  ///< folders that are too deep, hidden, or cannot be read, by name
};

inline constexpr std::size_t maxFoundFiles = 20'000;
inline constexpr int maxFoundDepth = 8;

/// Looks at the beginning of each file, and into archives in the folder. No file is read as a whole. Errors: there is
/// no such folder or archive; stopped.
[[nodiscard]] Expected<FoundFiles> findFiles(const std::string& path, const std::stop_token& stop);

/// Whether `findFiles` has anything to look into: a folder, or an archive by its first bytes.
[[nodiscard]] bool isPlaceOfFiles(const std::string& path);

/// Whether all files that are not hidden were listed.
[[nodiscard]] bool isComplete(const std::vector<std::string>& closed, std::size_t filesBeyond);

/// Returns the path that opens all of it as one document: the place itself, for ranks of one run and archives of logs
/// alone, or the only readable file. std::nullopt for an experiment of several.
[[nodiscard]] std::optional<std::string> onlyDocument(const FoundFiles& found);

}  // namespace kernline
