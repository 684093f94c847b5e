// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/found_files.h"

#include "core/import/load_options.h"
#include "core/import/source/archive_members.h"
#include "core/import/source/container.h"
#include "core/import/source/input.h"
#include "core/import/source/stored_file.h"
#include "core/model/base/parallel.h"
#include "core/model/base/text.h"
#include "core/open/experiment/recognized_file.h"
#include "core/open/formats.h"
#include "core/open/openers.h"
#include "core/open/rank_files.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>
#include <utility>

namespace kernline {

namespace {

namespace fs = std::filesystem;

// Text is about so much larger than what it is packed into; costs are counted in text.
constexpr std::uint64_t usualPacking = 10;
// Maximum size of an archive among other files; one that is opened by itself may be as large as it is.
constexpr std::uint64_t maxInnerArchive = std::uint64_t{256} << 20U;

/// A file of the system, before it is known what it is.
struct ListedFile {
  std::string path;
  std::string name;
  std::uint64_t bytes = 0;
};

std::string withoutSlashesBehind(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

/// Whether its first bytes are those of an archive: a packed file may be a packed archive.
bool mayBeArchive(const std::string& path) {
  const auto file = StoredFile::open(path);
  std::string head(containerHeadBytes, '\0');
  head.resize(file ? (*file)->readAt(0, head).value_or(0) : 0);
  const Container container = containerOf(head);
  return container != Container::Plain && !isUnicode(container);
}

/// The members of an archive, as many as are listed of a place; those beyond are counted.
std::vector<FoundFile> membersOf(ArchiveMembers& members, const ListedFile& archive, const std::stop_token& stop,
                                 std::size_t& beyond) {
  std::vector<FoundFile> found;
  while (!stop.stop_requested() && members.next()) {
    if (found.size() == maxFoundFiles) {
      ++beyond;
      continue;
    }
    const std::string member = members.name();
    const std::string name = archive.name.empty() ? member : archive.name + "/" + member;
    const bool isSomething = members.match() != FormatMatch::None;  // no version, no weights of a checkpoint
    auto input = members.input();
    FoundFile file = input ? recognized(name, headOf(*input)) : unreadable(name, std::move(input.error().message));
    const bool isPart = file.kind == FileKind::Log || file.kind == FileKind::Trace;
    file.kind = isPart && !isSomething ? FileKind::Unread : file.kind;
    file.path = archive.path + "/" + member;
    file.readBytes = archive.bytes * usualPacking;  // preceding members are unpacked as well
    found.push_back(std::move(file));
  }
  if (const auto damage = members.damage()) {
    const std::string name = archive.name.empty() ? fs::path(archive.path).filename().string() : archive.name;
    found.push_back(unreadable(name, Phrase::tr("the rest of the archive: %1").with(*damage)));
    found.back().path = archive.path;
  }
  return found;
}

FoundFile lookAt(const ListedFile& listed) {
  auto input = openInput(listed.path, matchFormat);
  FoundFile file =
      input ? recognized(listed.name, headOf(*input)) : unreadable(listed.name, std::move(input.error().message));
  file.path = listed.path;
  file.bytes = listed.bytes;
  file.readBytes = listed.bytes * (input && !input->container.empty() ? usualPacking : 1);
  return file;
}

/// Returns the members of an archive among files, or itself if at most one of them can be read. Checkpoints are
/// archives of thousands of members that are not worth listing.
std::vector<FoundFile> filesInArchive(ArchiveMembers& members, const ListedFile& archive, const std::stop_token& stop,
                                      std::size_t& beyond) {
  if (archive.bytes > maxInnerArchive) {
    FoundFile large = unreadable(archive.name, Phrase::tr("a large archive; open it by itself"));
    large.path = archive.path;
    large.bytes = archive.bytes;
    return {std::move(large)};
  }
  std::vector<FoundFile> found = membersOf(members, archive, stop, beyond);
  const auto isRead = [](const FoundFile& file) { return file.kind != FileKind::Unread; };
  const auto read = std::ranges::count_if(found, isRead);
  if (read > 1) {
    return found;
  }
  FoundFile whole = read == 1 ? *std::ranges::find_if(found, isRead)
                              : unreadable(archive.name, Phrase::tr("an archive without a profile or a log"));
  whole.name = archive.name;
  whole.path = archive.path;
  whole.bytes = archive.bytes;
  beyond = 0;
  return {std::move(whole)};
}

std::vector<FoundFile> filesAt(const ListedFile& listed, const std::stop_token& stop, std::size_t& beyond) {
  auto members = mayBeArchive(listed.path) ? ArchiveMembers::open(listed.path, matchFormat)
                                           : std::unexpected(Error{Error::Kind::Usage, {}});
  return members ? filesInArchive(*members, listed, stop, beyond) : std::vector<FoundFile>{lookAt(listed)};
}

/// The files in a folder and its folders, by name, with what is left out.
std::vector<ListedFile> listed(FoundFiles& found, const std::stop_token& stop) {
  std::vector<ListedFile> files;
  const std::size_t behindPlace = found.place == "/" ? 1 : found.place.size() + 1;
  std::vector<std::pair<std::string, int>> folders{{found.place, 0}};
  for (std::size_t entered = 0; !folders.empty() && !stop.stop_requested(); ++entered) {
    const auto [folder, depth] = std::move(folders.back());
    folders.pop_back();
    if (entered == maxFoundFiles) {
      found.closed.push_back(folder.substr(std::min(folder.size(), behindPlace)));
      --entered;
      continue;
    }
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      std::error_code unknown;
      const std::string path = at->path().native();
      const std::string name = path.substr(std::min(path.size(), behindPlace));
      const bool isHidden = at->path().filename().native().starts_with('.');
      if (at->is_directory(unknown)) {
        const bool isEntered = !isHidden && depth + 1 < maxFoundDepth && !at->is_symlink(unknown);
        if (isEntered) {
          folders.emplace_back(path, depth + 1);
        } else {
          found.closed.push_back(name);
        }
      } else if (files.size() + found.files.size() == maxFoundFiles) {
        ++found.filesBeyond;
      } else if (at->is_regular_file(unknown)) {
        files.push_back({path, name, at->file_size(unknown)});
      } else {
        found.files.push_back(
            unreadable(name, at->is_symlink(unknown) ? Phrase::tr("a broken link") : Phrase::tr("not a regular file")));
        found.files.back().path = path;
      }
    }
    if (error) {
      found.closed.push_back(folder.substr(std::min(folder.size(), behindPlace)));
    }
  }
  return files;
}

void findInFolder(FoundFiles& found, const std::stop_token& stop) {
  const std::vector<ListedFile> files = listed(found, stop);
  std::vector<std::vector<FoundFile>> looked(files.size());
  std::atomic<std::size_t> beyond{0};
  parallelFor(defaultThreads(), files.size(), [&](std::size_t i) {
    if (stop.stop_requested()) {
      return;
    }
    std::size_t more = 0;
    looked[i] = filesAt(files[i], stop, more);
    beyond += more;
  });
  for (std::vector<FoundFile>& some : looked) {
    std::ranges::move(some, std::back_inserter(found.files));
  }
  found.filesBeyond += beyond;
}

/// Whether all of them are the ranks of one run, by heads and names.
bool areRanksOfOneRun(const std::vector<const FoundFile*>& files) {
  std::set<std::int32_t> ranks;
  std::set<std::string> runs;
  for (const FoundFile* file : files) {
    const bool isRank = file->kind == FileKind::Trace && file->rank >= 0 && ranks.insert(file->rank).second;
    runs.insert(rankOfPath(file->name) ? pathWithoutRank(file->name) : std::string());
    if (!isRank || runs.size() > 1) {
      return false;
    }
  }
  return ranks.size() > 1;
}

}  // namespace

Phrase toText(FileKind kind) {
  switch (kind) {
    case FileKind::Trace:
      return Phrase::tr("trace");
    case FileKind::Memory:
      return Phrase::tr("memory");
    case FileKind::NcuReport:
      return Phrase::tr("ncu report");
    case FileKind::Log:
      return Phrase::tr("log");
    case FileKind::Records:
      return Phrase::tr("results");
    case FileKind::ExecutionTrace:
      return Phrase::tr("execution trace");
    case FileKind::FlightDump:
      return Phrase::tr("flight recorder dump");
    case FileKind::Compiled:
      return Phrase::tr("compiled code");
    case FileKind::Notes:
      return Phrase::tr("notes");
    case FileKind::Unread:
      break;
  }
  return Phrase::tr("not read");
}

bool isPlaceOfFiles(const std::string& path) {
  std::error_code error;
  if (path == "-" || fs::is_directory(path, error)) {
    return path != "-";
  }
  return fs::is_regular_file(path, error) && mayBeArchive(path) && ArchiveMembers::open(path, matchFormat).has_value();
}

Expected<FoundFiles> findFiles(const std::string& path, const std::stop_token& stop) {
  FoundFiles found;
  found.place = withoutSlashesBehind(path);
  std::error_code error;
  if (fs::is_directory(found.place, error)) {
    static_cast<void>(fs::directory_iterator(found.place, error));
    if (error) {
      return std::unexpected(
          Error{Error::Kind::Unreadable,
                Phrase::tr("cannot read folder %1: %2").with(path, Message::systemError(error.value()))});
    }
    findInFolder(found, stop);
  } else {
    auto members = ArchiveMembers::open(found.place, matchFormat);
    if (!members) {
      return std::unexpected(std::move(members.error()));
    }
    found.isArchive = true;
    found.files = membersOf(*members, {found.place, {}, fs::file_size(found.place, error)}, stop, found.filesBeyond);
  }
  if (stop.stop_requested()) {
    return loadingCanceled(path);
  }
  std::ranges::sort(found.files, {}, &FoundFile::name);
  std::ranges::sort(found.closed);
  if (found.files.size() > maxFoundFiles) {
    found.filesBeyond += found.files.size() - maxFoundFiles;
    found.files.resize(maxFoundFiles);
  }
  return found;
}

bool isComplete(const std::vector<std::string>& closed, std::size_t filesBeyond) {
  return filesBeyond == 0 &&
         std::ranges::all_of(closed, [](std::string_view folder) { return fileNameOf(folder).starts_with('.'); });
}

std::optional<std::string> onlyDocument(const FoundFiles& found) {
  if (!isComplete(found.closed, found.filesBeyond)) {
    return std::nullopt;
  }
  std::vector<const FoundFile*> files;
  for (const FoundFile& file : found.files) {
    if (file.kind != FileKind::Unread && file.kind != FileKind::Notes) {
      files.push_back(&file);
    }
  }
  if (files.size() == 1) {
    return found.isArchive ? found.place : files.front()->path;
  }
  const bool areLogs = found.isArchive && !files.empty() &&
                       std::ranges::all_of(files, [](const FoundFile* file) { return file->kind == FileKind::Log; });
  return areLogs || areRanksOfOneRun(files) ? std::optional(found.place) : std::nullopt;
}

}  // namespace kernline
