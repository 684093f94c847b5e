// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/file_contents.h"

#include "core/compare/tables/ncu_profile.h"
#include "core/import/flight_recorder/read_dump.h"
#include "core/import/source/input.h"
#include "core/model/base/parallel.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/part_of_file.h"
#include "core/open/open_document.h"
#include "core/open/open_ranks.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>
#include <variant>

namespace kernline {

namespace {

constexpr std::size_t maxKernelNames = 20'000;

void sortNames(std::vector<std::string>& names) {
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
}

FileContents contentsOf(const Trace& trace) {
  FileContents seen;
  seen.missing = missingPart(trace);
  seen.span = trace.bounds();
  seen.baseTimeNs = trace.baseTimeNs();
  seen.spans = trace.spanCount();
  for (const Process& process : trace.processes()) {
    if (process.device < 0) {
      seen.processes.emplace_back(trace.text(process.pid));
    }
  }
  std::unordered_set<StringId> names;
  for (std::size_t i = 0; i < trace.spanCount() && names.size() < maxKernelNames; ++i) {
    if (trace.kinds()[i] == SpanKind::Kernel && names.insert(trace.names()[i]).second) {
      seen.fullNames.emplace_back(trace.text(trace.names()[i]));
      seen.kernels.push_back(shortKernelName(seen.fullNames.back()));
    }
  }
  sortNames(seen.kernels);
  sortNames(seen.fullNames);
  return seen;
}

/// Adds the kernels that profilers' tables list: rows of kernels of torch, all rows of the others.
void addKernels(FileContents& seen, const Log& log) {
  for (const LogTable& table : log.tables()) {
    const auto names = table.columnOf(ColumnRole::Name);
    if (table.kind == TableKind::Generic || !names) {
      continue;
    }
    for (std::size_t i = 0; i < table.rows.size() && seen.kernels.size() < maxKernelNames; ++i) {
      const LogRow& row = table.rows[i];
      if (table.kind == TableKind::Torch && row.kind != RowKind::Kernel) {
        continue;
      }
      const bool isWhole = !row.isNameCut || row.fullName != StringId::empty;
      std::string name(log.text(row.fullName != StringId::empty ? row.fullName : table.cell(i, *names).text));
      if (isWhole) {
        seen.kernels.push_back(shortKernelName(name));
      } else {
        name.erase(name.find_last_not_of(".\xE2\x80\xA6 ") + 1);
        seen.cutNames.push_back(std::move(name));
      }
    }
  }
}

bool isOfKind(const Log& log, TableKind kind) {
  return std::ranges::count(log.tables(), kind, &LogTable::kind) > 0;
}

FileContents contentsOf(const Log& log) {
  FileContents seen;
  seen.missing = log.report().missingPart();
  seen.tables = log.tables().size();
  seen.measurements = log.metrics().size();
  for (const LoggedFile& file : log.files()) {
    seen.files.emplace_back(log.text(file.found != StringId::empty ? file.found : file.path));
  }
  const std::shared_ptr<const Log> launches = isOfKind(log, TableKind::Ncu) ? profileOfNcu(log) : nullptr;
  addKernels(seen, launches != nullptr ? *launches : log);
  sortNames(seen.kernels);
  sortNames(seen.cutNames);
  return seen;
}

FileContents contentsOf(const MemoryHistory& history) {
  FileContents seen;
  seen.missing = history.report.missingPart();
  seen.span = history.bounds;
  seen.baseTimeNs = history.baseTimeNs;
  return seen;
}

/// Returns the kind of a log: a report of ncu, profilers' tables and printed lines, or results with a row per run.
FileKind kindOfLog(const Log& log, FileKind byHead) {
  if (isOfKind(log, TableKind::Ncu)) {
    return FileKind::NcuReport;
  }
  const bool isOfProfiler =
      std::ranges::any_of(log.tables(), [](const LogTable& table) { return table.kind != TableKind::Generic; });
  return isOfProfiler || (byHead != FileKind::Records && byHead != FileKind::ExecutionTrace) ? FileKind::Log : byHead;
}

/// Describes a file that cannot be read: by its beginning if it has no trace, table or number, else by the error.
FileContents refused(FoundFile& file, const Error& error) {
  if (error.kind != Error::Kind::Canceled && error.kind != Error::Kind::OutOfMemory) {
    const bool isOther = error.kind == Error::Kind::NotATrace && file.byHead != FileKind::Trace;
    file.what = isOther ? file.what : error.message;
    file.kind = FileKind::Unread;
  }
  FileContents seen;
  seen.missing = error.kind == Error::Kind::OutOfMemory ? error.message : Message();
  return seen;
}

/// A dump alone: as a document it comes with those of the other ranks.
FileContents lookAtDump(FoundFile& file, const std::stop_token& stop) {
  Progress progress;
  Expected<Input> input = openInput(file.path);
  const auto dump = input ? flight::readDump(*input, stop, progress) : std::unexpected(input.error());
  if (!dump) {
    return refused(file, dump.error());
  }
  FileContents seen;
  seen.isSeen = true;
  seen.collectives = dump->collectives.size();
  return seen;
}

FileContents look(FoundFile& file, const LoadOptions& options, const std::stop_token& stop) {
  if (file.kind == FileKind::FlightDump) {
    return lookAtDump(file, stop);
  }
  Progress progress;
  const Expected<Document> document = openDocument(file.path, options, stop, progress);
  if (!document) {
    return refused(file, document.error());
  }
  FileContents seen = std::visit([](const auto& read) { return contentsOf(*read); }, *document);
  seen.isSeen = true;
  if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&*document)) {
    file.kind = kindOfLog(**log, file.kind);
    file.what = Message::name((*log)->format());
  } else if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&*document)) {
    file.kind = FileKind::Memory;
    file.what = Message::name((*memory)->format);
  } else {
    const auto& trace = std::get<std::shared_ptr<const Trace>>(*document);
    file.kind = FileKind::Trace;
    file.what = trace->sources().empty() ? file.what : trace->sources().front().format;
    file.rank = file.rank < 0 ? rankFileOf(trace).rank : file.rank;  // some say it behind their events
  }
  return seen;
}

/// Reports of Nsight Systems would have to be exported first; files that come with a trace are known by their names.
bool isWorthSeeing(const FoundFile& file) {
  return !file.isOfReport && file.kind != FileKind::Unread && file.kind != FileKind::Compiled &&
         file.kind != FileKind::Notes;
}

/// Chooses files to read: an equal part of each kind, small ones first.
std::vector<std::size_t> chosenFiles(const std::vector<FoundFile>& files) {
  std::vector<std::size_t> bySize;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (isWorthSeeing(files[i])) {
      bySize.push_back(i);
    }
  }
  std::ranges::stable_sort(bySize, {}, [&](std::size_t i) { return files[i].readBytes; });
  std::vector<std::size_t> chosen;
  std::uint64_t bytes = 0;
  constexpr std::size_t kinds = static_cast<std::size_t>(FileKind::Unread) + 1;
  std::size_t ofKind[kinds] = {};
  for (const std::size_t i : bySize) {
    std::size_t& count = ofKind[static_cast<std::size_t>(files[i].kind)];
    if (chosen.size() < maxSeenFiles && count < maxSeenFiles / 2 && bytes + files[i].readBytes <= maxSeenBytes) {
      ++count;
      bytes += files[i].readBytes;
      chosen.push_back(i);
    }
  }
  return chosen;
}

}  // namespace

std::vector<FileContents> seeContents(std::vector<FoundFile>& files, const LoadOptions& options,
                                      const std::stop_token& stop, Progress& progress) {
  std::vector<FileContents> seen(files.size());
  const std::vector<std::size_t> chosen = chosenFiles(files);
  std::uint64_t total = 0;
  for (const std::size_t i : chosen) {
    total += files[i].readBytes;
  }
  progress.stage = Progress::Stage::Reading;
  progress.bytesTotal = total;
  const unsigned threads = options.threads == 0 ? defaultThreads() : options.threads;
  LoadOptions each = options;
  each.threads = chosen.size() < threads ? threads : 1;
  each.onPreview = {};
  parallelFor(threads, chosen.size(), [&](std::size_t i) {
    if (!stop.stop_requested()) {
      seen[chosen[i]] = look(files[chosen[i]], each, stop);
      progress.bytesDone += files[chosen[i]].readBytes;
    }
  });
  return seen;
}

}  // namespace kernline
