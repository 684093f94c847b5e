// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_ranks.h"

#include "core/analysis/communication/distributed_info.h"
#include "core/import/load_options.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/changed_source.h"
#include "core/open/flight_findings.h"
#include "core/open/rank_files.h"
#include "core/open/within_memory.h"
#include "core/output/digest/digest_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

namespace kernline {

namespace {

constexpr unsigned concurrentFiles = 2;
constexpr std::size_t maxRanksNamed = 8;
constexpr std::size_t smallTrace = 1'000'000;  // spans
constexpr std::size_t maxSpans = std::size_t{UINT32_MAX} - 2;

std::unexpected<Error> refused(Message message) {
  return std::unexpected(Error{Error::Kind::Usage, std::move(message)});
}

/// Returns the reason why these cannot be the ranks of one run.
std::optional<Message> obstacle(const std::vector<RankFile>& files) {
  std::size_t spans = 0;
  const RankFile* sized = nullptr;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const RankFile& file = files[i];
    if (file.rank < 0) {
      return Phrase::tr("%1: no rank in distributedInfo or in the file name; name it as in rank0.json").with(file.path);
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
    spans += file.trace == nullptr ? 0 : file.trace->spanCount();
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
      return refused(Phrase::tr("cannot set the clock of rank %1: no such rank").with(rank));
    }
  }
  auto set = rankSetOf(whole, std::move(files), std::move(doubts), corrections, threads, stop);
  if (set == nullptr) {
    return loadingCanceled(whole);
  }
  return set;
}

/// Sentences about things of one sort: each by itself where they are few, else the first and how many there are.
void sayEach(const std::vector<Message>& all, const Phrase& one, const Phrase& many, std::vector<Message>& doubts) {
  constexpr std::size_t maxListed = 4;
  if (all.size() > maxListed) {
    doubts.push_back(many.with(all.size(), all.front()));
    return;
  }
  for (const Message& message : all) {
    doubts.push_back(one.with(message));
  }
}

/// A file that was read, as far as it is needed.
struct ReadRank {
  std::string name;  ///< name for messages: a digest's own, not that of its trace
  RankFile file;
  bool isDigest = false;
  std::string failure;  ///< reason why a digest's trace could not be read
};

Expected<ReadRank> readTrace(const std::string& path, RankReading reading, const LoadOptions& options,
                             const std::stop_token& stop) {
  Progress progress;
  auto trace = load(path, options, stop, progress);
  if (!trace) {
    return std::unexpected(std::move(trace.error()));
  }
  ReadRank read{.name = path, .file = rankFileOf(std::move(*trace)), .isDigest = false, .failure = {}};
  if (reading != RankReading::TraceOfAll) {
    read.file.digest = std::make_shared<const RankDigest>(rankDigest(*read.file.trace, stop));
    if (auto changed = changedSource(*read.file.trace)) {
      return std::unexpected(std::move(*changed));
    }
    if (reading == RankReading::DigestsOnly || read.file.trace->spanCount() > smallTrace) {
      read.file.trace = nullptr;
    }
  }
  return read;
}

/// `name` is for messages.
Expected<ReadRank> readDigestOf(const std::string& path, const std::string& name) {
  Expected<DigestFile> digest = readDigest(path, name);
  if (!digest) {
    return std::unexpected(std::move(digest.error()));
  }
  ReadRank read{.name = name,
                .file = {.path = std::move(digest->trace.path),
                         .rank = digest->rank,
                         .worldSize = digest->worldSize,
                         .trace = nullptr,
                         .digest = std::make_shared<const RankDigest>(std::move(digest->digest))},
                .isDigest = true,
                .failure = std::move(digest->failure)};
  return read;
}

/// A digest is one whatever its name is; the name only says what to try first.
Expected<ReadRank> readRank(const std::string& path, const std::string& name, RankReading reading,
                            const LoadOptions& options, const std::stop_token& stop) {
  if (isDigestName(path)) {
    return readDigestOf(path, name);
  }
  auto read = readTrace(path, reading, options, stop);
  if (!read && read.error().kind == Error::Kind::NotATrace) {
    if (auto digest = readDigestOf(path, name)) {
      return digest;
    }
  }
  return read;
}

/// Reads the files, two at a time; those that are neither traces nor whole digests are named in `doubts`.
class RankLoading {
 public:
  RankLoading(const RankPaths& paths, RankReading reading, const LoadOptions& options, const std::stop_token& stop,
              Progress& progress)
      : m_paths(paths),
        m_reading(reading),
        m_options(options),
        m_stop(stop),
        m_progress(progress),
        m_loaded(paths.files.size()) {}

  Expected<std::vector<RankFile>> run(std::vector<Message>& doubts) {
    const unsigned threads = m_options.threads == 0 ? defaultThreads() : m_options.threads;
    const auto workers = static_cast<unsigned>(std::min<std::size_t>({concurrentFiles, threads, m_paths.files.size()}));
    m_progress.stage = Progress::Stage::Reading;
    std::uint64_t bytes = 0;
    for (const std::string& path : m_paths.files) {
      bytes += sizeOf(path);
    }
    m_progress.bytesTotal = bytes;
    const LoadOptions options{.threads = std::max(1U, threads / workers),
                              .onPreview = {},
                              .maxMemory = 0,
                              .memoryExhausted = m_options.memoryExhausted};
    parallelFor(workers, m_paths.files.size(), [&](std::size_t i) {
      const std::string& path = m_paths.files[i];
      m_loaded[i] = readRank(path, m_paths.names.empty() ? path : m_paths.names[i], m_reading, options, m_stop);
      m_progress.bytesDone += sizeOf(path);
    });
    m_progress.stage = Progress::Stage::Arranging;
    return collect(doubts);
  }

 private:
  Expected<std::vector<RankFile>> collect(std::vector<Message>& doubts) {
    std::vector<ReadRank> read;
    std::vector<Message> skipped;
    std::vector<Message> failed;
    bool hasDigests = false;
    for (std::size_t i = 0; i < m_loaded.size(); ++i) {
      Expected<ReadRank>& loaded = *m_loaded[i];
      const bool isDigest = loaded ? loaded->isDigest : isDigestName(m_paths.files[i]);
      hasDigests = hasDigests || isDigest;
      if (!loaded && m_loaded.size() > 1 && (isDigest || loaded.error().kind == Error::Kind::NotATrace)) {
        skipped.push_back(loaded.error().message);
      } else if (!loaded) {
        return std::unexpected(std::move(loaded.error()));
      } else if (!loaded->failure.empty()) {
        failed.push_back(Message::name(loaded->failure));
      } else {
        read.push_back(std::move(*loaded));
      }
    }
    sayEach(skipped, Phrase::tr("Skipped: %1."), Phrase::tr("Skipped %1 files; the first: %2."), doubts);
    sayEach(failed, Phrase::tr("A digest says that its trace could not be read: %1."),
            Phrase::tr("%1 digests say that their traces could not be read; the first: %2."), doubts);
    if (hasDigests) {
      leaveOutDoubled(read, doubts);
    }
    std::vector<RankFile> files;
    std::ranges::transform(read, std::back_inserter(files), [](ReadRank& own) { return std::move(own.file); });
    return files;
  }

  /// Keeps the first file of each rank. Programs that may run twice make digests.
  static void leaveOutDoubled(std::vector<ReadRank>& files, std::vector<Message>& doubts) {
    std::ranges::stable_sort(files, {}, [](const ReadRank& read) { return read.file.rank; });
    std::vector<ReadRank> kept;
    std::vector<Message> doubled;
    for (ReadRank& read : files) {
      const std::int32_t rank = read.file.rank;
      if (kept.empty() || kept.back().file.rank != rank || rank < 0) {
        kept.push_back(std::move(read));
      } else {
        doubled.push_back(Phrase::tr("%1 and %2 are both rank %3").with(kept.back().name, read.name, rank));
      }
    }
    files = std::move(kept);
    sayEach(doubled, Phrase::tr("%1; the first is used."),
            Phrase::tr("%1 files repeat a rank and were skipped; the first: %2."), doubts);
  }

  static std::uint64_t sizeOf(const std::string& path) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
  }

  const RankPaths& m_paths;
  RankReading m_reading;
  const LoadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  std::vector<std::optional<Expected<ReadRank>>> m_loaded;
};

/// Returns the files that are no digests; for a trace of all, a folder may have digests next to the traces.
Expected<std::vector<std::string>> tracesAmong(const RankPaths& found, RankReading reading,
                                               std::vector<Message>& doubts) {
  std::vector<std::string> traces;
  std::ranges::copy_if(found.files, std::back_inserter(traces),
                       [](const std::string& path) { return !isDigestName(path); });
  const std::size_t digests = found.files.size() - traces.size();
  if (reading == RankReading::TraceOfAll && digests > 0) {
    if (traces.empty()) {
      return std::unexpected(Error{
          Error::Kind::Usage,
          Phrase::tr("%1 has digests of traces, which have no events; `kernline ranks` reads them").with(found.whole)});
    }
    doubts.push_back(Phrase::tr("Skipped %1 digests, which have no events.").with(digests));
  }
  return traces;
}

Expected<std::shared_ptr<const RankSet>> openSet(RankPaths found, const RankCorrections& corrections,
                                                 RankReading reading, const LoadOptions& options,
                                                 const std::stop_token& stop, Progress& progress) {
  std::vector<Message> doubts;
  if (!found.skippedFiles.empty()) {
    doubts.push_back((found.skippedFiles.size() == 1
                          ? Phrase::tr("Skipped %1 file whose name does not match the others: %2.")
                          : Phrase::tr("Skipped %1 files whose names do not match the others; the first is %2."))
                         .with(found.skippedFiles.size(), found.skippedFiles.front()));
  }
  Expected<std::vector<std::string>> traces = tracesAmong(found, reading, doubts);
  if (!traces) {
    return std::unexpected(std::move(traces.error()));
  }
  if (reading == RankReading::TraceOfAll) {
    found.files = *traces;
  }
  if (reading == RankReading::DigestsAndTrace && found.files.size() > maxRanksNamed) {
    reading = RankReading::DigestsOnly;
  }
  auto files = RankLoading(found, reading, options, stop, progress).run(doubts);
  if (!files) {
    return std::unexpected(std::move(files.error()));
  }
  if (files->empty()) {
    Message none = Phrase::tr("%1 has no trace").with(found.whole);
    return std::unexpected(Error{Error::Kind::NotATrace,
                                 doubts.empty() ? none : Phrase::tr("%1. %2").with(none, std::move(doubts.back()))});
  }
  if (!traces->empty()) {
    std::ranges::move(flightFindingsBeside(*traces, stop), std::back_inserter(doubts));
  }
  const unsigned threads = options.threads == 0 ? defaultThreads() : options.threads;
  auto set = setOf(found.whole, std::move(*files), std::move(doubts), corrections, threads, stop);
  if (auto changed = set && (*set)->trace ? changedSource(*(*set)->trace) : std::nullopt) {
    return std::unexpected(std::move(*changed));
  }
  progress.stage = Progress::Stage::Done;
  return set;
}

/// Returns the rank that all processes with a rank share; -1 if there is none.
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
  const DistributedInfo info = DistributedInfo::of(*trace);
  file.rank = info.rank;
  file.worldSize = info.worldSize;
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
                                                   std::stop_token stop, Progress& progress, RankReading reading) {
  Expected<RankPaths> found = findRankFiles(paths);
  if (!found) {
    return std::unexpected(std::move(found.error()));
  }
  return withinMemory(paths.front(), options, stop, [&](const LoadOptions& limited, const std::stop_token& end) {
    return openSet(*found, corrections, reading, limited, end, progress);
  });
}

Expected<std::shared_ptr<const RankSet>> openDigests(const RankPaths& found, const LoadOptions& options,
                                                     std::stop_token stop, Progress& progress) {
  return withinMemory(found.whole, options, stop, [&](const LoadOptions& limited, const std::stop_token& end) {
    return openSet(found, {}, RankReading::DigestsOnly, limited, end, progress);
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
