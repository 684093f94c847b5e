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
  NcuReport,       ///< of Nsight Compute, as a file of its own or printed
  Log,             ///< text that may hold tables and numbers
  Records,         ///< results, a row a run
  ExecutionTrace,  ///< of PyTorch: operators and their inputs
  FlightDump,      ///< of NCCL's flight recorder
  Compiled,        ///< files that torch.compile writes next to a trace
  Notes,           ///< the user's notes on a trace
  Unread,          ///< for the reason see `what`
};
[[nodiscard]] Phrase toText(FileKind kind);

/// A file in a folder or an archive, by its beginning.
struct FoundFile {
  std::string path;  ///< opens it, "runs.zip/rank0/train.log" too
  std::string name;  ///< behind the place: "rank0/train.log"
  FileKind kind = FileKind::Unread;
  FileKind byHead = FileKind::Unread;  ///< kind by its beginning, before its contents were checked
  Message what;                        ///< the format, as one clause, or why it is not read
  std::uint64_t bytes = 0;             ///< as stored; 0 if unknown, as for a member of an archive
  std::uint64_t readBytes = 0;         ///< of text that reading it takes, about
  std::int32_t rank = -1;              ///< by its head, its name or its contents; -1 if none
  std::string process;                 ///< of an execution trace
  bool isOfReport = false;             ///< of Nsight Systems: nsys has to export it before it can be read
};

/// All that lies in a folder or an archive. Every file is in `files`, or counted.
struct FoundFiles {
  std::string place;  ///< without a slash at its end
  bool isArchive = false;
  std::vector<FoundFile> files;     ///< by name
  std::size_t filesBeyond = 0;      ///< beyond the first `maxFoundFiles`
  std::vector<std::string> closed;  ///< folders that are too deep, hidden, or cannot be read, by name
};

inline constexpr std::size_t maxFoundFiles = 20'000;
inline constexpr int maxFoundDepth = 8;

/// Looks at the beginning of each file, archives in the folder taken apart. No file is read as a whole.
/// Errors: there is no such folder or archive; stopped.
[[nodiscard]] Expected<FoundFiles> findFiles(const std::string& path, const std::stop_token& stop);

/// Whether `findFiles` has anything to look into: a folder, or an archive by its first bytes.
[[nodiscard]] bool isPlaceOfFiles(const std::string& path);

/// Whether all files that are not hidden were listed.
[[nodiscard]] bool isComplete(const std::vector<std::string>& closed, std::size_t filesBeyond);

/// Returns the path that opens all of it as one document: the place itself, for ranks of one run and archives of logs
/// alone, or the only readable file. std::nullopt for an experiment of several.
[[nodiscard]] std::optional<std::string> onlyDocument(const FoundFiles& found);

}  // namespace kernline
