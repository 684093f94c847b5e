// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_document.h"

#include "core/import/source/archive_members.h"
#include "core/import/source/input.h"
#include "core/open/changed_file.h"
#include "core/open/formats.h"
#include "core/open/open_ranks.h"
#include "core/open/openers.h"
#include "core/open/rank_files.h"
#include "core/open/within_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxLogs = 100;  // logs per archive

Expected<Document> openInputAs(Input opened, const LoadOptions& options, const std::stop_token& stop,
                               Progress& progress) {
  const Format& format = openerOf(headOf(opened));
  const std::shared_ptr<const StoredFile> file = opened.file;
  const std::string path = opened.path;
  return unlessChanged(file, path, format.open(std::move(opened), {options, stop, progress}));
}

/// The ranks in a folder, as one trace.
Expected<Document> openFolder(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                              Progress& progress) {
  auto ranks = openRanks({path}, {}, options, stop, progress);
  return ranks ? Expected<Document>{(*ranks)->trace} : std::unexpected(std::move(ranks.error()));
}

Expected<Document> openOne(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                           Progress& progress) {
  std::error_code error;
  const std::optional<std::string> exported = onlyProfileIn(path);
  if (!exported && std::filesystem::is_directory(path, error)) {
    return openFolder(path, options, stop, progress);
  }
  Expected<Input> opened = openInput(exported.value_or(path), matchFormat);
  return opened ? openInputAs(std::move(*opened), options, stop, progress) : std::unexpected(std::move(opened.error()));
}

/// Opens the members that may be logs; some may be empty.
Expected<OpenedDocuments> openLogsOf(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                                     Progress& progress) {
  auto members = ArchiveMembers::open(path, matchFormat);
  if (!members) {
    return std::unexpected(std::move(members.error()));
  }
  OpenedDocuments opened;
  while (members->next()) {
    if (!canBeLog(members->match())) {
      continue;
    }
    if (opened.documents.size() == maxLogs || (options.memoryExhausted.stop_requested() && !opened.documents.empty())) {
      ++opened.skippedLogs;
      continue;
    }
    auto input = members->input();
    if (!input) {
      return std::unexpected(std::move(input.error()));
    }
    const std::string memberPath = input->path;
    auto document = openInputAs(std::move(*input), options, stop, progress);
    if (document) {
      opened.documents.push_back({memberPath, std::move(*document)});
    } else if (document.error().kind != Error::Kind::NotATrace) {
      return std::unexpected(std::move(document.error()));
    }
  }
  return opened;
}

Expected<OpenedDocuments> openAll(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                                  Progress& progress) {
  std::error_code error;
  const std::optional<std::string> exported = onlyProfileIn(path);
  const bool isFolder = !exported && std::filesystem::is_directory(path, error);
  Expected<Input> input = isFolder ? Input{} : openInput(exported.value_or(path), matchFormat);
  if (!input) {
    return std::unexpected(std::move(input.error()));
  }
  if (input->logsInArchive > 1) {
    auto logs = openLogsOf(path, options, stop, progress);
    if (logs && logs->documents.size() == 1) {
      logs->documents.front().path = path;
    }
    if (!logs || !logs->documents.empty()) {
      return logs;
    }
  }
  auto document =
      isFolder ? openFolder(path, options, stop, progress) : openInputAs(std::move(*input), options, stop, progress);
  if (!document) {
    return std::unexpected(std::move(document.error()));
  }
  OpenedDocuments opened;
  opened.documents.push_back({path, std::move(*document)});
  return opened;
}

}  // namespace

Expected<OpenedDocuments> openDocuments(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                        Progress& progress) {
  return withinMemory(path, options, stop, [&](const LoadOptions& limited, const std::stop_token& end) {
    return openAll(path, limited, end, progress);
  });
}

Expected<Document> openDocument(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                Progress& progress) {
  return withinMemory(path, options, stop, [&](const LoadOptions& limited, const std::stop_token& end) {
    return openOne(path, limited, end, progress);
  });
}

Expected<Document> openPipedDocument(std::string head, const LoadOptions& options, std::stop_token stop,
                                     Progress& progress) {
  const auto read = [&](const LoadOptions& limited, const std::stop_token& end) -> Expected<Document> {
    Expected<Input> opened = openPipe(std::move(head), matchFormat);
    if (!opened) {
      return std::unexpected(std::move(opened.error()));
    }
    return openInputAs(std::move(*opened), limited, end, progress);
  };
  return withinMemory("-", options, stop, read);
}

}  // namespace kernline
