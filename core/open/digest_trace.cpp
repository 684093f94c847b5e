// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/digest_trace.h"

#include "core/model/base/unfinished_file.h"
#include "core/model/trace/changed_source.h"
#include "core/open/load.h"
#include "core/open/open_ranks.h"
#include "core/open/rank_files.h"
#include "core/output/digest/digest_file.h"
#include "core/output/file/output_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

/// Report on a trace that was read, or on why it was not.
struct Told {
  DigestFile file;
  std::shared_ptr<const Trace> trace;
  std::optional<DigestSubject> subject;
};

Expected<Told> tell(const DigestSource& source, const LoadOptions& options, const std::stop_token& stop) {
  Told told;
  told.file.trace = source;
  Progress progress;
  auto trace = load(source.path, options, stop, progress);
  if (trace) {
    told.trace = *trace;
    const RankFile rank = rankFileOf(*trace);
    told.file.rank = rank.rank;
    told.file.worldSize = rank.worldSize;
    DigestSubject& subject = told.subject.emplace(**trace, options.threads, stop);
    if (options.threads > 1) {
      subject.computeAll();
    }
    told.file.digest = rankDigest(subject);
    if (auto changed = changedSource(**trace)) {
      return std::unexpected(std::move(*changed));
    }
    return told;
  }
  const bool mayBeReadLater =
      trace.error().kind == Error::Kind::OutOfMemory || trace.error().kind == Error::Kind::Canceled;
  std::error_code error;
  if (mayBeReadLater || std::filesystem::is_directory(source.path, error)) {
    return std::unexpected(std::move(trace.error()));
  }
  told.file.failure = trace.error().message.english();
  told.file.rank = rankOfPath(source.path).value_or(-1);
  return told;
}

}  // namespace

std::string digestName(const std::string& tracePath) {
  const std::filesystem::path path = std::filesystem::path(tracePath).lexically_normal();
  std::string name = path.filename().native();
  const auto rank = rankOfPath(path.native());
  std::filesystem::path folder = path.parent_path();
  while (rank && rankOfPath(name) != rank && folder.has_filename()) {
    name.insert(0, folder.filename().native() + "_");
    folder = folder.parent_path();
  }
  return name + std::string(DigestFile::ending);
}

Expected<DigestOutcome> digestTrace(const std::string& path, const std::string& folder, bool again,
                                    const LoadOptions& options, const std::stop_token& stop) {
  const Expected<DigestSource> source = digestSourceOf(path);
  if (!source) {
    return std::unexpected(source.error());
  }
  DigestOutcome outcome{.path = (std::filesystem::path(folder) / digestName(source->path)).native(),
                        .traceBytes = source->bytes};
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return std::unexpected(cannotWrite(folder, Message::systemError(error.value())));
  }
  if (std::filesystem::exists(outcome.path, error)) {
    const Expected<DigestFile> known = readDigest(outcome.path);  // one that is not sound is made again
    if (known && known->trace.path != source->path) {
      return std::unexpected(
          Error{Error::Kind::Usage, Phrase::tr("%1 is the digest of %2. Choose another folder for that of %3")
                                        .with(outcome.path, known->trace.path, source->path)});
    }
    if (known && known->trace == *source && !again) {
      if (!known->failure.empty()) {
        outcome.failure = Message::name(known->failure);
      }
      outcome.losses = known->digest.losses;
      return outcome;
    }
  }
  Expected<Told> told = tell(*source, options, stop);
  if (!told) {
    return std::unexpected(std::move(told.error()));
  }
  if (!told->file.failure.empty()) {
    outcome.failure = Message::name(told->file.failure);
  }
  outcome.losses = told->file.digest.losses;
  const std::string bytes = digestBytes(told->file, told->subject ? &*told->subject : nullptr);
  outcome.digestBytes = bytes.size();
  if (const auto problem = writeWholeFile(outcome.path, bytes)) {
    return std::unexpected(cannotWrite(outcome.path, *problem));
  }
  return outcome;
}

}  // namespace kernline
