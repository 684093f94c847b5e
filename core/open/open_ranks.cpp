// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_ranks.h"

#include "core/import/load_options.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/changed_source.h"
#include "core/open/flight_findings.h"
#include "core/open/rank_files.h"
#include "core/open/within_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

namespace kernline {

namespace {

constexpr unsigned concurrentFiles = 2;
constexpr std::size_t maxSpans = std::size_t{UINT32_MAX} - 2;

std::int32_t numberOf(const nlohmann::json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number_integer() ? at->get<std::int32_t>() : -1;
}

std::unexpected<Error> refused(Message message) {
  return std::unexpected(Error{Error::Kind::Usage, std::move(message)});
}

/// Why these cannot be the ranks of one run.
std::optional<Message> obstacle(const std::vector<RankFile>& files) {
  std::size_t spans = 0;
  const RankFile* sized = nullptr;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const RankFile& file = files[i];
    if (file.rank < 0) {
      return Phrase::tr("%1: unknown rank. Neither distributedInfo nor the file name tells it").with(file.path);
    }
    if (i > 0 && files[i - 1].rank == file.rank) {
      return Phrase::tr("%1 and %2 are both rank %3. Choose the files of one run")
          .with(files[i - 1].path, file.path, file.rank);
    }
    if (sized != nullptr && file.worldSize > 0 && file.worldSize != sized->worldSize) {
      return Phrase::tr("%1 is from a run of world size %2, %3 from one of world size %4. Choose the files of one run")
          .with(sized->path, sized->worldSize, file.path, file.worldSize);
    }
    sized = file.worldSize > 0 ? &file : sized;
    spans += file.trace->spanCount();
  }
  return spans > maxSpans ? std::optional<Message>(Phrase::tr("Too many spans for one trace. Open fewer ranks"))
                          : std::nullopt;
}

Expected<std::shared_ptr<const RankSet>> setOf(const std::string& whole, std::vector<RankFile> files,
                                               std::vector<Message> doubts, const RankCorrections& corrections,
                                               unsigned threads, const std::stop_token& stop) {
  std::ranges::stable_sort(files, {}, &RankFile::rank);
  if (auto reason = obstacle(files)) {
    return refused(*std::move(reason));
  }
  for (const auto& [rank, correction] : corrections) {
    if (std::ranges::find(files, rank, &RankFile::rank) == files.end()) {
      return refused(Phrase::tr("Cannot set the clock of rank %1: no such rank").with(rank));
    }
  }
  auto set = rankSetOf(whole, std::move(files), std::move(doubts), corrections, threads, stop);
  if (set == nullptr) {
    return loadingCanceled(whole);
  }
  return set;
}

/// Loads the files, two at a time; those that are no traces are named in `doubts`.
class RankLoading {
 public:
  RankLoading(const RankPaths& paths, const LoadOptions& options, const std::stop_token& stop, Progress& progress)
      : m_paths(paths), m_options(options), m_stop(stop), m_progress(progress), m_loaded(paths.files.size()) {}

  Expected<std::vector<RankFile>> run(std::vector<Message>& doubts) {
    const unsigned threads = m_options.threads == 0 ? defaultThreads() : m_options.threads;
    const auto workers = static_cast<unsigned>(std::min<std::size_t>({concurrentFiles, threads, m_paths.files.size()}));
    m_progress.stage = Progress::Stage::Reading;
    std::uint64_t bytes = 0;
    for (const std::string& path : m_paths.files) {
      bytes += sizeOf(path);
    }
    m_progress.bytesTotal = bytes;
    parallelFor(workers, m_paths.files.size(), [&](std::size_t i) {
      Progress own;
      m_loaded[i] = load(
          m_paths.files[i],
          {.threads = std::max(1U, threads / workers), .onPreview = {}, .maxMemory = 0, .enough = m_options.enough},
          m_stop, own);
      m_progress.bytesDone += sizeOf(m_paths.files[i]);
    });
    m_progress.stage = Progress::Stage::Arranging;
    std::vector<RankFile> files;
    for (std::size_t i = 0; i < m_loaded.size(); ++i) {
      if (*m_loaded[i]) {
        files.push_back(rankFileOf(std::move(**m_loaded[i])));
      } else if (m_loaded[i]->error().kind == Error::Kind::NotATrace && m_loaded.size() > 1) {
        doubts.push_back(Phrase::tr("Skipped: %1.").with(m_loaded[i]->error().message));
      } else {
        return std::unexpected(std::move(m_loaded[i]->error()));
      }
    }
    return files;
  }

 private:
  static std::uint64_t sizeOf(const std::string& path) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
  }

  const RankPaths& m_paths;
  const LoadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  std::vector<std::optional<Expected<std::shared_ptr<const Trace>>>> m_loaded;
};

Expected<std::shared_ptr<const RankSet>> openSet(const std::vector<std::string>& paths,
                                                 const RankCorrections& corrections, const LoadOptions& options,
                                                 const std::stop_token& stop, Progress& progress) {
  Expected<RankPaths> found = findRankFiles(paths);
  if (!found) {
    return std::unexpected(std::move(found.error()));
  }
  std::vector<Message> doubts;
  if (!found->skippedFiles.empty()) {
    doubts.push_back((found->skippedFiles.size() == 1
                          ? Phrase::tr("Skipped %1 file without a rank in its name: %2.")
                          : Phrase::tr("Skipped %1 files without a rank in their names; the first is %2."))
                         .with(found->skippedFiles.size(), found->skippedFiles.front()));
  }
  auto files = RankLoading(*found, options, stop, progress).run(doubts);
  if (!files) {
    return std::unexpected(std::move(files.error()));
  }
  if (files->empty()) {
    return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1 has no trace").with(found->whole)});
  }
  std::ranges::move(flightFindingsBeside(found->files, stop), std::back_inserter(doubts));
  const unsigned threads = options.threads == 0 ? defaultThreads() : options.threads;
  auto set = setOf(found->whole, std::move(*files), std::move(doubts), corrections, threads, stop);
  if (auto changed = set ? changedSource(*(*set)->trace) : std::nullopt) {
    return std::unexpected(std::move(*changed));
  }
  progress.stage = Progress::Stage::Done;
  return set;
}

/// That those who say one agree on; -1: none.
std::int32_t rankOfProcesses(const Trace& trace) {
  std::int32_t rank = -1;
  for (const Process& process : trace.processes()) {
    if (process.rank >= 0 && rank >= 0 && process.rank != rank) {
      return -1;
    }
    rank = std::max(rank, process.rank);
  }
  return rank;
}

}  // namespace

RankFile rankFileOf(std::shared_ptr<const Trace> trace) {
  RankFile file;
  file.path = trace->sources().empty() ? std::string{} : trace->sources().front().path;
  const auto info = std::ranges::find(trace->metadata(), "distributedInfo", &MetadataEntry::key);
  if (info != trace->metadata().end()) {
    const nlohmann::json parsed = nlohmann::json::parse(info->value, nullptr, false);
    if (parsed.is_object()) {
      file.rank = numberOf(parsed, "rank");
      file.worldSize = numberOf(parsed, "world_size");
    }
  }
  if (file.rank < 0) {
    file.rank = rankOfPath(file.path).value_or(-1);
  }
  if (file.rank < 0) {
    file.rank = rankOfProcesses(*trace);
  }
  file.trace = std::move(trace);
  return file;
}

Expected<std::shared_ptr<const RankSet>> openRanks(const std::vector<std::string>& paths,
                                                   const RankCorrections& corrections, const LoadOptions& options,
                                                   std::stop_token stop, Progress& progress) {
  const std::string path = paths.empty() ? std::string() : paths.front();
  return withinMemory(path, options, stop, [&](const LoadOptions& limited, const std::stop_token& end) {
    return openSet(paths, corrections, limited, end, progress);
  });
}

Expected<std::shared_ptr<const RankSet>> rankSetOfTraces(const std::string& whole,
                                                         std::vector<std::shared_ptr<const Trace>> traces,
                                                         const RankCorrections& corrections, unsigned threads,
                                                         const std::stop_token& stop) {
  std::vector<RankFile> files;
  for (std::shared_ptr<const Trace>& trace : traces) {
    files.push_back(rankFileOf(std::move(trace)));
  }
  return setOf(whole, std::move(files), {}, corrections, threads, stop);
}

}  // namespace kernline
